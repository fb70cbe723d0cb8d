"""What a debate is started with: configuration, cast, context, formats and unsent drafts.

For every face. Nothing here runs a debate."""
