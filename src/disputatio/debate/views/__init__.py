"""What faces and exports show of a debate: pure values, derived once, with the same words everywhere.

This is the only door to the bookkeeping of a debate (points, claims, ledger, cruxes, evidence). Window, terminal and
export lay out what they find here. Nothing here asks, waits, draws or knows any markup.

    transcript, messages   every turn and what happened between turns; the same in words
    board_view             the board: standings, claims, crux rooms and cards, round records, reflections; what
                           supports, attacks or answers what
    statements, stances    points and claims with what became of them; where each participant stands, and how they moved
    citations              checked citations and their shares
    progress, status       the score and what it rests on; how a debate stands, in one sentence
    layers, responses      the layered result of a round, for programs that act on it
    forecast, look_ups     what a debate may cost; what participants look up
    excerpts               what was looked up, as those who speak next are shown it
    participants, places   who speaks; where in the debate
    labels, words          what each status is called; money, options, states (light: needed before a debate is opened)
"""
