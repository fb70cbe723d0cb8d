"""Personas: who they are, on a sheet that saves itself, and the files that they have read.

For people who want somebody in particular in a seat. A persona in use is never changed in debates that have already
taken it.

persona_page     the page: a list on the left, one of them on the right
persona_sheet    the sheet of a persona
corpus           what a persona has read
persona_errands  what changes personas: copying, deleting, files in and out
"""
