"""Floor 2: carries out what the rules ask for. The only floor where things happen at the same time.

ports       what the engine needs from the outside world, as protocols; the parts of a streamed reply
limits      retries, time-outs and concurrency, as values; the deadline of a stream
routing     which model answers, and how healthy each one is
performer   carries out one call
runner      one live debate
hub         who watches it, and what they see
journal     its events on their way into the log
"""
