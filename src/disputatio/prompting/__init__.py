"""Floor 1: language, apart from law. Pure, standard library only. For the engine, which sends what is composed here and
has what comes back read here. It never asks a model itself.

compose(view)    -> Request    what a model is asked, from named texts of the prompt book
interpret(reply) -> payload    what was said becomes statements, assessments, positions

briefing     what a call is to say, as data: the references of a view become turns and texts
compose      a brief becomes a request
request      what a request is, before any provider's dialect
book         every text that a model is sent, by name, with one digest
sections     what participants are shown of the board, in words
remembered   what earlier debates settled, as participants see it
personas     a persona, as a participant is told it
data_blocks  text from outside, in blocks that it cannot close
repeated_programs  programs that a request would show twice
tools        the tools that participants may call
contracts    each form of reply in one module: its fields, prompt, reader, rule, rehearsal
shapes       the fields of a contract, and the forms in which they are asked for
interpret    what was said becomes the payload of a contract
reading      tolerant readers, which the contracts share
rehearsal    contributions without any model, composed from the question and the context
errors       what cannot be used of a reply or a call
"""
