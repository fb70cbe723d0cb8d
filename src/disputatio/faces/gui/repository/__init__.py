"""Repositories: the page about each of them, its index and searches, its issues on GitHub, and the branch of a
debate.

For people whose debates are about code. Nothing here writes to a repository, and nothing leaves the computer, without
being asked for.

repository_page    the page: those opened on the left, one of them on the right
repository_sheet   one repository: commit, languages, debates, commits, and the cards below
index_card         its card "Index and memory"
repository_search  its card "Search"
discussion         its card "On GitHub"
repository_rows    repositories in words and rows, for all of these
runs               work that takes long: cloning, indexing, embedding, summarising; the dialogs around it
branch_page        the branch of a debate: commits, changes, authors, proposals
branch_rows        the branch in words and rows
"""
