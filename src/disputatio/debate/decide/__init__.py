"""Turning what a person asks for into events, or refusing it with a reason and a remedy. For the engine, which records
the events. Nothing here changes a debate by itself.

decide      every command, and what becomes of it
options     which options a format reads, which may still be changed, what they can be, and which phases of the
            eight-phase protocol make sense together
approvals   a person's word at a gate
hindsight   what turned out to be right, and the track record of each model
extensions  more rounds, a synthesis or a turn, added to a debate that went past the point
"""
