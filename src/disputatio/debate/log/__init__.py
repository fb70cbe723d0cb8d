"""What has happened: events, the commands that ask for them, and the state that results from folding them.

It knows what a debate consists of, and never decides what comes next.
"""
