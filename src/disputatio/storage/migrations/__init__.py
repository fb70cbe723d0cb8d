"""Changes of the schema, one module a version, each with `revision`, `down_revision` and `upgrade`.

Files are born at the present version (`schema.create`), so the first module is where all histories begin.
"""
