"""The start screen: a question, what the debate may know, its format, its seats, its options and its price.

For the person who begins a debate. It loads before the application does, so it imports neither debates nor what
stores them; nothing is sent before the person has agreed.
"""
