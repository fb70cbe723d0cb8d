"""Floor 3: what the participants may know about a repository, read at one pinned commit.

source_tree  opens a repository and reads files, history and sizes; it never writes and never runs anything
entries      files, commits and texts as values; how names and bytes become readable text
languages    which languages a repository is written in, by size
relevance    which lines of which files bear on a question, by plain word matching
excerpts     lines that can be cited, within a budget: for a question, and for passages that were found
context      all of it as the sections of a debate's context
sources      what citations of the repository are checked against
past         which commits changed a path, and what differs between two
threads      reading off the event loop, stopped when the waiting task is cancelled
errors       what can be wrong with a repository

Only pygit2 is used, never the git command: that one runs programs named in a repository's own configuration
(`core.fsmonitor`, filters, hooks). The index and the work tree are never looked at, only the object database.
"""
