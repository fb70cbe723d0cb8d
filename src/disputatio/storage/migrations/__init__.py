"""Changes of the schema, one module per version, each with `revision`, `down_revision` and `upgrade`.

New files start at the current version (`schema.create`), so `0001_first` only marks where histories begin.
`0002_memory`: what can be recalled, and insights. `0003_repositories`: index and summaries. `0004_corpora`: the files
of personas. `0005_episodes`: programs that failed. `0006_code_versions`: all programs of a debate.
`0007_imports`: which debates come from elsewhere.
"""
