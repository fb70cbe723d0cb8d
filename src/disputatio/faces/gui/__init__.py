"""The window.

shell                  start-up, sidebar, places to go, and how it ends; it assembles what the other folders offer
kit                    pieces that know no debate: buttons, cards, colours, type, icons
actions                what only the window has to offer, and the places that it can show
bridge                 where asyncio and Qt meet
start                  the question, and what a debate is begun with
debate, transcript     one open debate, and what was said in it
board, charts, sources what it came to, in words and as pictures; what it cites
library, personas      what outlives a debate, and whom seats can play
memory, repository     what earlier debates settled; repositories and the branches of debates
settings               the settings dialog
"""

from disputatio.faces.gui.shell import plain_import

plain_import.restore()  # before the first of them is imported
