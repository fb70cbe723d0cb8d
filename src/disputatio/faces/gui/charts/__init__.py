"""Figures as pictures. For the debate and the board. A chart paints the values that it is given, says them to a screen
reader, and computes none.

gauge         the gauge of consensus, and its scores over the rounds
timeline      how one participant's stance went: confidence over the rounds, and each change of position
chart         what the large charts have in common, and the card that one stands in
course        agreement over the rounds
hearing       who has read whom
argument_map  statements, and what speaks for and against them
layering      the layout of that map
costs         what each model cost
"""
