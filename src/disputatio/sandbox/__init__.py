"""Running programs that nobody has read: without network, without the person's files, within limits (SPEC SANDBOX.1).

For the engine, which hands over the code of a turn and gets back what came of it. It never runs anything outside of the
isolation: where this machine cannot isolate, it refuses and says what to install.

`isolation`: the box itself, made by bubblewrap, with its limits, and what becomes of a program that exceeds them.
`system_calls`: the filter that keeps calls of the kernel out of reach which no program here needs.
`interpreters`: the languages that this machine can run, and how.
`trials`: running the code of a turn with its tests, and saying what passed.
`harness.py` is run inside of the box, and imported by nobody.
"""
