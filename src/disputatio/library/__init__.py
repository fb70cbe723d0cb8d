"""What outlives a debate: workspaces, projects, assignments, tasks, documents, notes, personas, insights. Pure values.

Whoever stores a value gives it its id and times; until then, `id` is "" and the times are 0.
"""
