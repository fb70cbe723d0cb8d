"""A debate in phases, as a view of its own: for the pane of a debate whose format has phases. It shows what
`debate.views.phase_board` holds, and computes nothing of it.

strip        the phases as a row of cells, and which of them are repeated
pressed_row  a row that is a button
workers      who works now, by groups
attack_list  attacks, and what answers them
test_list    the last tests, and what came of each
phase_turns  what was said in one phase
phases_view  all of it on a page
"""
