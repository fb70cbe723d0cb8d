"""The window around everything: start-up, event loop, sidebar, places to go, dialogs over it, and how it ends.

For nobody else: subjects do not import it. What few starts need is imported by `factory` alone, after the first
paint.
"""
