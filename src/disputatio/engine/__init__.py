"""Floor 2: carries out what the rules ask for. The only floor where things happen at the same time. It decides nothing
about a debate: what comes next is said by `debate.walk`.

ports      what the engine needs from the outside world, as protocols; the parts of a streamed reply
runner     one live debate: plan, perform, append, publish, until it rests
performer  carries out one call, with a model or without
asker      one attempt at an answer: the stream, read to its end
checking   having code and commands run, and what they are run on
tools      a turn in which the model looks things up
flights    calls under way, and their bill
limits     retries, time-outs and concurrency, as values; the deadline of a stream
routing    which model answers, and how healthy each one is
journal    its events on their way into the log
hub        who watches it, and what they see
canonical  what enters a log, in the one form in which the log holds it
errors     why a call failed
"""
