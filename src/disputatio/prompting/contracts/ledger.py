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
from itertools import pairwise

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.receipts import bare_words, contrary, passage, sentence
from disputatio.debate.statements.statement import LINKS, Statement
from disputatio.debate.values import Json, value
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import line
from disputatio.prompting.reading import read_payload as fields_of
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.reading.declarations import declarations
from disputatio.prompting.reading.quoting import QUOTE, Quoting, first_text
from disputatio.prompting.rehearsal.records import rehearsed_ledger
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

MOST = 7
"""New statements that one turn may make (SPEC DUAL.3)."""
OWN = ("keeps", "revises", "withdraws", "closes", "assumes")
"""What only the author of a statement can do with it."""
DEEDS = ("agrees", "partly", "disagrees", "doubts", *OWN)
MOVES = ("revises", "withdraws")
"""Changes of position; so is to agree with what one has disputed."""
UNREAD = ("agrees", "partly")
"""What can be done with a statement by who had not read it: who holds the same by themselves agrees."""
OLDER = {"concedes": "agrees"}
"""What clerks were asked for once, by what it is."""
STRONGLY, UNREASONED, DEFERRED = "strong", "no reason", "deferred"
"""What a clerk adds to a deed that is meant outright; what it writes where a whole turn names no reason for a change,
and before words by which somebody yields."""
UNLISTED = "No statement has the id"
CLAIM, KINDS = "claim", ("decision", "fact", "finding")
_GUESS = "guess"
_LINK = re.compile(rf"\b({'|'.join(LINKS)})\b[:\s]*([^;]*?)(?=[,;.\s]*(?:\b(?:{'|'.join(LINKS)})\b|;|$))", re.I)
_DONE = re.compile(rf"\b(?:{'|'.join(DEEDS)})\b")
"""What is no "nothing"."""
_ID = re.compile(r"[PN]\d{1,6}")
"""What is an id also where nothing is listed under it."""
_WORD = re.compile(r"\w+(?:-\d+)?")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    reading = _Reading(brief)
    rows = enumerate(items(found.get("new")), 1)
    stated = [one for number, item in rows if (one := reading.stated(item, f"N{number}")) is not None]
    new = [reading.linked(one) for one in stated]
    about = [one for item in items(found.get("about")) for one in reading.done(item)]
    about += reading.opposed(new, about)
    stands = [one for item in items(found.get("stands")) if (one := reading.standing(item)) is not None]
    data: Payload = {"new": [*new], "about": [*reading.joined, *about], "stands": [*stands]}
    if lost := [*reading.quoting.missing, *reading.lost]:
        data["left_out"] = [*lost]
    reading.quoting.checked(data)
    left = [*reading.left_out(line(found.get("walk")).split(";"))]
    if told := [*reading.amiss, *left]:
        raise Incomplete(" ".join(told), data, rest="" if reading.amiss else "about")
    return data


@value
class _Meant:
    """A statement that an entry can be about: a listed one by its id, or a new one by its mark. `words`: the receipt of
    its present wording; `disputants`: who disputes it; `holders`: who agrees with it as it is worded now."""

    id: str
    author: str
    text: str
    paths: tuple[str, ...]
    words: str
    disputants: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()


def _known(one: Statement) -> _Meant:
    disputants = tuple(seat for seat, each in one.judgements.items() if one.disputed_as_it_stands(each))
    return _Meant(
        id=one.id,
        author=one.author,
        text=one.text,
        paths=tuple(each.path for each in one.wordings),
        words=one.words,
        disputants=disputants,
        holders=tuple(each.seat for each in one.agreeing if not one.overtaken(each)),
    )


