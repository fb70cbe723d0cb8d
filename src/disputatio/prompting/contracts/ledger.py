# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The ledger: what the turns of a message or a round change in what is held and disputed (SPEC LEDGER.1, DUAL.3).

Whatever it says of a participant carries a receipt: words of theirs that stand in their turn. The reader looks each one
up; the first reply in which one is missing is sent back once, and from the second what has no receipt is left out. By
rule, without a model, only declarations by id are recorded ("I agree with P2", "I withdraw P3").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.receipts import bare_words, contrary, passage
from disputatio.debate.statements.statement import LINKS, Statement
from disputatio.debate.values import Json, value
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.errors import Incomplete
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
DEEDS = ("agrees", "partly", "concedes", "disagrees", "doubts", *OWN)
MOVES, UNREASONED = ("concedes", "revises", "withdraws"), ("", "none", "deferred")
"""Changes of position, and the classes of those that need no reason of their own."""
_DONE = re.compile(rf"\b(?:{'|'.join(DEEDS)})\b")
"""What is no "nothing"."""


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    reading = _Reading(brief)
    new = [one for item in items(found.get("new")) if (one := reading.stated(item)) is not None]
    about = [one for item in items(found.get("about")) for one in reading.done(item)]
    stands = [one for item in items(found.get("stands")) if (one := reading.standing(item)) is not None]
    data: Payload = {"new": [*new, *reading.parts], "about": [*reading.joined, *about], "stands": [*stands]}
    reading.quoting.checked(data)
    if told := [*reading.amiss, *reading.left_out(words(found.get("walk")))]:
        raise Incomplete(" ".join(told), data)
    return data


@value
class _Meant:
    """A statement that an entry can be about: a listed one by its id, or a new one by its mark. `words`: the receipt of
    its present wording."""

    id: str
    author: str
    text: str
    paths: tuple[str, ...]
    words: str


def _known(one: Statement) -> _Meant:
    paths = tuple(each.path for each in one.wordings)
    return _Meant(id=one.id, author=one.author, text=one.text, paths=paths, words=one.words)


