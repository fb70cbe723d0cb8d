"""Figures as pictures: the consensus gauge, the score over the rounds, confidence over time.

For the debate and the board. A chart paints the values that it is given, says them to a screen reader, and computes
none.
"""
