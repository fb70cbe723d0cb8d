"""Measuring programs that nobody has read, without running them: maintainability, complexity, security (SPEC CODE.1).

For the application, which asks for each version of code of a debate. Nothing of a program is ever executed; but even to
parse one that was made to do harm can take for ever, take all memory or end the process. So each is measured in a
process of its own, which gets no keys, opens no connection and has little time and memory.

`measurement`: what starts that process, and reads what it found.
`worker`: what runs in it: radon and bandit for Python, lizard for other languages. It is imported by nobody else.
"""
