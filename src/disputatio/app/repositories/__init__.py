"""Repositories as a person uses them: open, clone, index, search, summarise, read at a commit.

It serves every face. Nothing here writes to a work tree.
"""
