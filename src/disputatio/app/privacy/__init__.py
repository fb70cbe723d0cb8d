"""What leaves the computer, and what the person has agreed to (SPEC CONTEXT.5, GATE.1).

For every operation of the application that could reach a provider or an embeddings address: starting, resuming,
forking and swapping, indexing, summarising, embedding. Each of them asks the `Frontier`, which refuses with
`ConsentNeeded`: one error that says, as values, what would go where, how much of it, and at which price. A face shows
that, asks the person, and repeats the call with what was agreed. Beneath it the engine's routing and the embeddings
ask the same frontier before each request, so that a model which was chosen elsewhere gets nothing either.

It never asks anybody, never sends anything, and never takes one consent for a larger one. What stays on this computer
(servers of this machine, rehearsals, recorded debates) and a bare question need none, unless the question seems to
hold a secret.

sendings        what would go where, as values with a sentence each, and what stays on this computer
frontier        the one place that knows the consents, and lets through or refuses
consent_needed  the error, and what is asked and repeated then; it imports little
"""
