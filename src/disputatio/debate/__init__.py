"""Floor 0: the rules of debate. Pure, synchronous, deterministic, standard library only.

A debate is a log of events; everything here is a function over that log:

    decide(debate, command)  -> events    what a person asked for becomes fact, or is refused with a remedy
    evolve(debate, event)    -> Debate    what has happened changes what is so
    plan(debate)             -> Step      what must happen next: Note | Do | Rest

Values are frozen for the type checker alone (see `values`): that was measured.

A format (the rules of one kind of debate) is data: a tree of blocks, see `formats` and `loader`.
"""
