# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The ledger: what the turns of a message or a round change in what is held and disputed (SPEC LEDGER.1, DUAL.3).

Whatever it says of a participant carries a receipt: words of theirs that stand in their turn. The reader looks each one
up; the first reply in which one is missing is sent back once, and from the second what has no receipt is left out. By
rule, without a model, only declarations by id are recorded ("I agree with P2", "I withdraw P3").
"""

from __future__ import annotations

from collections.abc import Iterator

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.receipts import bare_words, contrary, passage
from disputatio.debate.statements.statement import LINKS, Statement
from disputatio.debate.values import Json, value
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import line
from disputatio.prompting.reading import read_payload as fields_of
from disputatio.prompting.reading.declarations import declarations
from disputatio.prompting.reading.quoting import QUOTE, Quoting, first_text
from disputatio.prompting.rehearsal.records import rehearsed_ledger
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

MOST = 7
"""New statements that one turn may make (SPEC DUAL.3)."""
OWN = ("keeps", "revises", "withdraws", "closes", "assumes")
"""What only the author of a statement can do with it."""
DEEDS = ("agrees", "concedes", "disagrees", "doubts", *OWN)


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    reading = _Reading(brief)
    new = [one for item in items(found.get("new")) if (one := reading.stated(item)) is not None]
    about = [one for item in items(found.get("about")) for one in reading.done(item)]
    stands = [one for item in items(found.get("stands")) if (one := reading.standing(item)) is not None]
    return reading.quoting.checked({"new": [*new], "about": [*reading.joined, *about], "stands": [*stands]})


@value
class _Meant:
    """A statement that an entry can be about: a listed one by its id, or a new one by its mark."""

    id: str
    author: str
    text: str
    paths: tuple[str, ...]


def _known(one: Statement) -> _Meant:
    return _Meant(id=one.id, author=one.author, text=one.text, paths=tuple(each.path for each in one.wordings))


class _Reading:
    """One record while it is read. `joined`: new statements that were stated before, as what somebody does with
    those."""

    def __init__(self, brief: Brief) -> None:
        self.quoting = Quoting(brief, covered(brief))
        self.known = {one.id: _known(one) for one in brief.statements}
        self.joined: list[Json] = []
        self._counts: dict[str, int] = {}

    def stated(self, item: Payload) -> Payload | None:
        """Return a new statement, at most `MOST` of a turn. What is equal to another but for case and marks, or is its
        negation, is what its author says of that one."""
        text, quote = line(item.get("text")), line(item.get("quote"))
        turn = self.quoting.turn(line(item.get("by")), quote, text)
        if turn is None:
            return None
        entry: Payload = {"by": turn.seat, "turn": turn.path, "quote": quote}
        mark = _id(line(item.get("mark")))
        for one in [*self.known.values()]:
            denies = contrary(one.text, text)
            if denies or bare_words(one.text) == bare_words(text):
                own = "withdraws" if denies else "keeps"
                does = own if one.author == turn.seat else "disagrees" if denies else "agrees"
                self.joined.append({**entry, "id": one.id, "does": does, "text": "", "because": "", "why": ""})
                if mark and not denies:
                    self.known.setdefault(mark, one)
                return None
        self._counts[turn.path] = self._counts.get(turn.path, 0) + 1
        if self._counts[turn.path] > MOST:
            return None
        links: Payload = {
            kind: [id for one in words(item.get(kind)) if (id := _id(one)) in self.known] for kind in LINKS
        }
        if mark in self.known:
            mark = ""  # it is the name of another one
        if mark:
            self.known[mark] = _Meant(id=mark, author=turn.seat, text=text, paths=(turn.path,))
        guessed: Payload = {"assumed": True} if item.get("assumed") is True else {}
        return {**entry, "text": text, "kind": line(item.get("kind")) or "claim", **guessed, "mark": mark, **links}

    def done(self, item: Payload) -> Iterator[Payload]:
        """Yield what somebody does with each of some statements; an author does one kind of thing, and others
        another. Who has not read a statement can say the same, and nothing else of it. A reason that is not in the
        turn is left out."""
        does, quote = line(item.get("does")), line(item.get("quote"))
        named = (_id(id) for listed in words(item.get("ids")) for id in listed.split(","))
        meant = [one for id in named if (one := self.known.get(id)) is not None]
        if not meant or not does:
            return
        turn = self.quoting.turn(line(item.get("by")), quote, f"{', '.join(one.id for one in meant)} {does}")
        if turn is None:
            return
        for one in meant:
            unread = does != "agrees" and set(one.paths) <= set(turn.beside)
            if (does in OWN) == (turn.seat == one.author) and (does in OWN or not unread):
                yield self._deed(item, one.id, does, quote, turn)

    def _deed(self, item: Payload, id: str, does: str, quote: str, turn: SeenTurn) -> Payload:
        because = line(item.get("because"))
        return {
            "by": turn.seat,
            "turn": turn.path,
            "id": id,
            "does": does,
            "text": line(item.get("text")) if does == "revises" else "",
            "quote": quote,
            "because": because if passage(because, turn.text) else "",
            "why": line(item.get("why")),
            "strength": line(item.get("strength")),
            "decisive": item.get("decisive") is True,
        }

    def standing(self, item: Payload) -> Payload | None:
        """Return where somebody stands. How important a message is says nothing of anybody, and needs no receipt."""
        importance = rating(item.get("importance"))
        by, quote = line(item.get("by")), line(item.get("quote"))
        stated: Payload = {name: text for name in ("stance", "position") if (text := line(item.get(name)))}
        if "confidence" in item:
            stated["confidence"] = item["confidence"]
        if stated:
            turn = self.quoting.turn(by, quote, first_text(item, "stance", "position") or "confidence")
            stated["quote"] = quote
        else:
            seat = self.quoting.seat(by)
            turn = next((turn for turn in reversed(self.quoting.turns) if seat in ("", turn.seat)), None)
        return {"by": turn.seat, "turn": turn.path, **stated, "importance": importance} if turn is not None else None


def covered(brief: Brief) -> list[SeenTurn]:
    """Return the turns that a record is about."""
    said = [turn for turn in brief.turns if turn.gives in MESSAGES]
    return [turn for turn in said if is_about(brief.path, turn.path)] or said[-1:]


def _id(text: str) -> str:
    return text.strip("[]() .:#*`")


def _derived(brief: Brief, text: str) -> Payload:
    """Declarations by id, and nothing else."""
    authors = {one.id: one.author for one in brief.statements}
    about: list[Json] = [
        {"by": turn.seat, "turn": turn.path, "id": one.id, "does": one.does, "quote": one.words, "because": ""}
        for turn in covered(brief)
        for one in declarations(turn.text)
        if one.id in authors and (authors[one.id] == turn.seat) == (one.does in OWN)
    ]
    return {"new": [], "about": about, "stands": []}


_BY = shapes.text("by", "id of the participant", also="seat, participant, who, author, agent")

LEDGER = Contract(
    name="ledger",
    asks="""\
