"""Debates that are open or over: sessions and their leases, branches, milestones, requests, replay.

It serves every face. The rules are in `debate`; `engine` does the work.
"""
