"""One open debate: what is heard of it while it runs, its head, its pane, its first inspectors, and what its models
are told.

For the window, which opens panes, and for the subjects, whose inspectors look at the same debate. It decides nothing:
what a person wants is sent as a command.
"""