Record what the given turn (or each turn of this round) changes. Leave out whatever is as it was before.

new: the statements on which the answer depends, at most seven per turn. A statement belongs here if the answer would be different were it false. The author's answer to the question comes first, unless it is listed already. One claim per statement: a figure that could be wrong by itself is a statement of its own. Where a turn makes more than seven, take those on which most depends. Word each in one sentence that can be understood on its own, as its author means it. Questions, courtesies, remarks about the debate and what the established facts already say do not belong here. Neither does a statement that is listed already, however it is put this time, nor its negation: record those under `about`. What several say in one round is one statement: record it once, and under `about` that the others agree.
- mark: N1, N2 and so on.
- kind: "decision" for what should be done, "fact" for what can be looked up, "finding" for what was found out in this debate, "claim" for anything else.
- assumed: true if its author calls it a guess or an assumption. An estimate that is itself their answer is none.
- supports, attacks, answers: the ids or marks of other statements that it is given as a reason for, that it is given as a reason against, or to whose objection it replies.

about: what somebody does with a statement, named by its id, or by its mark if it is new in another turn of this round. Go through the listed statements one by one and ask of each what the turn does with it: a turn usually touches more statements than it names. Where one sentence does the same with several, name them all in one entry.
- Its author keeps it (defends it against an objection), revises it (claims something else from now on; put the new wording in `text`), withdraws it (holds it no longer), closes it (says that the other side has met this objection of theirs, by accepting it or by changing the answer), or assumes it (calls it a guess, or accepts that nothing here can decide it). The same claim in other words is no revision. A withdrawal in part is one: word what is left.
- Somebody else agrees with it, concedes it (agrees, and says that they had been wrong about it or had left it out), disagrees with it, or doubts it (nothing at hand can decide it). Agreeing needs no formula: whoever says the same in their own words, builds on it, adopts what it recommends or names it as what moved them agrees with it, even if they add a detail. Whoever wants something that matters in it changed disagrees with it. Whoever only reports or mentions it, and whoever is silent, does nothing with it. Those who wrote at the same time, as in a round of first answers, have not read one another: they can say the same, but not disagree with or doubt one another. An assessment at the end of a turn is on record already and stands as it is; name one of its statements here only to give the reason for a change of mind.
- because: the reason that they give, copied exactly from their turn; empty if they give none. why: "evidence" if they point to a source; "argument" if they give a reason or admit a mistake of their own; "deferred" if they say outright that they yield to the number, the confidence or the tone of others; "none" if the turn gives no reason for it.

stands: for each participant who speaks here, their stance (their answer to the question) and their position (on the aspect at hand, if there is one), each in one sentence; their confidence from 0 to 1 if they state it, and null if they do not; and the importance of the message from 1 to 10, where new evidence, a concession or a change of position counts 7 or more.

Name participants by their ids. Support every entry with a quote: words of that participant, copied exactly from that turn. An entry whose quote is not found there is thrown away.""",
    fields=(
        shapes.items(
            "new",
            "statements that are not listed yet",
            _BY,
            shapes.WORDS,
            QUOTE,
            shapes.text("mark", "N1, N2 and so on", also="ref, label"),
            shapes.choice("kind", "what it is", "claim", "fact", "decision", "finding", also="type"),
            shapes.flag(
                "assumed",
                "true if its author calls it a guess or an assumption",
                needed=False,
                also="assumption, guess, estimate",
            ),
            shapes.texts("supports", "ids or marks of statements that it supports"),
            shapes.texts("attacks", "ids or marks of statements that it attacks"),
            shapes.texts("answers", "ids or marks of statements that it answers"),
            also="statements, new statements, points, claims",
        ),
        shapes.items(
            "about",
            "what is done with statements",
            _BY,
            shapes.texts("ids", "ids or marks of the statements", also="id, statement, statements, point, claim, ref"),
            shapes.choice("does", "what they do with it", *DEEDS, also="deed, action, verdict, change, what"),
            shapes.text("text", "the new wording, if they revise it", also="new wording, wording, revised"),
            QUOTE,
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
            QUOTE,
            shapes.share("confidence", "as they state it; null if they do not", needed=False),
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
