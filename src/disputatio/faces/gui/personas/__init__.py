"""Personas: who they are, on a sheet that saves itself, and the files that they have read.

For people who want somebody in particular in a seat. A persona in use is never changed in debates that have already
taken it.
"""
