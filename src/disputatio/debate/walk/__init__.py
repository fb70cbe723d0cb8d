"""The program of a format, walked beside the record of what has happened, to where the debate stands now.

`plan` says what must happen next. It asks for nothing itself."""
