"""What a person can do, declared once for each action: id, title and keys, when it is possible, and what it does.

action     what an action is, and those of the application as a whole; it costs nothing to import
debates    the actions of a debate as typed values, when each is possible, and their table
errands    carries out what is not a command to the rules: fork, rename, export, the bin, drafts of notes

Window, command line and tool server take their titles, their reasons and their commands from here. What only one of
them has (the theme of the window, say) is declared in the same form there. Nothing here asks a person anything, draws
anything, or knows which face is calling.
"""
