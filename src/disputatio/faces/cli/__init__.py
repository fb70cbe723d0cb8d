"""The command line: click commands over `app.Application`, and nothing below it that acts.

main        the group, and the one place where errors become messages and exit codes
sections    the order of commands in the help
face        what every command has at hand: the environment, the output, a way to run with the application open
output      text and tables, rich on a terminal and plain in a pipe; untrusted text is cleaned here
words       figures and times as a person reads them
start       `debate`: options become a configuration
consent     what would leave the computer, asked once
driving     running a debate to where it rests: Ctrl+C, the exit code, what to do next
endings     where a debate stands when it rests, and the exit code
live        what is seen meanwhile, as JSON lines; plain and terminal are its two other looks
control     resume, stop, answer, retry, extend, synthesise
changes     say, swap, set, rule, fork
debates     list, show, rename, fork, delete
exchange    export, import, replay, audit, search
models      models, providers, keys
formats     formats
preferences settings
data        backup, restore, rebuild, doctor
gates       what waits for approval
library     project, assignment, task, document, note, workspace; kinds says their fields, shelf makes the commands
"""
