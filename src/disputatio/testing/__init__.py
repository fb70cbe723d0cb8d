"""Fakes that ship with the application, for its own tests and for trying things out.

loopback           servers on this machine that speak the providers' protocols, faults included
scripted           a provider whose models say what a test wants, and fail when it wants
speakers           a fake speaker whose text is a hash of all that it saw
meddler            a person who does anything at any moment, drawn from a seed
debates            whole debates in memory, with a log and a clock that stands still until it is told
merging_intervals  eight-phase debates on a small task, scripted
boards             histories put together turn by turn, and single statements
repositories       small repositories on disk, and a git server that one is cloned from
pseudo_language    English with accents, to see what is not translated
fake_keyring       a keyring in memory, with the faults that real ones have
"""
