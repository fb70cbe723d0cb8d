"""Walking the program of a format along the record of what has happened, to find where the debate stands.

`plan` says what must happen next. It asks for nothing itself.
"""
