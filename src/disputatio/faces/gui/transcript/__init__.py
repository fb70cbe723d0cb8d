"""What was said in a debate, as cards to read, search, copy and act upon, and the Markdown behind them.

For the pane of a debate, and for every page that shows Markdown. It knows entries of a debate but neither the board
nor the session that they come from.

view                  the transcript of one debate
message_rows          its scrolling part: only the rows in sight are widgets
row_geometry          where the rows are
message_items         what a card shows, as one value
items_from_entries    such a value, made of an entry of the debate
shown_text            what it shows of a text, and where citations stand in that
message_card          one message on the screen
head_and_foot         what is painted above and below its text: who speaks, badges, figures
message_body          the text on it, as it is read and copied; a preview; the question before a link
card_panels           what a card holds besides: look-ups, and what went wrong
message_actions       what can be done with a message: buttons and menu
message_document      a text as a Qt document, with the badges of citations in it
document_style        its typography
message_store         the messages of a transcript and their documents, made when seen
formulas              mathematics in it: LaTeX that is read and copied, and the picture that is seen
markdown              Markdown as text: where a growing answer can be cut, and where formulas stand
search                finding words in the transcript
"""