class _Reading:
    """One record while it is read. `joined`: new statements that were stated before, as what somebody does with
    those. `parts`: what somebody accepts of a statement, as a statement of its author. `amiss`: what is wrong with
    entries that quote somebody, told to the clerk."""

    def __init__(self, brief: Brief) -> None:
        self.quoting = Quoting(brief, covered(brief))
        self.known = {one.id: _known(one) for one in brief.statements}
        self.joined: list[Json] = []
        self.parts: list[Json] = []
        self.amiss: list[str] = []
        self._counts: dict[str, int] = {}
        self._entered: set[str] = set()

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
        links = self._links(words(item.get("links")))
        if mark in self.known:
            mark = ""  # it is the name of another one
        if mark:
            self.known[mark] = _Meant(id=mark, author=turn.seat, text=text, paths=(turn.path,), words=quote)
        guessed: Payload = {"assumed": True} if item.get("assumed") is True else {}
        return {**entry, "text": text, "kind": line(item.get("kind")) or "claim", **guessed, "mark": mark, **links}

    def _links(self, told: Iterable[str]) -> Payload:
        """Return what a statement has to do with others, "supports P1, P2", by what that is."""
        found: dict[str, list[Json]] = {kind: [] for kind in LINKS}
        for one in told:
            kind, _, ids = one.strip().replace(":", " ").partition(" ")
            if (named := found.get(kind.casefold())) is not None:
                named += [id for each in ids.split(",") if (id := _id(each)) in self.known]
        return {**found}

    def left_out(self, walk: Iterable[str]) -> Iterator[str]:
        """Yield what is told of the listed statements with which something is done by the clerk's own account, and of
        which there is no entry. After an assessment that may be what stands in it."""
        if any(turn.gives == "assessment" for turn in self.quoting.turns):
            return
        entered = self._entered | {line(one.get("id")) for one in items([*self.joined])}
        told = [(_id(one.split()[0]), one) for one in walk if one.split()]
        left = [id for id, one in told if id in self.known and id not in entered and _DONE.search(one)]
        if left:
            yield f"By `walk`, something is done with {', '.join(left)}, and `about` does not say what. Add it."

    def done(self, item: Payload) -> Iterator[Payload]:
        """Yield what somebody does with each of some statements; an author does one kind of thing, and others
        another. Who has not read a statement can say the same, and nothing else of it. A reason that is not in the
        turn is left out, and so is a part that is accepted in other words than those of the statement: what the speaker
        makes of it is no statement of its author, and mostly the same as one that is listed."""
        does, quote = line(item.get("does")), line(item.get("quote"))
        named = (_id(id) for listed in words(item.get("ids")) for id in listed.split(","))
        meant = [one for id in named if (one := self.known.get(id)) is not None]
        self._entered |= {one.id for one in meant}
        if not meant or not does or (does == "partly" and not line(item.get("text"))):
            return
        turn = self.quoting.turn(line(item.get("by")), quote, f"{', '.join(one.id for one in meant)} {does}")
        if turn is None:
            return
        for one in meant:
            unread = does not in ("agrees", "partly") and set(one.paths) <= set(turn.beside)
            if (does in OWN) == (turn.seat == one.author) and (does in OWN or not unread):
                if does != "partly":
                    self._reasoned(item, one.id, does, turn)
                    yield self._deed(item, one.id, does, quote, turn)
                elif id := self._part(one, line(item.get("text")), turn.seat):
                    yield self._deed(item, id, "keeps" if self.known[id].author == turn.seat else "agrees", quote, turn)
                else:
                    self.amiss.append(
                        f"What {turn.seat} accepts of {one.id} has to be in the words of the list: copy them into "
                        "`text`, with … for what is left out. If they accept all that it says, they agree."
                    )

    def _reasoned(self, item: Payload, id: str, does: str, turn: SeenTurn) -> None:
        """Note a change of position for a reason that is not quoted: without it, nobody can see that there is one."""
        if (
            does in MOVES
            and line(item.get("why")) not in UNREASONED
            and not passage(line(item.get("because")), turn.text)
        ):
            self.amiss.append(
                f"For what {turn.seat} changes about {id} there is a reason by `why`: quote it in `because`."
            )

    def _part(self, whole: _Meant, text: str, by: str) -> str:
        """Return the id of what somebody accepts of a statement, in its words: a statement of its own, for which the
        whole is a reason, unless the same is known, of its author or of another. Nothing is said with it of the
        rest. "" where it is in other words."""
        same = [one for one in self.known.values() if bare_words(one.text) == bare_words(text)]
        if same:
            return min(same, key=lambda one: (one.author == by, one.author != whole.author)).id
        if not passage(text, whole.text):
            return ""
        mark = f"part {len(self.parts) + 1}"
        self.known[mark] = replace(whole, id=mark, text=text)
        place: Payload = {"by": whole.author, "turn": whole.paths[-1], "quote": whole.words}
        self.parts.append({**place, "text": text, "kind": "claim", "mark": mark, "supports": [whole.id]})
        return mark

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
            "decisive": does == "doubts" and line(item.get("strength")) == "strong",
            **({"beside": [*turn.beside]} if len(turn.beside) > 1 and does not in OWN else {}),
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


# What the task says of a field is not said again by the form: a clerk reads both in each call.
_BY = shapes.text("by", "", also="seat, participant, who, author, agent")
_QUOTE = replace(QUOTE, says="")

