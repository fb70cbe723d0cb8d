"""What faces and exports show of a debate: pure values, derived once, with the same words everywhere.

This is the only door to the bookkeeping of a debate (points, claims, ledger, cruxes, evidence). Window, terminal and
export lay out what they find here. Nothing here asks, waits, draws or knows any markup.

transcript            every turn, and what happened between turns: a fold that grows with the log
transcript_words      its entries in words: who speaks, what a turn is, what it says, what became of it
result                the page of the result, the answer first, in sections
result_section        a section of it, and its lines
result_lines          what each section lists, line by line
question_lines        what became of each question
turning_lines         who answered what first and in the end, and what turned it
open_lines            what is left open: assumptions and disputes
contest_lines         the same of work that was attacked or judged
verdict_lines         a proposition: what was decided, which wording was defended, how arguments weigh
ballot_lines          what a vote comes to by each rule, and each ballot with its reasons
solution              the proposal that won, whole, where proposals compete: its version, its tests, where it lies
winner                who or what won: a verdict, a vote or a position, by which method, with which score
board_view            the board as it is shown: standings, claims, crux rooms and cards, records, reflections
outcomes              what became of a dispute, in a line
statements, stances   points and claims with what became of them; where each participant stands
changes               changes of position: who changed what, and why
arguments             what supports, attacks or answers what: the links that every face draws on
charts                what each model cost, agreement over the rounds, who has read whom
track_records         what turned out to be right: the answers that can be marked; track records
code_versions         the programs of a debate, what each follows, what its tests said
code_quality          what is measured of a program, and the score that is made of it
differences           how one text differs from another, within bounds
citations             checked citations and their shares
progress, status      the round, the points and the measure of each round; how a debate stands, in one sentence
rounds                the rounds one after another, through the aspects of a dialogue
letters               whom letters stand for, in texts of those who saw no names
score, tallies        the score and what it rests on; what answers and rankings come to
measurability         whether there is anything to agree on, and who reads whom
agreed_lines          what is agreed and by whom, and how much that is
upshot                what a debate came to whose agreement was not measured
rules                 the rules of honest debate: on or off, with their figure
checks                what the commands that check proposals came to
phases, phase_facts   the phases of a debate whose format has them: how each stands, what came of it, what it costs
workshop, planning    who works now, attacks and defences, the last tests; how the task is planned
phase_board           all of that at once, and what is new of it
trail                 the record, event by event, for whoever checks what happened
gate_view             what waits for a person's approval, and what came of it
gate_tests            what tests came to, for whoever approves what comes next
layers                the layered result of a round, for programs that act on it
responses             what each participant answered in a round: position, key points, confidence
analysis              the consensus analysis by a light model
forecast, lengths     what a debate may cost; how long is what is sent and said
look_ups, excerpts    what participants look up, in words; the same as those who speak next are shown it
participants, places  who speaks; where in the debate
labels, words         what each status is called; money, options, states (light: needed before a debate is opened)
plain_text            Markdown as plain text
"""
