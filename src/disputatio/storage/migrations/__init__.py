"""Changes of the schema, one module per version, each with `revision`, `down_revision` and `upgrade`.

New files start at the current version (`schema.create`), so the first module only marks where histories begin.
"""