LEDGER = Contract(
    name="ledger",
    asks="""\
Record what these turns change, one after another. Most add two to four statements and touch many listed ones.

walk: every listed id in turn, and what the speakers do with it: "P1 agrees", "P2 nothing". What an assessment at the end says by id is on record already and counts as nothing.

new: what the answer stands or falls with: the answer, what is advised, the reasons and figures it rests on, what would change it, an objection to any of these. Leave out steps of a calculation, examples, asides, questions, remarks about the debate, established facts. What is listed, or stated by another in these turns, is never new, in whatever words; nor is its negation, such as a plain no: that belongs under `about`. Another figure or way held instead is new, and so is what is added. At most seven a turn, the weightiest first, one claim each, in a sentence that can be understood alone. What several say is recorded once; the others agree with it.
- mark: N1, N2 and so on, by which your record names it. kind: "decision" (what to do), "fact" (can be looked up), "finding" (found out here), else "claim". assumed: whether its author calls it a guess or an assumption, or only supposes it (not an estimate that is their answer). links: "supports P1" (is a reason for it), "attacks P1", "answers P1", by id or mark.

about: an entry for everything in `walk` that is not nothing; `ids`: all that the words quoted are about.
- Its author keeps it (defends it or says it again), revises it (gives up what it said for another figure, another way or a part of it, which stands in `text`), withdraws it (also for what another holds instead, with which they agree then), closes it (an objection of theirs has been met), or assumes it (calls it a guess; "all my figures are guesses" is about each).
- Anybody else agrees (says the same in their own words, builds on it, adopts what it advises, names it as what moved them), agrees in part (`partly`: they reject the rest, or leave it open; `text` is the part that they accept, copied from the list with … for what is left out), concedes (agrees, having been wrong or left it out), disagrees (calls it wrong, or wants something that matters in it changed; to add to it, or to ask for more, is new instead) or doubts (nothing at hand can decide it, or it is a guess to them as well). Reporting it is nothing, and so is silence. Where the list says "reworded since", look for what those who disputed it now make of it. Turns written at the same time can only agree with one another.
- because: their reason, or the objection that they accept, copied exactly; else empty. why: "evidence" (they point to a source), "argument" (there is a reason, or they admit a mistake), "deferred" (they yield to number, confidence or tone), else "none". strength: "strong" if they reject it outright, or if the answer would change were a doubted one false; else "mild".

stands: each speaker's stance (their answer) and position (on the aspect at hand, if there is one), a sentence each; confidence 0 to 1 if stated, else null; importance 1 to 10: new evidence, a concession or a change of position is 7 or more.

Every entry has `by`, the participant's id, and `quote`: 2 to 25 words of that turn, copied exactly, with … for what you leave out. Without, it is thrown away.""",
    fields=(
        shapes.texts("walk", "", also="listed, list"),
        shapes.items(
            "new",
            "",
            _BY,
            replace(shapes.WORDS, says=""),
            _QUOTE,
            shapes.text("mark", "", also="ref, label"),
            shapes.choice("kind", "", "claim", "fact", "decision", "finding", also="type"),
            shapes.flag("assumed", "", needed=False, also="assumption, guess, estimate"),
            shapes.texts("links", ""),
            also="statements, new statements, points, claims",
        ),
        shapes.items(
            "about",
            "",
            _BY,
            shapes.texts("ids", "", also="id, statement, statements, point, claim, ref"),
            shapes.choice("does", "", *DEEDS, also="deed, action, verdict, change, what"),
            shapes.text("text", "", also="new wording, wording, revised, part"),
            _QUOTE,
            shapes.text("because", "", also="reason, cause"),
            shapes.choice("why", "", "evidence", "argument", "deferred", "none", also="class, flip"),
            shapes.choice("strength", "", "mild", "strong"),
            also="changes, judgements, known, updates",
            needed=False,
        ),
        shapes.items(
            "stands",
            "",
            _BY,
            shapes.text("stance", "", also="overall stance, view"),
            shapes.text("position", "", also="aspect position"),
            _QUOTE,
            shapes.share("confidence", "", needed=False),
            shapes.number("importance", "", also="weight"),
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
