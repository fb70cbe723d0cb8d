"""The start screen: a question, what the debate may know, its format, its seats, its options and its price.

For the person who begins a debate. It loads before the application does, so it imports neither debates nor what
stores them; nothing is sent before the person has agreed.

start_screen    the screen
first_run       what it offers whoever has no key yet
context_card    what the debate may take as known, and what needs agreement first
gallery         the choice of the format
seats           who sits in the debate
model_picker    choosing a model
model_shelf     which models there are, fetched in the background
persona_choice  whom a seat plays
options         rounds, budget, pausing, look-ups; aspects and rules
more_options    every other option of the format
configuration_dialog  all of it as text, with every key that has no field of its own
gate_points     where the debate waits for approval
tool_choice     whether participants use tools, and which
preparation     what was chosen becomes a debate: look ahead, check, ask for consent, start
"""
