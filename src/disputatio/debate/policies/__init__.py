"""The named rules that a format may refer to: who is asked, in which order, who hears whom, when a loop ends.

A policy answers one question about one moment, and records nothing.
"""
