"""The command line: click commands over `app.Application`, and nothing below it that acts.

main           the group, the order of commands in the help, and the one place where errors become exit codes
face           what every command has at hand: the environment, the output, a way to run with the application open
output         text and tables, rich on a terminal and plain in a pipe; untrusted text is cleaned here
start          `debate`: options become a configuration
consent        what would leave the computer, asked once; `consents`
run            running a debate to where it rests: Ctrl+C, the exit code, what to do next
reader         what is seen meanwhile: blocks and a status line, plain lines, or JSON
control        resume, stop, extend, synthesise, retry, room, answer
gates          what waits for approval: list, approve, reject
interventions  say, swap, set, rule, fork
hindsight      mark what turned out to be right; track, the record of each model
debates        list, show, requests, evidence, rename, delete, undelete
board_text     what `show` writes of the board, and of what was remembered
exchange       search, export, import, replay, audit
examples       recorded debates: list them, play one
branch         the branch of a debate in its repository
versions       the versions of code of a debate, and ways back to each
library        workspace, project, assignment, task, document, note, bin, and the commands that these have in common
personas       persona and its corpus
memory         what earlier debates settled
repository     repo
findings       `repo secrets` and `repo issues`
clients        `mcp`, and how AI clients are told of it
models         models, providers, check, keys, formats
tools          tools: the web search, tool servers, and asking before a call
hooks          hooks: the commands that check proposals, by project
roles          roles: what seats can be asked to be, built-in and one's own
installation   settings, doctor
data           backup, restore, rebuild, and deleting everything
"""
