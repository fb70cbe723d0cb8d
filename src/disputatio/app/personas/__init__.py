"""Personas and the files that they speak from."""
