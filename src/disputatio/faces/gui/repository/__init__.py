"""Repositories: the page about each of them, its index and searches, its issues on GitHub, and the branch of a
debate.

For people whose debates are about code. Nothing here writes to a repository, and nothing leaves the computer, without
being asked for.
"""
