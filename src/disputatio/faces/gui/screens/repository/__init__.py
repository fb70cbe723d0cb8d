"""Repositories in the window: their page, the source at its lines, who wrote it and when, branches and diffs."""
