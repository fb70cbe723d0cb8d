"""Dialogs. They are opened and awaited (`bridge.answer`) or simply shown; none runs an event loop of its own."""
