"""Floor 3: what must not leave the computer.

detection  likely secrets in a text: where they are, what they seem to be, and the text without them
rules      what the tokens of many issuers look like, as Betterleaks knows it
plausibility  whether a text is likely to be a secret by its letters alone
screening  what is held back of what is about to leave, and what a person released of it
keyring    keys of providers: environment, system keyring, or this session's memory alone
masking    the keys that are in use, taken out of whatever is written down
"""
