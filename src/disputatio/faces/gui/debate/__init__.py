"""One open debate: what is heard of it while it runs, its head, its pane, its first inspectors, and what its models
are told.

For the window, which opens panes, and for the subjects, whose inspectors look at the same debate. It decides nothing:
what a person wants is sent as a command.

live               the debate as the window follows it: a fold over its updates, told on as few signals
pane               its pane: head, transcript or another view, strips, composer
header             the head: title, how it stands, what can be done now
view_switch        which of its views the pane shows
strips             above and below the transcript: what is played; why it waits, and what can be done then
transcript_feed    keeps the transcript up to date with the debate
columns            the debate side by side: a column for each participant, a row for each round
speech             where a person speaks, to everyone or to one seat
question_form      the form in which they answer questions, or attacks, one by one
debate_actions     what can be done with the debate that is shown, with icons and reasons why not
approvals          where it waits for approval: shows the card, gives the answer
gate_card          that card
gate_questions     what it asks
tool_question      the question before a tool of a server is called
inspector          what every inspector beside a debate is made of
overview           the first inspector: gauge, score, points
run_inspector      the inspector of what the run has used and of its approvals
points             its card "Statements"
context_inspector  the inspector of what the models are told
context_dialog     the same in full, to be read
record_view        its record as a view: every event as a line, with filters, checked, run again, as a file
mark_dialog        what turned out to be right, asked once the debate is over
sent_dialog        what exactly was sent to the model of a turn
"""
