"""Workspaces, projects, assignments, tasks, documents and notes: list, write, search, delete with undo.

`page.LibraryPage(app, bridge, parent)` is a page of the window; `note_dialog.NoteDialog(app, bridge, suggestion,
parent)` saves a debate's text as a note and is awaited with `bridge.answer`.
"""
