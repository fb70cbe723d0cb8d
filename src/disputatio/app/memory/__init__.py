"""What earlier debates settled, recalled for the next one, and shown to the person who can correct it; and the course
of debates, kept from round to round.

It serves every face. Nothing here decides what is so in a debate: what is recalled is recorded, and the rules read it.
"""
