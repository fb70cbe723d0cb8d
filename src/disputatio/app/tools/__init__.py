"""Tools of participants (SPEC TURN.7): what a debate may use, which of it is set up, what the person has allowed, and
carrying out the calls. The means are those of `tools` and `repository`."""
