"""Floor 1: language, apart from law. Pure, standard library only.

compose(view)       -> Request     what a model is asked, from named texts of the prompt book
interpret(reply)    -> payload     what was said becomes statements, assessments, positions
contracts           each form of reply in one module: its fields, prompt, reader, rule, rehearsal
reading             tolerant readers, which the contracts share
sections            what participants are shown of the board, in words
rehearsal           contributions without any model, composed from the question and the context
book                every text that a model is sent, by name, with one digest
shapes              the fields of a contract, and the forms in which they are asked for
"""
