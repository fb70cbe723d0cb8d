"""What has happened: events, the commands that ask for them, and the state that results from folding them. For every
other part of the rules. It knows what a debate consists of, and never decides what comes next.

events    what can happen, in the past tense
commands  what a person can want, in the imperative
state     the debate: what is so after all that has happened
evolve    how an event changes it
turns     turns, and what came before a point by the structure of the program
seats     the places in a debate, and the services beside them
steps     what must happen next, as `walk.plan` says it
"""
