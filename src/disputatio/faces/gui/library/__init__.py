"""What outlives a debate: workspaces, projects, assignments, tasks, documents and notes, and the list of all
debates.

For people who keep, write and find things. Whatever is deleted can be brought back from the bin.

library_page     the page of the library: places on the left, what belongs to the chosen one on the right
stage            its two sides, and how the person goes from place to place
contents         its places, and what one of them shows, as rows
subject          a project or an assignment: each kind of thing under its tab
naming           what kinds of things, their fields and states are called
notes            writing notes and documents
library_errands  what changes the library: forms, deleting and the way back, the bin, imports
debates_page     the page of all debates, searched and narrowed
debate_index     its list: the Qt model, and the rows as they are painted
mention_rows     what a search finds in debates
exports          the dialogs that export debates, and keep a debate's final text as a note or a document
parts            search fields and sheets, for these pages and those of personas
"""
