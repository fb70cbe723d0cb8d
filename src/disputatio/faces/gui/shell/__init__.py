"""The window around everything, and how it starts and ends.

For nobody else: subjects do not import it. What few starts need is imported by `factory` alone, after the first
paint.

process         the process, from the first line to the last
window          the window: it puts the screens together and passes on what they want
event_loop      asyncio on Qt's own loop
factory         makes the heavier screens, once the application is open
makers          what it makes, as a protocol
router          where the person is: start screen, debate or page
middle          what fills the middle, and a second debate beside the first
commands        carries out what is wanted of the window
debate_errands  what a person wants of a debate beyond steering it: fork, note, export, another model, the bin
window_layout   how the window is divided; theme, zoom and costs as the settings have them
sidebar         the left side
sidebar_feed    keeps it up to date: debates, projects, the bin, state of the providers
needs           what needs the person, on top of it
inspectors      the right side: the inspectors of a debate behind their tabs
overlays        what is shown over the window: palette, shortcuts, settings, the question before a link
help            the help that ships
trouble         when something is broken: the report of a bug, and data that cannot be opened
"""
