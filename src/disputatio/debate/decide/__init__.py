"""Turning what a person asks for into events, or refusing it with a reason and a remedy.

The engine records the events. Nothing here changes a debate by itself.
"""
