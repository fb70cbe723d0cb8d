"""The window.

theme, style_sheet, contrast, fonts    how it looks: one value for light, one for dark
icons, glyphs                          pictures that belong to us, drawn in the colours of the theme
actions, debate_actions                what only the window has to offer, and the places that it can show
event_loop                             asyncio on Qt's loop, fast enough for several streaming models
models                                 what lists and the transcript show, as plain values
widgets                                the pieces; none of them knows the engine
"""

from disputatio.faces.gui.shell import plain_import

plain_import.restore()  # before the first of them is imported
