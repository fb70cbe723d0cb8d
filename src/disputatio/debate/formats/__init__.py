"""Formats as files: reading them, checking them, and opening a debate with one. For the application. A debate that is
open carries its format with it and never comes back here.

file       a file as tables, with every fault and its line
loader     the tables become a `Format`, checked
foreign    whether the rules know all that a program from elsewhere names
role_file  a role that a person wrote, checked
opening    who sits where, which options hold, and the first event
"""
