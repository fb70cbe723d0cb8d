"""Floor 2: carries out what the rules ask for. The only floor where things happen at the same time.

ports       what the engine needs from the outside world, as Protocols
chat        the parts of a streamed reply
limits      retry, time-outs, concurrency and budget, as values
routing     which model answers, and how healthy each one is
performer   carries out one call
runner      one live debate
hub         who watches it
"""
