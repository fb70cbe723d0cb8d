"""Exports of debates. Text from models is untrusted, so it is escaped for its target and never interpreted."""
