"""Floor 1: language, apart from law. Pure, standard library only.

compose(view)       -> Request     what a model is asked, from named texts of the prompt book
interpret(reply)    -> payload     what was said becomes points, assessments, positions
rules               the same payloads without any model, for when none is available (labelled as such)
rehearsing          whole turns without any model, composed from the question and the context
book                every text that a model is sent, by name, with one digest
shapes              the fields of every output contract: schema, form and reading come from this one table
"""
