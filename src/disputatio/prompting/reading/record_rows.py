"""The rows of a record while it is read: what each of them says of whom, by which words (SPEC LEDGER.1, RECEIPT.1).

A row in which something is wrong is noted by its list and its place, so that it alone is asked for once more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from disputatio.debate.format import MESSAGES
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.payload import items, rating, words
from disputatio.debate.statements.ledger import is_about
from disputatio.debate.statements.objections import attacks
from disputatio.debate.statements.receipts import bare_words, clause, contrary, passage
from disputatio.debate.statements.statement import LINKS, Statement, objects
from disputatio.debate.values import Json, value
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.reading.payloads import line
from disputatio.prompting.reading.quoting import Quoting, first_text
from disputatio.prompting.reading.typed_answers import ANSWER, is_answer, with_reasons
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload

MOST = 7
"""New statements that one turn may make (SPEC DUAL.3)."""
OWN = ("keeps", "revises", "withdraws", "closes", "drops", "assumes")
"""What only the author of a statement can do with it."""
DEEDS = ("agrees", "partly", "disagrees", "doubts", "questions", *OWN)
MOVES = ("revises", "withdraws")
"""Changes of position; so is to agree with what one has disputed."""
UNREAD = ("agrees", "partly")
"""What accepts a statement. That can be done by who had not read it: who holds the same by themselves agrees."""
OLDER, DIVIDES = {"concedes": "agrees"}, "divides"
"""What clerks were asked for once, by what it is."""
STRONGLY, UNREASONED, DEFERRED, ADOPTS = "strong", "no reason", "deferred", "adopts"
"""What a clerk adds to a deed that is meant outright; what it writes where a whole turn names no reason for a change,
before words by which somebody yields, and what it wrote once before the answer that somebody adopts in a ranking."""
UNLISTED, UNTOLD = "No statement has the id", "`walk` does not say"
CLAIM, KINDS = "claim", ("decision", "fact", "finding")
_GUESS = "guess"
_LINK = re.compile(rf"\b({'|'.join(LINKS)})\b[:\s]*([^;]*?)(?=[,;.\s]*(?:\b(?:{'|'.join(LINKS)})\b|;|$))", re.I)
_DONE = re.compile(rf"\b(?:{'|'.join((*DEEDS, DIVIDES))})\b")
"""What is no "nothing"."""
_ID = re.compile(r"[PN]\d{1,6}")
"""What is an id also where nothing is listed under it."""
_WORD = re.compile(r"\w+(?:-\d+)?")
_SPEAKER = re.compile(r"([^:;,.\n]+):")
"""Before a colon in `walk`, who it is about from there on; what is not put to anybody stands behind `_REST`."""
_REST = "rest"


@value
class _Meant:
    """A statement that an entry can be about: a listed one by its id, or a new one by its mark. `words`: the receipt of
    its present wording; `disputants`: who disputes it; `holders`: who agrees with it as it is worded now. `objects`: it
    is an objection that can be met, or others dispute it. `caveats`: what its author puts against it; `links`: the ids
    of all that it bears on."""

    id: str
    author: str
    text: str
    paths: tuple[str, ...]
    words: str
    disputants: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    objects: bool = True
    caveats: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


def _known(one: Statement, listed: Mapping[str, Statement]) -> _Meant:
    disputants = tuple(seat for seat, each in one.judgements.items() if one.disputed_as_it_stands(each))
    return _Meant(
        id=one.id,
        author=one.author,
        text=one.text,
        paths=tuple(each.path for each in one.wordings),
        words=one.words,
        disputants=disputants,
        holders=tuple(each.seat for each in one.agreeing if not one.overtaken(each)),
        objects=one.open or objects(one, listed),
        caveats=tuple(each.id for each in listed.values() if each.author == one.author and attacks(each, one.id)),
        links=tuple(link.to for link in one.links),
    )


class Rows:
    """One record while it is read. `joined`: new statements that were stated before, as what somebody does with those.
    `amiss`: what is wrong with entries that quote somebody, told to the clerk. `faulty`: the places, by list, of rows
    of which something is told. `lost`: what else is left out. `aside`: what is told only where the record is sent back
    for something else."""

    def __init__(self, brief: Brief) -> None:
        self.quoting = Quoting(brief, covered(brief))
        listed = {one.id: one for one in brief.statements}
        self.known = {id: _known(one, listed) for id, one in listed.items()}
        self.joined: list[Json] = []
        self.amiss: list[str] = []
        self.lost: list[str] = []
        self.aside: list[str] = []
        self.faulty: dict[str, set[int]] = {}
        self._counts: dict[str, int] = {}
        self._entered: set[tuple[str, str]] = set()
        self._put = brief.put
        self._rows: set[str] = set()
        self._question = brief.question
        self._answers: set[str] = set()  # names of rows that only word what is typed
        self._reasons: dict[str, Payload] = {}

    @property
    def told(self) -> list[str]:
        """What is told to the clerk of its rows."""
        return [*filter(None, [self.quoting.fault]), *self.amiss]

    def read(self, found: Payload) -> Payload:
        """Return the record that rows make, without what cannot be used of them."""
        stated = [one for number, item in self._each("new", found) if (one := self.stated(item, f"N{number}"))]
        new = [self.linked(one) for one in stated]
        about = [one for _, item in self._each("about", found) for one in self.done(item)]
        about += self.opposed(new, about)
        stands = [one for _, item in self._each("stands", found) if (one := self.standing(item))]
        stands = [*with_reasons(stands, self._reasons)]
        data: Payload = {"new": [*new], "about": [*self.joined, *about], "stands": [*stands]}
        self._entered |= {(line(one["by"]), line(one["id"])) for one in items(data["about"])}
        if lost := [*self.quoting.missing, *self.lost]:
            data["left_out"] = [*lost]
        return data

    def _each(self, name: str, found: Payload) -> Iterator[tuple[int, Payload]]:
        """Yield the rows of a list by their number, from 1, and note those of which something is told once they are
        read."""
        for number, item in enumerate(items(found.get(name)), 1):
            before = len(self.quoting.missing) + len(self.amiss)
            yield number, item
            if len(self.quoting.missing) + len(self.amiss) > before:
                self.faulty.setdefault(name, set()).add(number - 1)

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
        if is_answer({**item, **entry}, turn, self._question):
            self._answers.add(mark)
            return None
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
                own = [one.id for one in meant if kind.casefold() == "attacks" and one.author == item["by"]]
                self.aside += [
                    f"{item['mark'] or 'A new statement'} attacks {id}, which is {item['by']}'s own: if they reword or "
                    f"withdraw {id} by it, `about` says so; else leave the link out."
                    for id in own
                    if id != item["mark"]
                ]
                self.lost += [f"{kind} {id}" for id in unknown]
        return {**item, **found}

    def _named(self, listed: str) -> tuple[list[_Meant], list[str]]:
        """Return the statements that are named, wherever their ids stand, and the ids under which there is none."""
        pieces = (_id(piece) for piece in re.split("[,;]", listed))
        ids = [id for piece in pieces for id in ([piece] if piece in self.known else _WORD.findall(piece))]
        meant = {one.id: one for id in ids if (one := self.known.get(id)) is not None}
        named = {*self.known, *self._answers}
        return [*meant.values()], [id for id in ids if id not in named and _ID.fullmatch(id)]

    def opposed(self, new: Iterable[Payload], about: Collection[Payload]) -> Iterator[Payload]:
        """Yield whom a new statement contradicts among those who wrote at the same time: its author holds it against
        what the other says, without having read it, as surely as they agree where both say the same. So does whoever
        ranks against the answers that are ranked: the reasons are all that is said to these. Of others whom they have
        read, the clerk records what they say; and a link alone undoes no agreement. Who accepts what its author puts
        against it, and goes on from there, disputes nothing of theirs."""
        told = {(one["by"], one["id"]) for one in about}
        accepted = {(one["by"], one["id"]) for one in about if one["does"] in UNREAD}
        for item in new:
            turn = next(turn for turn in self.quoting.turns if turn.path == item["turn"])
            for id in words(item["attacks"]):
                one = self.known[id]
                replies = turn.gives == "ranking" and turn.seat not in one.holders
                unread = set(one.paths) <= set(turn.beside)
                if one.author == turn.seat or not (replies or unread) or (turn.seat, id) in told:
                    continue
                if any((turn.seat, caveat) in accepted for caveat in one.caveats):
                    continue
                told.add((turn.seat, id))
                yield self._deed({"quote": item["quote"], "because": "", "why": ""}, id, "disagrees", turn)

    def left_out(self, walk: str) -> Iterator[str]:
        """Yield what is told of the listed statements with which something is done by the clerk's own account, and of
        which there is no entry; and, where several speak, of what was put to each of them and is not gone through."""
        said = {seat: self._told(part) for seat, part in self._by_speaker(walk)}
        by_id = {id for _, id in self._entered}
        left = [
            f"{id} by {seat}" if seat else id
            for seat, told in said.items()
            for id, deeds in told.items()
            if ((seat, id) not in self._entered if seat else id not in by_id) and self._owed(id, deeds)
        ]
        if left:
            yield f"By `walk`, something is done with {', '.join(left)}, and `about` does not say what. Add it."
        gaps = {
            seat: [id for id in ids if id not in said.get(seat, ()) and (seat, id) not in self._entered]
            for seat, ids in self._put.items()
        }
        if untold := [f"{seat} {', '.join(ids)}" for seat, ids in gaps.items() if ids]:
            yield (
                f"{UNTOLD} what each makes of these: {'; '.join(untold)}. Go through them there, “-” where a speaker "
                "says nothing of one, and add a row for the rest."
            )

    def _by_speaker(self, walk: str) -> Iterator[tuple[str, str]]:
        """Yield the parts of `walk` by the seat of whom they are about; "" where nobody is named."""
        found, seat, start = dict[str, str](), "", 0
        for each in _SPEAKER.finditer(walk) if self._put else ():
            named, label = self.quoting.seat(_id(each[1])), _id(each[1]).casefold()
            if named or label == _REST:
                found[seat] = f"{found.get(seat, '')} {walk[start : each.start()]}"
                seat, start = named, each.end()
        found[seat] = f"{found.get(seat, '')} {walk[start:]}"
        yield from found.items()

    def _owed(self, id: str, said: str) -> bool:
        """Return whether something is done with a statement that no form tells: what somebody who assesses does may be
        what stands in their assessment, and beside one, that an author keeps a statement changes nothing."""
        assessed = {turn.seat for turn in self.quoting.turns if turn.gives == "assessment"}
        author, deeds = self.known[id].author, {*_DONE.findall(said)}
        if not assessed:
            return bool(deeds)
        others = {turn.seat for turn in self.quoting.turns} - {author}
        by_author = author not in assessed and not deeds.isdisjoint((*OWN[1:], DIVIDES))
        return by_author or (not others <= assessed and not deeds <= {*OWN})

    def _told(self, walk: str) -> dict[str, str]:
        """Return what is said of each listed statement: the words up to the next one, or to a semicolon."""
        found = dict[str, str]()
        for piece in (each.split() for each in walk.split(";")):
            places = [at for at, one in enumerate(piece) if _id(one) in self.known or _id(one).casefold() == ANSWER]
            for at, end in pairwise([*places, len(piece)]):
                id = _id(piece[at])
                found |= {id: " ".join((found.get(id, ""), *piece[at + 1 : end]))} if id in self.known else {}
        return found

    def done(self, item: Payload) -> list[Payload]:
        """Return what somebody does with each of some statements; an author does one kind of thing, and others
        another. Who has not read a statement can say the same, or a part of it: they concede nothing, and dispute and
        doubt nothing. A reason that is not in the turn is left out. Of a part that is accepted its own words stand,
        in all of the sentence where the rest of their clause denies something."""
        told, quote = line(item.get("does")), line(item.get("quote"))
        if self._of_answer(item):
            return []
        does = choice(told, (*DEEDS, *OLDER, DIVIDES))
        meant, unknown = self._named(", ".join(words(item.get("ids"))))
        if does == DIVIDES:
            item, meant = self._divided(item, meant)
        does = {**OLDER, DIVIDES: "revises"}.get(does, does)
        self._entered |= {(self.quoting.seat(line(item.get("by"))), one.id) for one in meant}
        if strange := [id for id in unknown if id not in self._rows]:  # what became of a row is told already
            self.amiss.append(f"{UNLISTED} “{', '.join(strange)}”.")
        called = f"{', '.join(one.id for one in meant)} {does}"
        turn = self.quoting.turn(line(item.get("by")), quote, called) if meant and does else None
        meant = [self._met(one, quote, turn) for one in meant] if does == "closes" and turn is not None else meant
        found = [*self._deeds(item, does, meant, turn, STRONGLY in told)] if turn is not None else []
        used = {line(one["id"]) for one in found if does != "closes" or self.known[line(one["id"])].objects}
        left = [one.id for one in meant if one.id not in used] if turn is not None or not does else []
        if left or unknown or not meant:  # without a receipt it is told as missing
            self.lost.append(f"{', '.join((*left, *unknown))} {does or told}: “{quote[:80]}”")
        return found

    def _of_answer(self, item: Payload) -> bool:
        """Return whether an entry is about what is typed alone, and note why somebody gives another value now."""
        ids = [_id(each) for each in words(item.get("ids"))]
        if not ids or not all(id in self._answers or id.casefold() == ANSWER for id in ids):
            return False
        turn = self.quoting.turn(line(item.get("by")), line(item.get("quote")), ANSWER)
        if turn is not None and line(item.get("does")) in MOVES:
            reason = self._reason(item, turn)
            self._reasons[turn.path] = {"by": turn.seat, "turn": turn.path, **reason}
            self._unreasoned(f"their {ANSWER}", turn, reason)
        return True

    def _met(self, one: _Meant, quote: str, turn: SeenTurn) -> _Meant:
        """Return the objection of somebody's own that they call met, where the entry names a statement of another: the
        only one that they name, or that is linked with it. Else the clerk is told who closes what."""
        if one.author == turn.seat:
            return one
        own = {each.id: each for each in self.known.values() if each.author == turn.seat and each.objects}
        named = [each for each in own.values() if each.id in _ID.findall(quote)]
        named = named or [each for each in own.values() if one.id in each.links or each.id in one.links]
        if len(named) == 1:
            return named[0]
        self.amiss.append(
            f"Only {one.author} closes {one.id}, who stated it. What does {turn.seat} make of it: agrees, partly, "
            f"disagrees, doubts, questions? If an objection of {turn.seat}’s own is met, give the id of that."
        )
        return one

    def _divided(self, item: Payload, meant: list[_Meant]) -> tuple[Payload, list[_Meant]]:
        """Return what is divided, and the entry with those that carry on the rest. Where there are none, a statement is
        reworded."""
        one = next((each for each in meant if each.id not in self._rows), None)
        rest: list[Json] = [each.id for each in meant if one and each.id != one.id and each.author == one.author]
        return {**item, "into": rest}, [one] if one is not None else []

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
        if does == "partly":  # what they object to stood in `because` once
            item = {**item, "because": self._said(line(item.get("text")), turn) or item["because"]}
        item = {**item, "strength": "strong"} if strongly else item
        if does == "partly":
            item["quote"] = " ".join(clause(line(item["quote"]), turn.text).split()) or item["quote"]
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
        return {"because": self._said(told, turn), "why": why}

    def _said(self, told: str, turn: SeenTurn) -> str:
        """Return words of a turn as they stand there; "" where they do not."""
        found = self.quoting.words(told, turn)
        return found if passage(found, turn.text) else ""

    def _reasoned(self, item: Payload, one: _Meant, turn: SeenTurn) -> None:
        """Note a change of position for a reason that is not quoted: without it, nobody can see that there is one."""
        moves = item["does"] in MOVES or (item["does"] == "agrees" and turn.seat in one.disputants)
        if moves and not item.get("into"):  # who holds both gives nothing up
            self._unreasoned(f"what they hold of {one.id}", turn, item)

    def _unreasoned(self, what: str, turn: SeenTurn, reason: Payload) -> None:
        if not reason["because"] and reason["why"] not in ("none", DEFERRED):
            self.amiss.append(
                f"Why does {turn.seat} change {what}? Quote their reason in `because`, or write “{UNREASONED}” if the "
                "turn names none."
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
            **({"into": [*words(item["into"])]} if item.get("into") and does == "revises" else {}),
            "decisive": does == "doubts" and line(item.get("strength")) == "strong",
            **({"beside": [*turn.beside]} if len(turn.beside) > 1 and does not in OWN[1:] else {}),
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
            if turn is not None and turn.gives == "ranking":  # whose form says what its author adopts, now
                stated |= _adopted("" if "adopts" in turn.data else line(stated.get("stance")))
        else:
            seat = self.quoting.seat(by)
            turn = next((turn for turn in reversed(self.quoting.turns) if seat in ("", turn.seat)), None)
        return {"by": turn.seat, "turn": turn.path, **stated, "importance": importance} if turn is not None else None


def _adopted(stance: str) -> Payload:
    """Return the answer that somebody adopts in a ranking: it states no stance otherwise."""
    word, _, answer = stance.partition(":")
    adopts = word.strip().casefold() == ADOPTS and bool(answer.strip())
    return {"stance": answer.strip() if adopts else "", **({"adopted": True} if adopts else {})}


def covered(brief: Brief) -> list[SeenTurn]:
    """Return the turns that a record is about: messages, and the rankings in which answers are judged."""
    said = [turn for turn in brief.turns if turn.gives in (*MESSAGES, "ranking") and turn.seat not in SERVICES]
    return [turn for turn in said if is_about(brief.path, turn.path)] or said[-1:]


def _id(text: str) -> str:
    return text.strip("[]() .:#*`")


def joined(first: Payload, second: Payload, faulty: Mapping[str, Collection[int]]) -> Payload:
    """Return a record whose `faulty` rows, by list, were asked for once more. Each keeps its place, by which new
    statements are named; one that is not given again stays as it was, and a row that was good is not taken twice."""
    walk = "; ".join(filter(None, (line(each.get("walk")) for each in (first, second))))
    return {"walk": walk, **{name: [*_mended(name, first, second, faulty.get(name, ()))] for name in _KEYS}}


def _mended(name: str, first: Payload, second: Payload, faulty: Collection[int]) -> list[Payload]:
    key, rows = _KEYS[name], [*items(first.get(name))]
    good = {key(row) for at, row in enumerate(rows) if at not in faulty}
    places, strange = sorted(faulty), list[Payload]()
    for row in (row for row in items(second.get(name)) if key(row) not in good):
        if (at := next((at for at in places if key(rows[at]) == key(row)), None)) is None:
            strange.append(row)
        else:
            rows[at] = row
            places.remove(at)
    if len(strange) == len(places):
        for at, row in zip(places, strange, strict=True):
            rows[at] = row
        return rows
    return [*rows, *strange]


_KEYS: Mapping[str, Callable[[Payload], Json]] = {
    "new": lambda row: bare_words(line(row.get("text"))),
    "about": lambda row: f"{line(row.get('by'))} {line(row.get('does'))} {sorted(words(row.get('ids')))}",
    "stands": lambda row: line(row.get("by")),
}
"""By what a row that is given again is known, by list."""
