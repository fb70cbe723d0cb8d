"""What is held and what is disputed, as a pure fold over the turns so far. For the board, for policies and for the
views. It knows no markup and no model, and never decides what comes next.

registry           everything that is held and disputed, as one value
bookkeeping        what each turn does to it
objections         what an objection does to the statement that it is raised against
unsaid             what was put to each speaker of a record, so that what it leaves out is seen
entries            the entries of the clerk's records: about whom, in which message, in which words
statement          one statement: its wordings, what others say of it, its history
history            the steps of that history, and which one gave the present status
backing            the citations that bear out what is said
proofreading       which judgements come to less than was recorded, once their words are looked at alone
claims             statements that are or were in dispute, with their two sides
moves              who changed their position, and why
receipts           words of a participant that really stand in their turn
round_ends         what the end of a round makes of the disputes, and what came up last
rulings_and_rooms  what the person's word, or a crux room, makes of a statement
cards              the talk in a crux room, and the card that comes out of it
ledger             the values of the ledger: where each participant stands, and how that came about
consensus          the score of consensus, and the exits that depend on it
votes              ballots over a closed list, and the rules by which they are tallied
argumentation      which statements stand, given who attacks and supports whom
older              records of earlier versions in the words of this one
"""
