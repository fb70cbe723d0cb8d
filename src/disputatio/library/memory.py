"""What is remembered of debates: what of a debate's course is worth it, and the arithmetic of recalling it. Pure.

A memory is an insight that a debate left behind, an episode (a program that failed, SPEC REFLEXION.1), something of its
course (a message, a position, a reflection, a crux card; SPEC MEMORY.3), or a passage of a persona's corpus (MEMORY.4).
Its scope is where it may be recalled: a context ("project/…"), a persona's debates about one context, the persona
itself, or one debate.

Of the course of a debate these are worth remembering: positions when they change, reflections, crux cards, and messages
of importance 7 or more. Where a seat has a persona, what it said is remembered for the persona, in all debates about
the same context; else, and in a debate without a context, for the debate alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from disputatio.debate.board.board import Board
from disputatio.debate.board.recall import messages_by_path
from disputatio.debate.context import ContextKind
from disputatio.debate.ids import ASPECT, index_of, names_bound
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past
from disputatio.debate.payload import items, word
from disputatio.debate.sameness import content, normalise
from disputatio.debate.statements.cards import TURNS_ON
from disputatio.debate.statements.receipts import bare_words
from disputatio.debate.values import Json, value
from disputatio.debate.wording import listed, tr

MemoryKind = Literal["insight", "lesson", "episode", "task", "message", "position", "reflection", "card", "passage"]
LEARNT: tuple[MemoryKind, ...] = ("insight", "lesson")
"""The kinds of memories that stand for an insight: those of which a debate settled something, and those of which its
failing programs taught something."""

RECENCY, RELEVANCE, IMPORTANCE = 0.5, 3.0, 2.0
FADING = 0.99
"""Recency of a memory, for each newer one that competes with it."""
K = 60
"""How little the first places count for more in reciprocal rank fusion (Cormack, Clarke, Büttcher 2009)."""
REHEARSED = "rehearsal/"
"""What models in rehearsal "agree" on is kept apart: nothing real was settled, and nothing of it leaves."""
MOST_IMPORTANT = 10.0


@value
class Memory:
    """`ref` is the insight's id, or names the place in its debate; `importance` is 1 to 10, `at` seconds since 1970.
    `live`: not disputed."""

    kind: MemoryKind
    ref: str
    scope: str
    text: str
    importance: float
    debate: str = ""
    persona: str = ""
    round: int = 0
    at: float = 0.0
    live: bool = True


@value
class Terms:
    """Why a memory was recalled (SPEC MEMORY.3). `relevance` is None where nothing was embedded; `by_words` and
    `by_meaning` are its places in the two searches, from 1."""

    recency: float
    relevance: float | None
    importance: float
    by_words: int | None = None
    by_meaning: int | None = None

    @property
    def score(self) -> float:
        return RECENCY * self.recency + RELEVANCE * (self.relevance or 0.0) + IMPORTANCE * self.importance


def terms(
    rank: int,
    similarity: float | None,
    importance: float,
    *,
    by_words: int | None = None,
    by_meaning: int | None = None,
) -> Terms:
    """Return why a memory is recalled. `rank`: how many newer memories compete; `similarity`: cosine with the query;
    `importance` 1 to 10."""
    return Terms(
        recency=FADING**rank,
        relevance=None if similarity is None else max(0.0, similarity),
        importance=importance / MOST_IMPORTANT,
        by_words=by_words,
        by_meaning=by_meaning,
    )


def why(found: Terms) -> str:
    """Return the terms in a sentence."""
    parts = [f"score {found.score:.2f} = {RECENCY} × recency {found.recency:.2f}"]
    if found.relevance is None:
        parts.append(f"{RELEVANCE} × relevance 0 (nothing was embedded)")
    else:
        parts.append(f"{RELEVANCE} × relevance {found.relevance:.2f}")
    parts.append(f"{IMPORTANCE} × importance {found.importance:.2f}")
    places = [f"no. {found.by_words} by words"] if found.by_words else []
    places += [f"no. {found.by_meaning} by meaning"] if found.by_meaning else []
    return " + ".join(parts) + (f"; {', '.join(places)}" if places else "")


def fuse(rankings: Iterable[Sequence[int]]) -> dict[int, float]:
    """Return the rankings fused by reciprocal rank: the sum over the rankings of 1 / (K + place), best first, ties by
    id."""
    found: dict[int, float] = {}
    for ranking in rankings:
        for place, id in enumerate(ranking, 1):
            found[id] = found.get(id, 0.0) + 1 / (K + place)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def is_rehearsal(models: Iterable[str]) -> bool:
    """Return whether one of these models asks no AI."""
    return any(model.startswith(("rehearsal:", "replay:")) for model in models)


def is_apart(debate: Debate) -> bool:
    """Return whether what comes of a debate is kept apart: some of its seats ask no AI."""
    return is_rehearsal(seat.model for seat in debate.seats.values())


def scope_of(kind: str, ref: str, *, apart: bool = False) -> str:
    """Return where the insights of a context are recalled; those of rehearsals `apart`."""
    return f"{REHEARSED if apart else ''}{kind}/{ref}"


def search_terms(text: str) -> str:
    """Return the words of a text that the text search keeps, stems and numbers, each once and in order of the
    alphabet."""
    numbers = {word for word in normalise(text).split() if any(each.isdigit() for each in word)}
    return " ".join(sorted(content(text) | numbers))


def one_statement(a: str, b: str) -> bool:
    """Return whether two insights say the same, so that one of them can go: equal but for spaces, marks and case (SPEC
    §17). A duplicate costs a line; a wrong merger would forge agreement."""
    return bare_words(a) == bare_words(b)


InsightKind = Literal["agreed", "decision", "finding", "lesson"]
InsightStatus = Literal["active", "unconfirmed", "disputed", "deleted"]

ESTABLISHED = 0.85
"""From this confidence on, an insight that all agreed on is established; a decision is none, whoever agrees."""


@value
class Insight:
    """`debate` is where it comes from, `context_kind` and `context_ref` what that was about. `status`: an
    unconfirmed one comes from an imported debate, and is not recalled before a person has confirmed or reworded it; a
    deleted one stays as a mark, so that rebuilding from the log does not bring it back. `merged_into`: the insight that
    says the same and stands for it; `why` a disputed or deleted one is that. `rehearsed`: no AI model was asked; it is
    recalled in rehearsals only. `question`: the title of that debate, "" once it is erased."""

    text: str
    kind: InsightKind
    confidence: float
    agreed_by_all: bool = False
    status: InsightStatus = "active"
    debate: str = ""
    context_kind: ContextKind = "none"
    context_ref: str = ""
    retrievals: int = 0
    retrieved_at: float | None = None
    id: str = ""
    created_at: float = 0.0
    updated_at: float = 0.0
    merged_into: str = ""
    why: str = ""
    rehearsed: bool = False
    question: str = ""

    @property
    def established(self) -> bool:
        sure = self.agreed_by_all and self.kind != "decision" and self.confidence >= ESTABLISHED
        return self.status == "active" and sure and not self.rehearsed


@value
class Assent:
    """How many of those who hold positions in a debate have said, in words that are on record, that they hold an
    insight: its author, and who agrees."""

    given: int
    asked: int

    @property
    def unanimous(self) -> bool:
        return 0 < self.asked == self.given

    @property
    def told(self) -> str:
        """In words; "" where nobody's words are on record."""
        if not self.given:
            return ""
        if self.unanimous:
            return tr("agreed by all")
        return tr("agreed by {given} of {asked}").format(given=self.given, asked=self.asked)


