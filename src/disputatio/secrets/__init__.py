"""Floor 3: what must not leave the computer.

detection  likely secrets in a text: where they are, what they seem to be, and the text without them
keyring    keys of providers: environment, system keyring, or this session's memory alone
masking    the keys that are in use, taken out of whatever is written down
"""
