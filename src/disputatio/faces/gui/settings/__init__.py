"""The settings dialog: every declared setting with its field, providers and their keys, models, data.

For people, in place of the settings file. A new setting needs no line here, and a kept key is never shown again.
"""
