"""What outlives a debate: workspaces, projects, assignments, tasks, documents, notes, personas, insights. Pure values.

Ids and times are given by who stores a value: `id` is "" and times are 0 until then.
"""
