"""What the memory brought into a debate: what it was, why it came up, who read it, and where it was said again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from disputatio.app.memory.memories import CONTEXTS, terms_of
from disputatio.debate.board.recall import SHOWN
from disputatio.debate.ids import ASPECT, names_bound, without_index
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate, block_at
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, word
from disputatio.debate.policy import At
from disputatio.debate.ranges import amount
from disputatio.debate.values import Json, value
from disputatio.debate.wording import tr
from disputatio.library.memory import Terms
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.remembered import KNOWN, lines, recollections
from disputatio.prompting.sections.attempts import lesson_line, lesson_lines

FIGURE, TAUGHT = "figure memories", "figure lessons"
"""The filters with which a step of a format shows a seat its reminders, and the lessons of failed programs."""
IN_CONTEXT = "Every participant reads it in the context of the debate, so it was not repeated."
NO_ROOM = "Nobody read it, because there was no room for it."
LEAST_WORDS = 4
"""From this many words on, finding all words of a memory in a message is no accident."""


@value
class Occasion:
    """One time that a memory came up. `path` is the turn of the memory, `query` what was looked for, `seat` whom it
    was for ("" everybody), `terms` why it came up, `readers` the turns that had it before them, oldest first."""

    path: str
    query: str
    seat: str
    terms: Terms
    readers: tuple[str, ...] = ()


@value
class Reminder:
    """Something that was brought up. `kind`: of an insight "agreed", "decision" or "finding"; of a debate's course
    "position", "message", "reflection" or "card". `insight` is its id in the memory ("" for the course), `debate` where
    it comes from. `confidence` is None where none is known. `left_out`: why it was not told, "" where it was.
    `repetitions`: the messages that say it again in its own words, oldest first."""

    text: str
    kind: str
    insight: str
    debate: str
    established: bool
    confidence: float | None
    occasions: tuple[Occasion, ...]
    left_out: str = ""
    repetitions: tuple[str, ...] = ()

    @property
    def readers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for each in self.occasions for path in each.readers))

    @property
    def terms(self) -> Terms:
        """The reason why it came up last."""
        return self.occasions[-1].terms


def reminders_of(debate: Debate, past: Past) -> tuple[Reminder, ...]:
    """Established facts first, then what else was settled, then what debates went through; best first in each."""
    turns = list(past)
    found = [*_insights(debate, past, turns), *_taught(debate, past, turns), *_course(debate, turns)]
    return tuple(sorted(found, key=lambda one: (not one.established, not one.insight, -one.terms.score)))


def silence(debate: Debate, past: Past) -> str:
    """Say in a sentence why nothing was recalled."""
    asked = [turn for name in ("recall", "memories", "lessons") if (turn := past.last(name)) is not None]
    if note := next((word(turn.data.get("note")) for turn in asked if turn.data.get("note")), ""):
        return note
    if debate.context.kind not in CONTEXTS:
        return tr(
            "Only debates about a project, an assignment or a repository recall earlier ones, and this debate is "
            "about none of them."
        )
    if asked:
        return tr("The memory was searched, but nothing in it was relevant to the question.")
    return tr("The memory has not been searched yet, or this debate's rules never search it.")


# ---- what earlier debates settled ------------------------------------------------------------------------------------
def _insights(debate: Debate, past: Past, turns: Sequence[Turn]) -> Iterator[Reminder]:
    recall = past.last("recall")
    if recall is None:
        return
    after = turns[turns.index(recall) + 1 :]
    messages = [(turn.path, _plain(turn.text)) for turn in after if turn.message and turn.seat in debate.seats]
    told = {line for section in recollections(past, debate.context.sections) for line in lines(section)}
    for item in items(recall.data.get("items")):
        text = _plain_words(item)
        if text:
            left_out = "" if text in told else _why_left_out(debate, text)
            given = ("all", "facts") if item.get("established") is True else ("all",)
            seen = () if left_out else tuple(turn.path for turn in after if _given(turn, given))
            why = Occasion(path=recall.path, query=debate.question, seat="", terms=terms_of(item), readers=seen)
            yield _reminder(item, text, (why,), left_out, tuple(_repeating(text, messages)))


def _taught(debate: Debate, past: Past, turns: Sequence[Turn]) -> Iterator[Reminder]:
    """Return what programs that failed in other debates teach, with who had it before them."""
    recall = past.last("lessons")
    if recall is None:
        return
    told = set(lesson_lines(At(debate=debate, path="", past=past)))
    readers = tuple(turn.path for turn in turns[turns.index(recall) + 1 :] if _shows(debate, turn.path, TAUGHT))
    for item in items(recall.data.get("items")):
        if text := _plain_words(item):
            left_out = "" if lesson_line(item) in told else tr(NO_ROOM)
            terms, seen = terms_of(item), () if left_out else readers
            why = Occasion(path=recall.path, query=debate.question, seat="", terms=terms, readers=seen)
            kept = item if item.get("kind") == "lesson" else {**item, "id": ""}
            yield _reminder(kept, text, (why,), left_out)


def _shows(debate: Debate, path: str, figure: str) -> bool:
    """Return whether the step of a turn shows a figure."""
    block = block_at(debate, without_index(path))
    return block is not None and figure in block.sees


def _given(turn: Turn, given: Collection[str]) -> bool:
    """Return whether a turn was asked for with what was recalled: a service is given it only for some records."""
    return turn.seat not in SERVICES or contract_of(turn.gives).context in given


def _plain_words(item: dict[str, Json]) -> str:
    return " ".join(word(item.get("text")).split())


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _why_left_out(debate: Debate, text: str) -> str:
    shown = (line for section in debate.context.sections if section.name in KNOWN for line in lines(section))
    if any(line.startswith(text) for line in shown):
        return tr(IN_CONTEXT)
    return tr(NO_ROOM)


def _repeating(text: str, messages: Iterable[tuple[str, str]]) -> Iterator[str]:
    wanted = _plain(text).rstrip(".")
    if len(wanted.split()) >= LEAST_WORDS:
        yield from (path for path, said in messages if wanted in said)


def _reminder(
    item: dict[str, Json],
    text: str,
    occasions: tuple[Occasion, ...],
    left_out: str = "",
    repeated: tuple[str, ...] = (),
) -> Reminder:
    sure = item.get("confidence")
    return Reminder(
        text=text,
        kind=word(item.get("kind")),
        insight=word(item.get("id")),
        debate=word(item.get("debate")),
        established=item.get("established") is True,
        confidence=float(sure) if isinstance(sure, int | float) and amount(sure) else None,
        occasions=occasions,
        left_out=left_out,
        repetitions=repeated,
    )


# ---- what debates went through ---------------------------------------------------------------------------------------
Key = tuple[str, str, str]
"""What makes two reminders one: kind, debate, text."""


def _course(debate: Debate, turns: Sequence[Turn]) -> Iterable[Reminder]:
    """Make one reminder for each memory, however often and whoever was reminded of it."""
    course = _Course(debate)
    for turn in turns:
        if turn.gives == "memories":
            course.bring(turn)
        elif turn.seat in course.open and course.wants(turn.path):
            course.hand(turn)
    return course.found.values()


class _Course:
    """`open`: by seat, the reminders that it has before it until the memory is asked again."""

    def __init__(self, debate: Debate) -> None:
        self.found: dict[Key, Reminder] = {}
        self.open: dict[str, list[Key]] = {}
        self._debate = debate
        self._steps: dict[str, bool] = {}

    def bring(self, turn: Turn) -> None:
        """Add what the memory says."""
        self.open = {}
        sought = names_bound(turn.path).get(ASPECT, "") or self._debate.question
        for item in items(turn.data.get("items")):
            text, seat = _plain_words(item), word(item.get("seat"))
            key = (word(item.get("kind")), word(item.get("debate")), text)
            mine = self.open.setdefault(seat, [])
            if text and seat and key not in mine and len(mine) < SHOWN:
                mine.append(key)
                new = Occasion(path=turn.path, query=sought, seat=seat, terms=terms_of(item))
                before = self.found[key].occasions if key in self.found else ()
                self.found[key] = _reminder(item, text, (*before, new))

    def wants(self, path: str) -> bool:
        """Return whether the step of a turn shows what is remembered."""
        step = without_index(path)
        if step not in self._steps:
            self._steps[step] = _shows(self._debate, path, FIGURE)
        return self._steps[step]

    def hand(self, turn: Turn) -> None:
        """Note that a turn had read what its seat was last reminded of."""
        for key in self.open[turn.seat]:
            one = self.found[key]
            at = max(place for place, each in enumerate(one.occasions) if each.seat == turn.seat)
            read = replace(one.occasions[at], readers=(*one.occasions[at].readers, turn.path))
            self.found[key] = replace(one, occasions=(*one.occasions[:at], read, *one.occasions[at + 1 :]))
