# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The ledger: what the turns of a message or a round change in what is held and disputed (SPEC LEDGER.1, DUAL.3).

Whatever it says of a participant carries a receipt: words of theirs that stand in their turn. The reader looks each one
up; the first reply in which one is missing is sent back once, and from the second what has no receipt is left out. By
rule, without a model, only declarations by id are recorded ("I agree with P2", "I withdraw P3").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.receipts import contrary, passage, plain, receipt_in
from disputatio.debate.statements.statement import LINKS, Statement
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line
from disputatio.prompting.reading import plain as fields_of
from disputatio.prompting.reading.naming import seat_meant, seats_of
from disputatio.prompting.rehearsal.records import rehearsed_ledger
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

MOST = 7
"""New statements that one turn may make (SPEC DUAL.3)."""
DEEDS = ("agrees", "disagrees", "doubts", "keeps", "revises", "withdraws", "assumes")
OWN = frozenset(DEEDS[3:])
"""What only the author of a statement can do with it."""

_DECLARED = re.compile(
    r"\bI (?:(?:now |also |fully )?(?P<agrees>agree with|accept)|(?P<disagrees>disagree with|reject|dispute)"
    r"|(?P<withdraws>withdraw|retract)) (?P<id>P\d{1,6})\b(?P<more>(?:(?:, | and |, and )P\d{1,6}\b)*)(?!\s+(?:if|unless|only|in part))",
    re.I,
)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    reading = _Reading(brief)
    new = [one for item in items(found.get("new")) if (one := reading.stated(item)) is not None]
    about = [one for item in items(found.get("about")) if (one := reading.done(item)) is not None]
    stands = [one for item in items(found.get("stands")) if (one := reading.standing(item)) is not None]
    data: Payload = {"new": _bounded(new), "about": [*about, *reading.joined], "stands": [*stands]}
    if reading.missing:
        raise Incomplete(
            "these entries have no receipt, since the words quoted do not stand in the turn of that participant: "
            f"{'; '.join(reading.missing[:8])}. Quote the words exactly as they stand there, or leave the entry out",
            data,
        )
    return data


def _bounded(new: list[Payload]) -> list[Json]:
    """At most so many of each turn, the first ones."""
    counts: dict[str, int] = {}
    kept: list[Json] = []
    for item in new:
        turn = str(item["turn"])
        counts[turn] = counts.get(turn, 0) + 1
        if counts[turn] <= MOST:
            kept.append(item)
    return kept


class _Reading:
    """One record while it is read. `missing`: the entries that have no receipt; `joined`: new statements that were
    known already, as what their authors do with the known ones."""

    def __init__(self, brief: Brief) -> None:
        self.turns = covered(brief)
        self.seats = seats_of(brief)
        self.known = {one.id: one for one in brief.statements}
        self.missing: list[str] = []
        self.joined: list[Json] = []

    def _place(self, item: Payload) -> tuple[str, str] | None:
        """By whom, and in which turn the words quoted stand; None where they stand nowhere."""
        by = seat_meant(self.seats, line(item.get("by")))
        turns = [turn for turn in self.turns if turn.seat == by] if by else self.turns
        quote = line(item.get("quote"))
        found = next((turn for turn in reversed(turns) if receipt_in(quote, turn.text)), None)
        if found is None:
            named = line(item.get("id")) or line(item.get("text")) or line(item.get("stance"))
            self.missing.append(f"“{named[:80]}” ({quote[:80] or 'nothing quoted'})")
            return None
        return found.seat, found.path

    def stated(self, item: Payload) -> Payload | None:
        """A new statement. What is equal to a known one but for case and marks, or is its negation, is what its author
        says of that one."""
        text, place = line(item.get("text")), self._place(item)
        if place is None or not text:
            return None
        by, turn = place
        entry: Payload = {"by": by, "turn": turn, "text": text, "quote": line(item.get("quote"))}
        for one in self.known.values():
            denies = contrary(one.text, text)
            if denies or plain(one.text) == plain(text):
                own = "withdraws" if denies else "keeps"
                does = own if one.author == by else "disagrees" if denies else "agrees"
                self.joined.append({**entry, "id": one.id, "does": does, "because": "", "why": "", "text": ""})
                return None
        links: Payload = {kind: [id for id in words(item.get(kind)) if id in self.known] for kind in LINKS}
        return {**entry, "kind": line(item.get("kind")) or "claim", **links}

    def done(self, item: Payload) -> Payload | None:
        """What somebody does with a known statement; its author does one kind of thing, and others another. A reason
        that is not in the turn is left out."""
        one = self.known.get(_id(line(item.get("id"))))
        does = line(item.get("does")).casefold()
        if one is None or does not in DEEDS:
            return None
        place = self._place(item)
        if place is None or (does in OWN) != (place[0] == one.author):
            return None
        by, turn = place
        because, said = line(item.get("because")), self._text(turn)
        return {
            "by": by,
            "turn": turn,
            "id": one.id,
            "does": does,
            "text": line(item.get("text")) if does == "revises" else "",
            "quote": line(item.get("quote")),
            "because": because if because and passage(because, said) else "",
            "why": line(item.get("why")),
            "strength": line(item.get("strength")),
            "decisive": item.get("decisive") is True,
        }

    def standing(self, item: Payload) -> Payload | None:
        """Where somebody stands. How important a message is says nothing of anybody, and needs no receipt."""
        importance = rating(item.get("importance"))
        stated: Payload = {name: said for name in ("stance", "position") if (said := line(item.get(name)))}
        if isinstance(item.get("confidence"), (int, float)):
            stated["confidence"] = item["confidence"]
        if not stated:
            by = seat_meant(self.seats, line(item.get("by")))
            last = next((turn for turn in reversed(self.turns) if by in ("", turn.seat)), None)
            return {"by": last.seat, "turn": last.path, "importance": importance} if last is not None else None
        place = self._place(item)
        if place is None:
            return None
        return {"by": place[0], "turn": place[1], "quote": line(item.get("quote")), **stated, "importance": importance}

    def _text(self, path: str) -> str:
        return next(turn.text for turn in self.turns if turn.path == path)


