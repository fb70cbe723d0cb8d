"""What earlier debates settled, recalled for the next one, and shown to the person who can correct it; and the course
of debates, kept from round to round. For every face. Nothing here decides what is so in a debate: what is recalled is
recorded, and the rules read it.

memories    insights: recalled, found, changed, merged, forgotten, and explained
thresholds  from which similarity on a memory is recalled
reminders   what was recalled into one debate, why, who read it, and where it was said again
lessons     what programs that failed teach: recalled for a task, found by agent, debate and likeness
course      what was said and settled in each round, kept for later rounds and debates
"""
