"""Checks of proposals by the person's own commands (SPEC HOOK.1): which are configured for which project, which its own
files suggest, and running them in isolation, for a step of a debate or for a participant that calls them.

commands     what is configured, by project
suggestions  what the configuration of a repository suggests; never run unasked
bench        running code and commands on a worktree of a debate's branch, or on the program of a turn
"""