def assent_to(item: Mapping[str, Json], seats: Mapping[str, Seat]) -> Assent:
    """Return who assents to an insight, by its receipts: silence is no agreement."""
    holders = {id for id, seat in seats.items() if seat.taken and not seat.impartial}
    said = {word(one.get("seat")) for one in items(item.get("receipts")) if word(one.get("quote"))}
    return Assent(given=len(holders & said), asked=len(holders))


# ---- the course of a debate ---------------------------------------------------------------------------------------
IMPORTANT = 7
"""Importance from which a message is remembered."""
CARD = 8
"""Importance of a crux card."""
LONGEST = 1_200
"""Characters of a memory."""


def shortened(text: str, most: int) -> str:
    """Return a text in one line, and of a longer one as many whole words as fit: half a word might be half a key, which
    nobody recognises any more."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most + 1].rpartition(" ")[0]


def course_of(
    id: str, debate: Debate, board: Board, past: Past, times: Mapping[str, float], *, alone: bool = False
) -> list[Memory]:
    """Return the memories of debate `id`, oldest first; `times`: when each turn was completed, by path, in seconds
    since 1970. Made anew they have the same `ref`s and times, so that keeping them again changes nothing. A rehearsal's
    are kept apart. `alone`: nothing of it is for another debate."""
    course = _Course(id, debate, board, past, times, alone)
    found = [*course.positions(), *course.messages(), *course.reflections(), *course.cards()]
    return sorted(found, key=lambda memory: memory.at)


class _Course:
    def __init__(
        self, id: str, debate: Debate, board: Board, past: Past, times: Mapping[str, float], alone: bool
    ) -> None:
        self._id, self._debate, self._board, self._past, self._times = id, debate, board, past, times
        self._alone = alone
        self._apart = is_apart(debate)

    def positions(self) -> Iterator[Memory]:
        held: dict[tuple[str, str], str] = {}
        for entry in self._board.entries.values():
            aspect = names_bound(entry.about).get(ASPECT, "")
            position = entry.position or entry.stance
            if position and held.get((entry.seat, aspect)) != position:
                held[entry.seat, aspect] = position
                where = f" on {aspect}" if aspect else ""
                text = f"{self._name(entry.seat)} held{where}: {position}"
                yield self._memory("position", entry.about, entry.seat, text, max(entry.importance, 5))

    def messages(self) -> Iterator[Memory]:
        said = messages_by_path(self._past)
        for path, entry in self._board.entries.items():
            if entry.importance >= IMPORTANT and path in said:
                gist = "; ".join(entry.keypoints) or said[path].text
                yield self._memory("message", path, entry.seat, f"{self._name(entry.seat)}: {gist}", entry.importance)

    def reflections(self) -> Iterator[Memory]:
        for number, one in enumerate(self._board.reflections, 1):
            yield self._memory("reflection", one.path, "", one.text, one.importance, f"#{number}")

    def cards(self) -> Iterator[Memory]:
        for card in self._board.cards:
            claim = self._board.claims.get(card.claim)
            minds = "; ".join(f"{self._name(seat)}: {text}" for seat, text in card.minds.items())
            among = listed(map(self._name, claim.seated)) if claim is not None and claim.open else ""
            by = f" between {among}, and disputed still" if among else ""
            how = (
                f"resolved{by}: {card.how}" if card.resolved else f"not resolved; what would change each mind: {minds}"
            )
            on = TURNS_ON[card.crux]
            text = f"{claim.text if claim else card.claim} The dispute turns on {on}: {card.statement} ({how})"
            yield self._memory("card", card.path, "", text, CARD)

    def _memory(self, kind: MemoryKind, path: str, seat: str, text: str, importance: int, number: str = "") -> Memory:
        return Memory(
            kind=kind,
            ref=f"{self._id}/{path}{number}",
            scope=self._scope(seat),
            text=shortened(text, LONGEST),
            importance=float(importance),
            debate=self._id,
            persona=_persona(self._debate, seat),
            round=_round(path),
            at=self._times.get(path, 0.0),
        )

    def _scope(self, seat: str) -> str:
        persona = "" if self._alone else persona_scope(self._debate, seat, self._apart)
        return persona or debate_scope(self._id, self._apart)

    def _name(self, seat: str) -> str:
        known = self._debate.seats.get(seat)
        return (known.name or known.id) if known else seat


def debate_scope(id: str, apart: bool) -> str:
    """Return the scope in which what belongs to one debate alone is recalled."""
    return scope_of("debate", id, apart=apart)


def persona_scope(debate: Debate, seat: str, apart: bool) -> str:
    """Return the scope in which what a seat's persona said is recalled: the debates of this persona about the same
    context. A debate without a context recalls nothing, and nothing of it is recalled elsewhere (SPEC CONTEXT.1), so ""
    is its scope, and that of a seat without a persona."""
    persona, context = _persona(debate, seat), debate.context
    if not persona or context.kind == "none":
        return ""
    return scope_of("persona", f"{persona} in {scope_of(context.kind, context.ref)}", apart=apart)


def _persona(debate: Debate, seat: str) -> str:
    character = debate.personas.get(seat)
    return character.id or character.name if character else ""


def _round(path: str) -> int:
    """Return the innermost pass that a message was made in; 0 outside of any."""
    found = (index_of(part) for part in reversed(path.split("/")))
    return next((int(index) for index in found if index.isdecimal()), 0)
