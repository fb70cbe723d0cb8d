"""Repositories as a person uses them. For every face. Nothing here writes to a work tree; reading git is done by
`repository`.

repositories       everything at once: open, clone, index, search, summarise, forget
status             what is told of a repository: commit, languages, how far its index and its memory have come
indexer            reading the files of a commit into the index, and embedding their parts
code_search        finding parts of indexed files for a question, by words and by meaning
summariser         letting a model summarise it: files, then folders, then the whole
repository_memory  what those summaries and the index say of it, and how far that can be trusted at a commit
look_ups           files, authors, history and the tools of participants, read at a commit
sources            what the citations of a debate are checked against
github             what is discussed on GitHub about it
"""
