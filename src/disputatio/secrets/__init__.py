"""Floor 3: what must not leave the computer.

detection    likely secrets in a text: where they are, what they seem to be, and what was held back of what leaves
assignments  values behind the name of a secret: in an assignment, a sentence, an option, a file of settings
rules        what the tokens of many issuers look like: as Betterleaks knows it, and what it lacks; and whether a text
             is likely to be a secret by its letters alone
places       folders where people keep keys
disguises    a key in another guise: between marks, escaped, encoded, in part
keyring      keys of providers: environment, system keyring, or this session's memory alone; masked in what is written
"""
