"""What the engine records besides the turns: the ledger's minutes, round records and reflections, what participants are
reminded of, crux rooms.

The views read it, and so do the figures that show participants where the debate stands. Participants never write here.
"""
