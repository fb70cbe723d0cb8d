"""What a debate came to: its result as a page, and the inspectors of claims, ledger, crux rooms, records and
reflections.

For the pane of a debate and the inspectors beside it. Everything here is made from the record of the debate, in a
thread; nothing writes to it except through commands.

result_page                the result, the answer first, in place of the transcript
result_cards               what that page is made of: rows, cards, words that open the passage that they rest on
agreed_card                how much is agreed: the gauge, and what it means
balance                    its two columns, which end at about the same height
solution_card              its card with the solution that won, whole
charts                     the charts of a debate as a view of its own
code_view                  the versions of code as a view of its own, with ways back to each; the card with their
                           scores, for this view and any other; how the window follows them
version_reader             one of them: whole, beside another, what is different, its tests and score
feed                       the board as the window follows it, made once for all who look
claims                     the inspector of claims, and one claim in full
ledger                     the inspector of the ledger: where each participant stands
ledger_model, ledger_tree  its tree as a Qt model, and as it is painted
ledger_head                the head of the tree: shapes and names
ledger_lines               what participants say in lines, where there are too many for columns
cruxes                     the inspector of crux rooms and their cards
reflections                the inspector of reflections and round records
layers                     the inspector of the layered result, round by round
"""
