"""Floor 0: the rules of debate. Pure, synchronous, deterministic, standard library only.

A debate is a log of events; everything here is a function over that log:

    decide(debate, command)  -> events    turn a person's command into events, or refuse it with a remedy
    evolve(debate, event)    -> Debate    apply an event to the state
    plan(debate)             -> Step      say what must happen next: Note | Do | Rest

Values are frozen only for the type checker (see `values`), because measurements showed what freezing costs.

What happens, and what comes next:

    log                             events, commands, and the state that they make
    format, formats                 the rules of one kind of debate as a tree of blocks; reading them from files
    walk                            where a debate stands in that tree, and what comes next (`plan`)
    policies, policy                the named rules that a format may refer to; what such a rule is
    decide                          what a person asks for becomes events, or is refused
    ids                             paths: the place of a turn in the program is its id

What is made of what was said:

    statements                      what is held and what is disputed
    citations                       what a text cites, and whether the source says it
    attempts                        programs in turns, and what became of trying them
    board                           what the engine records besides: ledger, round records, reflections, crux rooms
    views                           what faces and exports show
    context, personas               what participants may take as known, and whom they play, pinned at the start
    roles                           roles that a person wrote, pinned too
    hooks                           the commands that check proposals: how they are written, and when they hold a debate
    languages                       programming languages, by what fences call them
    tools                           the tools that participants can be given, by name
    sameness                        when two statements are one in other words
    track                           how right a model was in debates before
    payload                         a reply taken apart without trusting its form

What all of it is made of:

    values, persistent, patterns    values, a map that never changes, regular expressions made at first use
    wording, reasons                the language in which a person reads texts, and what a log gives as its reasons
    ranges, natural_order, errors   amounts that figures can have, names with numbers in order, what a refusal says
"""
