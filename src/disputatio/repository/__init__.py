"""Floor 3: what the participants may know about a repository, read at one pinned commit. For `app.repositories` and the
engine. It changes no work tree and no branch but the debate's own.

Reading:

source_tree       opens a repository and reads files, history and sizes; it never writes and never runs anything
entries           files, commits and texts as values; how names and bytes become readable text
past, blame       which commits changed a path, and what differs between two; who wrote each line
languages         which languages a repository is written in, by size
grammars          what counts as a definition in each language, by tree-sitter
chunks            a file, cut into parts
outline           what can be told of a file without any model
globs             patterns of paths, matched in bounded time
git_folder        git's own folder, looked at before it is read: what in it may never end
git_library       pygit2, loaded at first use, with its errors in words of our own
threads           reading off the event loop, stopped when the waiting task is cancelled
errors            what can be wrong with a repository

What a debate is given of it:

context           all of it as the sections of a debate's context
relevance         which lines of which files bear on a question, by plain word matching
excerpts          lines that can be cited, within a budget: for a question, and for passages that were found
tools             what participants may do with it in their debate: six ways to read it
sources           what citations of the repository are checked against
summary_requests  what a model is asked when it summarises a repository, in which order, and what its answers are worth
cloning           a bare copy from an address
github            its open issues and pull requests

The branch of a debate:

branches          `debate/<id>`: what came of it, as commits
tree_edits        trees made from trees: files put in, replaced, taken out
patches           changes that were proposed, as unified diffs
patch_reader      reading such a diff line by line
worktrees         its files in a temporary folder, changes put in, for programs that need files
branch_views      what the branch shows: its changes, and who wrote what

Only pygit2 is used, never the git command: that one runs programs named in a repository's own configuration
(`core.fsmonitor`, filters, hooks). The index and the work tree are never looked at, only the object database.
"""
