"""What the engine records besides the turns, and the board as a whole. The views read it, and so do the figures that
show participants where the debate stands. Participants never write here.

board       the board: question, aspects, ledger, claims, rooms, cards and records, as one value
standings   where each participant stands, as the registry has it
records     round records and reflections, which a clerk writes
room_entry  which claims go into a crux room, and what a room is like; what comes of one is in `statements`
questions   the questions that participants put to one another, and what became of each
attacks     attacks on a proposal, which of them are new, and what closes them
proposals   the flaws that critics find in proposals
verdict     the verdict on a proposition, by any of several strategies
recall      what participants are reminded of before a round
"""
