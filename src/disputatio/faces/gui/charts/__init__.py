"""Figures as pictures. For the debate and the board. A chart paints the values that it is given, says them to a screen
reader, and computes none.

gauge           the gauge of consensus, and its scores over the rounds
timeline        how one participant's stance went: confidence over the rounds, and each change of position
chart           what the large charts have in common, and the card that one stands in
course          agreement over the rounds
readership      who has read whom
argument_map    statements, and what speaks for and against them
plan            how a task is planned, and by whom
layering        the layout of those two
bars            bars below one another: what each model cost, and how right it was in debates before
version_scores  the scores of the versions of code

The layout is our own, for a measured reason. Over 40 trees of 24 statements with 8 edges more, in boxes of four
heights, ours crosses 4.7 lines on 1.2 megapixels; fast-sugiyama 0.5.3 crosses 5.8 on 2.3, since it knows no sizes of
nodes and leaves as much room for each as the highest needs; grandalf 0.8 crosses 6.3 on 1.8, lays some boxes over
others in larger graphs, and has not been maintained for years. With 48 and 16 it is 29 lines on 2.7, against 35 on 6.0
and 39 on 4.8. Neither packs what does not hang together into a width, so that much of our code would stay.
"""
