"""Repositories as a person knows them: opened, cloned, indexed, searched, summarised and read at a commit.

For every face. Nothing here writes to a work tree."""
