"""Debates that are open or over: sessions and their leases, branches, milestones, requests, replay.

For every face. The rules are in `debate`, the work is done by `engine`."""
