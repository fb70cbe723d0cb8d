"""Formats as files: reading them, checking them, and opening a debate with one.

For the application. A debate that is open carries its format with it and never comes back here."""
