"""Floor 4: what a person can do, whatever the face.

actions    each thing that can be done, once: id, title, keys, when it is possible and why not, what it does
paths      the folders and files that belong to the person, and those that ship with the program
settings   every setting, declared once, and the file that keeps what the person chose
logs       the rotating log file, without keys
errors     exit codes and the report of a crash
"""
