"""What a debate starts from: configuration, cast, context, formats and unsent drafts.

It serves every face. Nothing here runs a debate.
"""
