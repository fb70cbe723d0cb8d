"""How long what is sent and said in a debate is, in tokens, by recorded ones (`python -m benchmarks tokens`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

TURN_TOKENS, LONG_TURN_TOKENS, PERSONA_TOKENS = 550, 800, 300
"""Tokens of a turn; of one that looks things up; of one in a dialogue of personas."""
PERSONA = "Persona"
"""The role of those who speak in such a dialogue."""
RECORD_TOKENS = 150
"""Tokens of what the clerk records."""
SAID: Mapping[str, int] = MappingProxyType(
    {
        "revise": 150,
        "statement": 170,
        "closing": 210,
        "estimate": 290,
        "answer": 380,
        "challenge": 350,
        "stance": 160,
        "card": 300,
        "ranking": 80,
        "ballot": 50,
        "comparison": 130,
        "appraisal": 80,
        "agreement": 650,
        "verification": 400,
        "synthesis": 540,
        "clarify": 320,
        "clarification": 340,
        "plan": 440,
        "code": 1_250,
        "reflection": 170,
        "propose": 1_600,
        "aggregate": 1_900,
        "flaws": 570,
        "review": 480,
        "optimize": 2_300,
        "attack-proposals": 450,
        "defend-proposals": 900,
    }
)
"""Tokens of a reply of some kinds, by the step or by what it gives. From "clarify" on they are those of two debates
whose proposals were programs with their tests."""
LENGTHY = 2
"""How many times as long replies are where participants write at length. In recorded councils and panels an answer had
250 to 650 tokens on the average of a debate, so one figure alone would be a guess."""
AT_LENGTH: Mapping[str, int] = MappingProxyType({"revise": SAID["estimate"]})
"""The same where participants write at length: who revises says as much as at first. In one of two recorded panels
revisions were short, in the other as long as the estimates."""
REASONS_TOKENS, MOST_REASONS = 70, 500
"""Tokens of the reasons in the statistics of such a panel, for each message on record, and at most."""
RECORDED_TOKENS, RECORDED_SHARE = 100, 0.75
"""Tokens of a record for each message that it is about, besides a share of its length."""
SHORTENED = 0.4
"""What share of the older turns stands in the request for the result, those paragraphs on which the record rests; where
participants write at length, all of them, as in two recorded panels."""
FRAME_TOKENS, CLERK_TOKENS = 700, 250
"""Tokens of instructions, form and question: of a participant, of the clerk."""
LONG_FRAMES: Mapping[str, int] = MappingProxyType({"ledger": 1_000, "agreement": 600})
"""The same of what the clerk has the longest instructions for."""
TOOLS_TOKENS, RUN_TOKENS = 800, 400
"""Tokens of the tools that look things up, and of those that run programs alone, with what is said about them."""
FIGURE_TOKENS, STATED_TOKENS, MOST_STATED = 150, 70, 1_500
"""Tokens of a figure; of the list of all statements for each message on record, and at most."""
JUDGED_TOKENS = 250
"""Tokens of the judgements with the words that they rest on, for each message on record."""
FIGURES: Mapping[str, int] = MappingProxyType(
    {
        "standings": 500,
        "disputes": 500,
        "evidence": 50,
        "participants": 20,
        "unaddressed": 150,
        "statistics": 300,
        "topic": 50,
        "memories": 0,
        "clarified": 330,
        "flaws": 230,
        "attacks": 220,
        "other-proposals": 290,
        "scores": 50,
        "runs": 40,
        "rubric": 20,
    }
)
"""Tokens of figures that are longer or shorter."""
ROOM_VIEW_TOKENS, MOST_ROOM_VIEW = 425, 1_600
"""Tokens of what is seen in a crux room for each seat of the debate, and at most: what led to its claim, and where both
sides stand. In three recorded dialogues of three it had 1,070 to 1,500, in one of two 850."""
LONG_ROOM: Mapping[str, int] = MappingProxyType({"stance": 250, "room-view": MOST_ROOM_VIEW})
"""Tokens of what is said and seen in crux rooms in which much is said: as in three recorded dialogues."""
VIEWS = ("view", "standing-view")
"""Figures that show the board of a dialogue and what the reader has not read."""
VIEW_TOKENS, MOST_VIEW, SEAT_TOKENS = 440, 1_000, 80
"""Tokens of such a figure for each other participant, and at most, besides those for each seat."""
CLOSING_TOKENS, LEAST_CLOSING, MOST_CLOSING = 90, 500, 2_500
"""Tokens of the whole board for each message on record, at least, and at most."""
LEAST_CACHED = 2_048
"""Tokens from which on providers keep what they have read, about: 1,024 to 4,096, by provider and model."""
FIRST_LOOK_UPS, LOOK_UPS = 3, 1
"""Look-ups of a participant's first turn, and of each later one: each is a request that repeats the one before it."""
MANY_LOOK_UPS = (8, 2)
"""The same where much is looked up: all that a first turn may, and about twice as many later. One of two recorded
debates about repositories took few, the other many, so one figure alone would be a guess."""
SELDOM = (0, 0)
"""The same where proposals compete: whoever works on them is shown them. Of 39 such turns in two recorded debates
four were asked again."""
MOST_RUNS = 1
"""How often a turn that is offered nothing but running programs does so, at most."""
FOUND_TOKENS = 1_200
"""Tokens of what a look-up finds."""
CITED_TOKENS, KEPT_TOKENS = 250, 4_000
"""Tokens of a look-up that are shown again, since its turn cites them; of all of them, at most."""
REPAIRED, OFTEN_REPAIRED = 10, 3
"""One in so many records of the clerk is asked for twice, as a rule; and where participants write at length, which
leaves more to be quoted amiss."""


def record_of(messages: int, tokens: int) -> int:
    """Return the tokens of a record of so many messages, which have so many tokens."""
    return round(RECORDED_TOKENS * messages + RECORDED_SHARE * tokens)


def figures_of(recorded: int, seats: int, *, long: bool) -> dict[str, int]:
    """Return the tokens of each figure that is not of the usual length, with so many messages on record. `long`:
    participants write at length."""
    board = min(VIEW_TOKENS * (seats - 1), MOST_VIEW + SEAT_TOKENS * seats)
    found = {**FIGURES, **dict.fromkeys(VIEWS, board)}
    found["room-view"] = min(ROOM_VIEW_TOKENS * seats, MOST_ROOM_VIEW)
    found["points"] = min(STATED_TOKENS * recorded, MOST_STATED)
    found["judgements"] = JUDGED_TOKENS * recorded
    found["closing-view"] = max(LEAST_CLOSING, min(CLOSING_TOKENS * recorded, MOST_CLOSING))
    if long:
        found["statistics"] = max(FIGURES["statistics"], min(REASONS_TOKENS * recorded, MOST_REASONS))
    return found
