"""Personas and the files that they speak from. For every face. A debate takes a persona as it is at the start; nothing
here changes one that a debate has taken.

personas  the person's own and those that ship, and whom the seats of a debate play
files     a persona as a TOML file
corpora   what a persona has read: the files, and which passages bear on a question
"""
