"""The pieces that every part of the window is built from: buttons, cards, lists, layouts, colours, type, icons.

For whoever draws something new. A piece is given values and answers with signals; it follows no debate, and
neither sends commands nor opens pages.
"""
