"""Exports of debates. What models wrote is untrusted: it is escaped for its target, never interpreted."""
