"""Tools of participants (SPEC TURN.7): what a debate may use, which of it is set up, what the person has allowed, and
carrying out the calls. The means are those of the floors below.

tool_calls   what participants are offered, and carrying out what they call
web          searching the web, with a provider's own search or at an endpoint
shelf        the tool servers of the person, and what each of them offered
permissions  asking the person about one call, while the turn waits
"""