def covered(brief: Brief) -> list[SeenTurn]:
    """The turns that a record is about."""
    said = [turn for turn in brief.turns if turn.gives in MESSAGES]
    return [turn for turn in said if is_about(brief.path, turn.path)] or said[-1:]


def _id(text: str) -> str:
    return text.strip("[]() .:#*`")


def _derived(brief: Brief, text: str) -> Payload:
    """Declarations by id, and nothing else."""
    about = [entry for turn in covered(brief) for entry in _declared(turn, {one.id: one for one in brief.statements})]
    return {"new": [], "about": about, "stands": []}


def _declared(turn: SeenTurn, known: dict[str, Statement]) -> Iterator[Json]:
    for match in _DECLARED.finditer(turn.text):
        does = next(name for name in ("agrees", "disagrees", "withdraws") if match[name])
        for id in re.findall(r"P\d{1,6}", match["id"] + match["more"]):
            if id in known and (known[id].author == turn.seat) == (does in OWN):
                yield {"by": turn.seat, "turn": turn.path, "id": id, "does": does, "quote": match[0], "because": ""}


_BY = shapes.text("by", "id of the participant", also="seat, participant, who, author, agent")
_QUOTE = shapes.text(
    "quote",
    "their own words from the turn, copied exactly, 4 to 25 words; … for what you leave out",
    also="receipt, words, evidence quote, quotation",
)

LEDGER = Contract(
    name="ledger",
    asks="""\
Record what the turn (or the turns of this round) changes, and nothing that is as it was before.

new: the statements on which the answer depends, at most seven a turn. A statement belongs here if the answer would be another one were it false. Write each in one sentence that can be understood by itself, in its author's sense. No questions, no courtesies, nothing about the debate, nothing that the established facts say already. What is listed already is not new, in whatever words it comes; neither is the negation of it: that is a disagreement, recorded under `about`. If a statement supports, attacks or answers a listed one, give that id.

about: what somebody does with a listed statement, by its id.
- The author of the statement: keeps (defends it against an objection), revises (gives the new wording in `text`), withdraws, or assumes (accepts that nothing here can decide it).
- Somebody else: agrees, disagrees, or doubts (nothing at hand can decide it). Agreement with the listed wording only; not objecting is not agreeing. If they would change its wording, they disagree. What an assessment at the end of the turn says already need not be listed, unless the turn gives a reason for a change of mind there.
- because: the reason that they give, copied exactly from their turn; empty if the turn gives none. why: "evidence" if they point to a source, "argument" if they give a reason or admit a mistake of their own, "deferred" only if they say in so many words that they yield to the number, the confidence or the tone of others, "none" if the whole turn gives no reason.

stands: for each participant whose turn this is: stance in one sentence (their answer to the question), position in one sentence (on the aspect at hand, where there is one), and confidence from 0 to 1 only if they state it. Importance of the message from 1 to 10; new evidence, a concession or a change of position is 7 or more.

Every entry carries a quote: words of that participant, copied exactly from that turn. An entry whose quote is not found there is thrown away. Participants are named by their ids.""",
    fields=(
        shapes.items(
            "new",
            "statements that are not listed yet",
            _BY,
            shapes.WORDS,
            _QUOTE,
            shapes.choice("kind", "what it is", "claim", "fact", "decision", "finding", also="type"),
            shapes.texts("supports", "ids of statements that it supports"),
            shapes.texts("attacks", "ids of statements that it attacks"),
            shapes.texts("answers", "ids of statements that it answers"),
            also="statements, new statements, points, claims",
        ),
        shapes.items(
            "about",
            "what is done with listed statements",
            _BY,
            shapes.text("id", "id of the statement", also="statement, point, claim, ref", needed=True),
            shapes.choice("does", "what they do with it", *DEEDS, also="deed, action, verdict, change, what"),
            shapes.text("text", "the new wording, if they revise it", also="new wording, wording, revised"),
            _QUOTE,
            shapes.text("because", "their reason, copied exactly; else empty", also="reason, cause"),
            shapes.choice("why", "what moved them", "evidence", "argument", "deferred", "none", also="class, flip"),
            shapes.choice("strength", "how strongly they disagree", "mild", "strong"),
            shapes.flag(
                "decisive",
                "doubts only: true if the answer would change were it false",
                needed=False,
                also="load bearing",
            ),
            also="changes, judgements, known, updates",
            needed=False,
        ),
        shapes.items(
            "stands",
            "where each participant stands after the turn",
            _BY,
            shapes.text("stance", "their answer, in one sentence", also="overall stance, view"),
            shapes.text("position", "their position on the aspect at hand", also="aspect position"),
            _QUOTE,
            shapes.share("confidence", "as they state it, else leave it out", needed=False),
            shapes.number("importance", "importance of the message, 1 to 10", also="weight"),
            also="stances, standings, positions",
            needed=False,
        ),
    ),
    reader=_read,
    rule=_derived,
    rehearses=rehearsed_ledger,
    alone=True,
    unread="The ledger stays as it was",
    temperature=EXTRACTION,
    context="facts",
    new="new",
)
