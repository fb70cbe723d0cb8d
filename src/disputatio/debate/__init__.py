"""Floor 0: the rules of debate. Pure, synchronous, deterministic, standard library only.

A debate is a log of events; everything here is a function over that log:

    decide(debate, command)  -> events    turn a person's command into events, or refuse it with a remedy
    evolve(debate, event)    -> Debate    apply an event to the state
    plan(debate)             -> Step      say what must happen next: Note | Do | Rest

Values are frozen only for the type checker (see `values`), because measurements showed what freezing costs.

A format (the rules of one kind of debate) is data: a tree of blocks, see `formats` and `loader`.
"""
