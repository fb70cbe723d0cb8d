"""Models beside debates. For every face, and for other parts of `app` that have one question to one model. What happens
in a debate is asked by `engine`.

providers  who can be asked, with which key and address; one answer to one question
embedding  which embedding model is in use, what may be sent to it, and embedding what waits
health     how models have done so far, kept in a file
"""
