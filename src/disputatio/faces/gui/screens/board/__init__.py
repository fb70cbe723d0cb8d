"""The inspectors of the board: where everyone stands, claims, crux cards, records and reflections; and the memory."""
