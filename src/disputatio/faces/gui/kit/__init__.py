"""The pieces that every part of the window is built from.

For whoever draws something new. A piece is given values and answers with signals; it follows no debate, and
neither sends commands nor opens pages.

theme, colours           light and dark, and the style sheet; the colours by what they are for
fonts, icons, avatars    type, our own icons, and who speaks as a disc with a shape
code_colours             colours for code
buttons, labels, inputs  buttons; chips and lines of words; numbers, keys and files that a person gives
lists, cards, layouts    lists and their rows; the ground of a message and a titled frame; where things stand
whole_texts              what is cut off, whole, at a key
wrapped_rows             a list of texts that wrap, painted, each with a chip below it
focus                    where Tab goes next, and how that is seen
empty_state              what stands where there is nothing yet, with one way on
plain_text               any text to the letter, however long it is
screen_reader            what happened, and what a widget is, for whoever hears the window
notices                  a strip that tells what holds a debate, and a word about what succeeded
question                 a question before something that cannot be taken back
composer                 where a person writes, and what keeps a text that was not sent
phrases                  times, sizes, models and file names in words
page_contract            what every page can ask of the window, and what the window asks of it; it lays nothing out
"""
