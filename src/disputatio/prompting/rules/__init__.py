"""Reading prose without a model: sentences, statements, verdicts, positions. The contracts derive payloads from these
when no model is available or its reply cannot be read; whoever stores such a payload says `by="rules"`.

    sentences    a text taken apart, and what each sentence does
    statements   those that could be disputed, what a sentence says of a point, what each participant holds

They read words, not meanings, and err on the side of recording less. Pure and deterministic; nothing is raised.
"""
