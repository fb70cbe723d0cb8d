"""Figures as pictures. For the debate and the board. A chart paints the values that it is given, says them to a screen
reader, and computes none.

gauge     the gauge of consensus, and its scores over the rounds
timeline  how one participant's stance went: confidence over the rounds, and each change of position
"""
