"""storage.migrations.versions."""
