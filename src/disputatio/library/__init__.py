"""What outlives a debate, as pure values. For `storage`, which keeps them, and for debates, which take them as context.
Nothing here reads a file or a database.

Whoever stores a value gives it its id and times; until then, `id` is "" and the times are 0.

workspace   workspaces, projects, tasks, assignments, documents, notes
context     a project or an assignment as the context of a debate
persona     a character that a seat can be given
corpus      the files that a persona speaks from, as passages
memory      what is remembered of debates, and the arithmetic of recalling it
episodes    programs that failed, and what their authors made of it
text_file   notes and documents as Markdown files
similarity  from which similarity on a memory bears on a question
"""