class _Reading:
    """One record while it is read. `joined`: new statements that were stated before, as what somebody does with
    those. `amiss`: what is wrong with entries that quote somebody, told to the clerk. `lost`: what else is left out."""

    def __init__(self, brief: Brief) -> None:
        self.quoting = Quoting(brief, covered(brief))
        self.known = {one.id: _known(one) for one in brief.statements}
        self.joined: list[Json] = []
        self.amiss: list[str] = []
        self.lost: list[str] = []
        self._counts: dict[str, int] = {}
        self._entered: set[str] = set()
        self._rows: set[str] = set()

    def stated(self, item: Payload, called: str) -> Payload | None:
        """Return a new statement, at most `MOST` of a turn. What is equal to another but for case and marks, or is its
        negation, is what its author says of that one. `called`: its name in the record, by its place."""
        text, quote = line(item.get("text")), line(item.get("quote"))
        turn = self.quoting.turn(line(item.get("by")), quote, text)
        self._rows.add(called)
        if turn is None:
            return None
        entry: Payload = {"by": turn.seat, "turn": turn.path, "quote": self.quoting.words(quote, turn)}
        mark = _id(line(item.get("mark"))) or called
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
            self.lost.append(f"“{text}”")
            return None
        if mark in self.known:
            mark = ""  # it is the name of another one
        if mark:
            self.known[mark] = _Meant(
                id=mark, author=turn.seat, text=text, paths=(turn.path,), words=line(entry["quote"])
            )
        said = line(item.get("kind")).casefold()
        guessed: Payload = {"assumed": True} if item.get("assumed") is True or _GUESS in said else {}
        kind = next((kind for kind in KINDS if kind in said), CLAIM)
        return {**entry, "text": text, "kind": kind, **guessed, "mark": mark, "links": [*words(item.get("links"))]}

    def linked(self, item: Payload) -> Payload:
        """Return a new statement with what it has to do with others, "supports P1, N9", by what that is. It may name
        rows that come after it, so this waits until all of them are known."""
        found: dict[str, list[Json]] = {kind: [] for kind in LINKS}
        for one in words(item.pop("links")):
            for kind, ids in _LINK.findall(one):
                meant, unknown = self._named(ids)
                found[kind.casefold()] += [one.id for one in meant if one.id != item["mark"]]
                self.lost += [f"{kind} {id}" for id in unknown]
        return {**item, **found}

    def _named(self, listed: str) -> tuple[list[_Meant], list[str]]:
        """Return the statements that are named, wherever their ids stand, and the ids under which there is none."""
        pieces = (_id(piece) for piece in re.split("[,;]", listed))
        ids = [id for piece in pieces for id in ([piece] if piece in self.known else _WORD.findall(piece))]
        meant = {one.id: one for id in ids if (one := self.known.get(id)) is not None}
        return [*meant.values()], [id for id in ids if id not in self.known and _ID.fullmatch(id)]

    def opposed(self, new: Iterable[Payload], about: Iterable[Payload]) -> Iterator[Payload]:
        """Yield whom a new statement contradicts among those who wrote at the same time: its author holds it against
        what the other says, without having read it, as surely as they agree where both say the same. Of others whom
        they have read, the clerk records what they say."""
        told = {(one["by"], one["id"]) for one in about}
        for item in new:
            turn = next(turn for turn in self.quoting.turns if turn.path == item["turn"])
            for id in words(item["attacks"]):
                one = self.known[id]
                if one.author == turn.seat or not set(one.paths) <= set(turn.beside) or (turn.seat, id) in told:
                    continue
                told.add((turn.seat, id))
                yield self._deed({"quote": item["quote"], "because": "", "why": ""}, id, "disagrees", turn)

    def left_out(self, walk: Iterable[str]) -> Iterator[str]:
        """Yield what is told of the listed statements with which something is done by the clerk's own account, and of
        which there is no entry."""
        entered = self._entered | {line(one.get("id")) for one in items([*self.joined])}
        told = [told for one in walk for told in self._told(one.split())]
        left = [id for id, said in told if id not in entered and self._owed(id, said)]
        if left:
            yield f"By `walk`, something is done with {', '.join(left)}, and `about` does not say what. Add it."

    def _owed(self, id: str, said: str) -> bool:
        """Return whether something is done with a statement that no form tells: what somebody who assesses does may be
        what stands in their assessment, and beside one, that an author keeps a statement changes nothing."""
        assessed = {turn.seat for turn in self.quoting.turns if turn.gives == "assessment"}
        author, deeds = self.known[id].author, {*_DONE.findall(said)}
        if not assessed:
            return bool(deeds)
        others = {turn.seat for turn in self.quoting.turns} - {author}
        by_author = author not in assessed and not deeds.isdisjoint(OWN[1:])
        return by_author or (not others <= assessed and not deeds <= {*OWN})

    def _told(self, said: list[str]) -> Iterator[tuple[str, str]]:
        """Yield each listed statement of a piece of `walk`, with the words up to the next one: speakers may be kept
        apart by other marks than a semicolon."""
        places = [at for at, one in enumerate(said) if _id(one) in self.known]
        for at, end in pairwise([*places, len(said)]):
            yield _id(said[at]), " ".join(said[at + 1 : end])

    def done(self, item: Payload) -> list[Payload]:
        """Return what somebody does with each of some statements; an author does one kind of thing, and others
        another. Who has not read a statement can say the same, or a part of it: they concede nothing, and dispute and
        doubt nothing. A reason that is not in the turn is left out. Of a part that is accepted the whole sentence stands.
        """
        told, quote = line(item.get("does")), line(item.get("quote"))
        does = choice(told, (*DEEDS, *OLDER))
        does = OLDER.get(does, does)
        meant, unknown = self._named(", ".join(words(item.get("ids"))))
        self._entered |= {one.id for one in meant}
        if strange := [id for id in unknown if id not in self._rows]:  # what became of a row is told already
            self.amiss.append(f"{UNLISTED} “{', '.join(strange)}”.")
        called = f"{', '.join(one.id for one in meant)} {does}"
        turn = self.quoting.turn(line(item.get("by")), quote, called) if meant and does else None
        found = [*self._deeds(item, does, meant, turn, STRONGLY in told)] if turn is not None else []
        if unknown or not (found or (meant and does and turn is None)):  # without a receipt it is told as missing
            self.lost.append(f"{', '.join((*(one.id for one in meant), *unknown))} {does or told}: “{quote[:80]}”")
        return found

    def _deeds(
        self, item: Payload, does: str, meant: Iterable[_Meant], turn: SeenTurn, strongly: bool
    ) -> Iterator[Payload]:
        """Yield what is done with each statement that is meant."""
        item = {
            **item,
            "does": does,
            "quote": self.quoting.words(line(item.get("quote")), turn),
            **self._reason(item, turn),
        }
        item = {**item, "strength": "strong"} if strongly else item
        if does == "partly":
            item["quote"] = " ".join(sentence(line(item["quote"]), turn.text).split()) or item["quote"]
        for one in meant:
            if does == "keeps" and turn.seat in one.holders:  # they hold it with its author
                yield self._deed(item, one.id, "agrees", turn)
            if (does in OWN) != (turn.seat == one.author):
                continue
            if does in OWN or not set(one.paths) <= set(turn.beside):
                self._reasoned(item, one, turn)
                yield self._deed(item, one.id, does, turn)
            elif does in UNREAD:  # what they reject of a part, they had not read either
                kept = {**item, "because": "", "why": ""} if does == "partly" else {**item, "why": ""}
                yield self._deed(kept, one.id, does, turn)

    def _reason(self, item: Payload, turn: SeenTurn) -> Payload:
        """Return why somebody does it: in words of the turn, and what is said of them."""
        told, why = line(item.get("because")), str(item.get("why") or "")
        if told.casefold().startswith(DEFERRED):
            told, why = told[len(DEFERRED) :].strip(" :"), DEFERRED
        elif told.casefold().strip(".") == UNREASONED:
            told, why = "", "none"
        because = self.quoting.words(told, turn)
        return {"because": because if passage(because, turn.text) else "", "why": why}

    def _reasoned(self, item: Payload, one: _Meant, turn: SeenTurn) -> None:
        """Note a change of position for a reason that is not quoted: without it, nobody can see that there is one."""
        moves = item["does"] in MOVES or (item["does"] == "agrees" and turn.seat in one.disputants)
        if moves and not item["because"] and item["why"] not in ("none", DEFERRED):
            self.amiss.append(
                f"Why does {turn.seat} change what they hold of {one.id}? Quote their reason in `because`, or write "
                f"“{UNREASONED}” if the turn names none."
            )

    def _deed(self, item: Payload, id: str, does: str, turn: SeenTurn) -> Payload:
        return {
            "by": turn.seat,
            "turn": turn.path,
            "id": id,
            "does": does,
            "text": line(item.get("text")) if does == "revises" else "",
            "quote": item["quote"],
            "because": item["because"],
            "why": item["why"],
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
            stated["quote"] = self.quoting.words(quote, turn) if turn is not None else quote
        else:
            seat = self.quoting.seat(by)
            turn = next((turn for turn in reversed(self.quoting.turns) if seat in ("", turn.seat)), None)
        return {"by": turn.seat, "turn": turn.path, **stated, "importance": importance} if turn is not None else None


def covered(brief: Brief) -> list[SeenTurn]:
    """Return the turns that a record is about: messages, and the rankings in which answers are judged."""
    said = [turn for turn in brief.turns if turn.gives in (*MESSAGES, "ranking")]
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
Record what these turns change. Most add two to four statements and touch many.

walk: what is done with each listed id: "P1 agrees; P2 -".

new: what the answer stands or falls with: the answer, advice, the reasons and figures behind it, what would change it, objections to these. Not steps of a sum, examples, asides, questions, remarks on the debate, established facts; nor, in whatever words, what is listed, its plain negation, or its author's new wording: these go under `about`. What is added is new if the answer hangs on it. At most seven a turn, weightiest first, one claim each, clear alone. Rows are N1, N2, …
- kind: decision (what to do), fact (can be looked up), finding (found out here) or empty; "guess" too if its author says that they only suppose it (not by "may"; not of an estimate that is their answer). links: "supports P1", "attacks N9", "answers P2".

about: a row for all done in `walk`; ids: all the quote is about, comma-separated.
- Its author keeps it (defends, repeats, explains or adds to it), revises it (gives a figure, probability, way or part of it up for another; `text` is the new wording), withdraws it (if for what another holds, they agree with that in another row), closes it (their objection is met) or assumes it (calls it a guess; "all my figures are guesses" is about each).
- Others agree (`agrees`: say it in their own words, build on it, adopt it, grant it, name it as what moved them), accept a part (`partly`: `because` quotes how they call the rest wrong, empty if they do not), disagree (`disagrees`: call it, not only what follows from it, wrong, or want something that matters changed; their alternative is new if unlisted) or doubt it (`doubts`: nothing at hand can decide it, or they call it a guess, too). "disagrees strongly" rejects outright; "doubts strongly": the answer changes if it is false. Reporting and silence are nothing. Of what was "reworded since", see what those who disputed it now say.
- because: their reason, or the objection that they accept, quoted from the speaker; for a change of position "no reason" if the turn names none. Words that yield to number, confidence or tone follow "deferred:".

stands: each speaker's stance (answer); importance of the turn, 1 to 10; stated confidence in the stance, 0 to 1; position on the aspect, if any.

Every row has `by`, a participant's id, and `quote`: their exact words, the first and last three of a passage in one paragraph with … between, or two or more words whole.""",
    fields=(
        shapes.text("walk", "", also="listed, list"),
        shapes.rows(
            "new",
            _BY,
            replace(shapes.WORDS, says=""),
            _QUOTE,
            shapes.text("kind", "", also="type"),
            shapes.texts("links", ""),
            replace(shapes.text("mark", "", also="ref, label"), older=True),
            replace(shapes.flag("assumed", "", needed=False, also="assumption, guess, estimate"), older=True),
            also="statements, new statements, points, claims",
        ),
        shapes.rows(
            "about",
            _BY,
            shapes.text("does", "", also="deed, action, verdict, change, what"),
            shapes.texts("ids", "", also="id, statement, statements, point, claim, ref"),
            _QUOTE,
            shapes.text("because", "", also="reason, cause"),
            shapes.text("text", "", also="new wording, wording, revised, part"),
            replace(
                shapes.choice("why", "", "evidence", "argument", "deferred", "none", also="class, flip"), older=True
            ),
            replace(shapes.choice("strength", "", "mild", "strong"), older=True),
            also="changes, judgements, known, updates",
            needed=False,
        ),
        shapes.rows(
            "stands",
            _BY,
            shapes.text("stance", "", also="overall stance, view"),
            _QUOTE,
            shapes.number("importance", "", also="weight"),
            shapes.share("confidence", "", needed=False),
            shapes.text("position", "", also="aspect position"),
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
