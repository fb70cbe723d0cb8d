"""What the engine records besides the turns: the ledger's minutes, round records, reflections, crux rooms.

The views read it, and so do the figures that show participants where the debate stands. Participants never write here.
"""
