"""The board of a debate: claims, the ledger, crux rooms and their cards, round records, reflections.

For the inspectors beside a debate. Everything here is made from the record of the debate, in a thread; nothing writes
to it except through commands.
"""
