"""What outlives a debate: workspaces, projects, assignments, tasks, documents and notes, and the list of all
debates.

For people who keep, write and find things. Whatever is deleted can be brought back from the bin.
"""
