"""Floor 4: what a person can do, whatever the face. Window, command line and tool server call this, and nothing below
it that acts. Nothing here draws, prints or asks a person anything.

application    one object with everything a person can do
bootstrap      assembles it: the only place that names concrete classes
starting       what a debate starts from: configuration, cast, context, format
debates        debates that are open or over
actions        each thing that can be done, once: id, title, keys, when it is possible and why not, what it does
privacy        what leaves the computer, and what the person has agreed to
models         models beside debates: who can be asked, embeddings
tools          what participants look things up with: what is set up, allowed and carried out
hooks          commands that check proposals: configured, suggested, run in isolation
repositories   repositories: opened, indexed, searched, summarised
memory         what earlier debates settled
personas       personas and the files that they speak from
settings       every setting, declared once, and the file that keeps what the person chose
debate_files   export, import, and the final text of a debate as a note or a document
audit          whether what is kept of a debate is what was recorded
forecasts      what a debate takes: calls, tokens, money
receipts       the words that an insight rests on
examples       recorded debates that ship with the program
erasures       a part deleted for good: debates, things of the library, a repository
data           all the data at once: backup, restore, rebuild, everything deleted
restoration    a backup that is added to what is here
diagnosis      what works on this computer, and what does not
background     work that goes on behind what a person does
errors         exit codes and the report of a crash
logs           the rotating log file, without keys
paths          the folders and files that belong to the person, and those that ship with the program
private_files  files that only the person may read, written whole or not at all
process        what the program asks of its process: a screen, and when Python looks for cycles
"""
