"""Floor 5: the faces, blind to one another and equal before the engine.

gui            the window
cli            the command line
mcp            the tool server
library_kinds  what the library holds, declared once for the window and the command line
"""
