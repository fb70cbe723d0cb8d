# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""What a crux room came to: the claim, what it really hangs on, and whether it was resolved.

The claim is the one that the room was about, whatever a reply calls it; it is resolved where both sides accept a
statement and declare that it settles the claim, or do not declare the contrary and the reply says so. What a side
conceded carries a receipt, and the reason, where it is quoted, stands in the room, too.
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.format import MESSAGES
from disputatio.debate.ids import index_of, parent, segments
from disputatio.debate.log.turns import Turn
from disputatio.debate.payload import items
from disputatio.debate.statements.cards import Talk
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import REFLECTION, Contract
from disputatio.prompting.reading import line, read_payload
from disputatio.prompting.reading.figures import seat_meant, seats_of
from disputatio.prompting.reading.quoting import QUOTE, Quoting
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None:
        return None
    if any(turn.gives == "stance" for turn in brief.turns):
        talk = _talk(brief)
        found["resolved"] = talk.settled(found.get("resolved") is True)
        found["how"] = talk.common
    about = _claim(brief)
    seats = seats_of(brief)
    for key in ("best", "minds"):
        for item in items(found.get(key)):
            item["seat"] = seat_meant(seats, line(item.get("seat"))) or line(item.get("seat"))
    quoting = Quoting(brief, [turn for turn in brief.turns if turn.gives in MESSAGES])
    found["conceded"] = [one for item in items(found.get("conceded")) if (one := _conceded(item, quoting))]
    known = {one.id for one in brief.statements} - {about}
    deeds = (item for item in items(found.get("about")) if line(item.get("id")) in known)
    found["about"] = [one for item in deeds if (one := _done(item, quoting))]
    return quoting.checked({**found, "claim": about} if about else found)


def _done(item: Payload, quoting: Quoting) -> Payload | None:
    """Return what a side did with a listed statement, with their words and the turn in which these stand."""
    id, does, quote = line(item.get("id")), line(item.get("does")), line(item.get("quote"))
    turn = quoting.turn(line(item.get("seat")), quote, f"{id} {does}") if does else None
    if turn is None:
        return None
    done: Payload = {"id": id, "seat": turn.seat, "does": does, "quote": quoting.words(quote, turn), "turn": turn.path}
    return {**done, "because": quoting.reason(line(item.get("because")), turn.seat)}


def _conceded(item: Payload, quoting: Quoting) -> Payload | None:
    """Return what somebody conceded, with their words and the turn in which these stand."""
    text, quote = line(item.get("text")), line(item.get("quote"))
    turn = quoting.turn(line(item.get("seat")), quote, text)
    if turn is None:
        return None
    given: Payload = {"seat": turn.seat, "text": text, "quote": quoting.words(quote, turn), "turn": turn.path}
    return {**given, "because": quoting.reason(line(item.get("because")), turn.seat)}


def _talk(brief: Brief) -> Talk:
    """Return what the sides of a room put to one another, and accepted."""
    talk = Talk()
    for turn in brief.turns:
        seat = index_of(turn.path)
        talk = talk.hear(Turn(path=turn.path, seat=seat, gives=turn.gives, heard="", text="", data=turn.data))
    return talk


def _claim(brief: Brief) -> str:
    """Return the id of the statement that the room is about."""
    return next((index for _, index in reversed(segments(parent(brief.path))) if index), "")


def _derived(brief: Brief, text: str) -> Payload:
    """Return what both sides declared: the statements that they last worded, and whether both accept one."""
    talk = _talk(brief)
    last = {turn.seat: turn for turn in brief.turns if turn.gives == "stance"}
    best: list[Json] = [
        {"seat": seat, "text": worded} for seat, turn in last.items() if (worded := line(turn.data.get("statement")))
    ]
    found: Payload = {"claim": _claim(brief), "crux": "premise", "statement": talk.common, "best": best, "minds": []}
    return {**found, "conceded": [], "about": [], "resolved": talk.settled(False), "how": talk.common}


BECAUSE = shapes.text("because", "", also="reason, why")

CARD = Contract(
    name="card",
    asks="""\
Record what the exchange came to:
- the claim; the crux, on which the dispute really turns (a fact, a value, a definition, a prediction, a premise, the evidence, or the time horizon), and a statement of it in one sentence;
- the best case of each side, and what would change their minds, by seat (the id of the participant);
- what a side conceded, if anything: what it grants now and did not when the room opened, with `quote`, its exact words from the room (2 to 25 words), and `because`, its words for why, if it says why;
- about: which of the other statements listed a side accepts, accepts a part of (`partly`; `because` is then what it says against the rest), keeps or withdraws in the room, if any, with the same;
- whether the claim itself was resolved, and how. It is not if they accept a statement together and remain divided on the claim.""",
    fields=(
        shapes.text("claim", "", also="topic, id"),
        shapes.choice(
            "crux",
            "",
            "fact",
            "value",
            "definition",
            "prediction",
            "premise",
            "evidence",
            "horizon",
            needed=True,
            also="the crux, true crux, crux type, type, kind",
        ),
        shapes.text("statement", "", also="crux statement, summary, question"),
        shapes.rows(
            "best",
            replace(shapes.SEAT, says=""),
            replace(shapes.WORDS, says=""),
            also="best cases, best case, cases",
            needed=False,
        ),
        shapes.rows(
            "minds",
            replace(shapes.SEAT, says=""),
            replace(shapes.WORDS, says=""),
            needed=False,
            also="what would change each mind, change minds, would change, what would change minds",
        ),
        shapes.rows(
            "conceded",
            replace(shapes.SEAT, says=""),
            replace(shapes.WORDS, says=""),
            replace(QUOTE, says=""),
            BECAUSE,
            needed=False,
            also="concessions, gave up, given up",
        ),
        shapes.rows(
            "about",
            shapes.text("id", "", also="statement, point, claim, ref"),
            replace(shapes.SEAT, says=""),
            shapes.choice("does", "", "accepts", "partly", "keeps", "withdraws", also="deed, action, what"),
            replace(QUOTE, says=""),
            BECAUSE,
            needed=False,
            also="other statements, others",
        ),
        shapes.flag("resolved", "", also="settled", needed=False),
        shapes.text("how", "", also="resolution, common statement"),
    ),
    reader=_read,
    rule=_derived,
    alone=True,
    temperature=REFLECTION,
)
