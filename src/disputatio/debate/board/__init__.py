"""What the engine writes down beside the turns: the ledger's minutes, round records, reflections, crux rooms.

For the views and for whoever shows a participant where the debate stands. Participants never write here themselves."""
