"""Walking the program of a format along the record of what has happened, to find where the debate stands. For the
engine. It asks for nothing itself.

plan      what must happen next, also as a debate grows
walk      the walk, from the first block to where nothing is recorded yet, or to the end of the program and its
          outcome; the memo of finished blocks
gates     where a person's approval is waited for
rulebook  every policy that a format may name
"""
