"""What failing programs teach: that of earlier debates, and the attempts of this one. Text for models."""

from __future__ import annotations

from disputatio.debate.attempts import LONGEST_FAILURE, Attempt, attempts_of, failures
from disputatio.debate.board.recall import ROOM
from disputatio.debate.hooks import head_of
from disputatio.debate.payload import items, word
from disputatio.debate.policies.works import WORKS, in_force, publishes
from disputatio.debate.policy import At
from disputatio.debate.values import Json
from disputatio.prompting.sections.lines import line, name_of
from disputatio.prompting.sections.listings import author_of, writes


def lesson_lines(at: At) -> list[str]:
    """Return what is told of earlier debates, each with where it comes from; what has no room is left out."""
    last = at.past.last("lessons")
    told: list[str] = []
    for item in items(last.data.get("items")) if last is not None else ():
        text = lesson_line(item)
        if word(item.get("text")) and sum(map(len, told)) + len(text) <= ROOM:
            told.append(text)
    return told


def lesson_line(item: dict[str, Json]) -> str:
    """Return what is told of one of them."""
    origin = line(word(item.get("from")))
    return f"- {line(word(item.get('text')))}{f' (from {origin})' if origin else ''}"


@writes("lessons", "Learnt from programs that failed in earlier debates: use what fits here")
def lessons(at: At) -> str:
    """Return what the memory brought of programs that failed in earlier debates."""
    return "\n".join(lesson_lines(at))


@writes("attempts", "Programs that were tried and failed, with what their authors made of it")
def attempts(at: At) -> str:
    """Return every attempt of the turns of which one failed, with an id."""
    known = failures(attempts_of(at.past))
    listed = (
        f"E{place} [{name_of(at, one.seat)}, attempt {one.number}]\n{attempt_text(one)}"
        for place, one in enumerate(known, 1)
    )
    return "\n\n".join(listed)


@writes("runs", "What came of running the programs")
def runs(at: At) -> str:
    """Return what came of running the last proposal and the last defence of each seat, where the reader may know of
    it; of those whose authors are hidden from them, by their letters. What an earlier one came to is no longer true of
    its author's work."""
    written = [turn for turn in at.past if turn.gives in WORKS and publishes(turn) and at.hears(turn)]
    proposed = {turn.seat: turn for turn in written if turn.gives == "artifact"}
    last = [turn.path for turn in (*proposed.values(), *in_force(one for one in written if one.gives == "patches"))]
    came = {one.path: _came(one) for one in attempts_of(at.past)} | _checked(at)
    return "\n".join(
        f"{author}: {came[path]}" for path in last if path in came and (author := author_of(at, path, hidden=True))
    )


def _came(one: Attempt) -> str:
    """Return what came of it, with what failed: also generated cases, from which nobody has to conclude anything."""
    wrong = one.failure or "; ".join(one.failed)[:LONGEST_FAILURE]
    return f"{line(one.results.partition(chr(10))[0])}{f' {line(wrong)}' if wrong else ''}"


def _checked(at: At) -> dict[str, str]:
    """Return what the commands of the debate came to last, by the turn whose work they were run on."""
    found: dict[str, str] = {}
    for turn in at.past.of("tests"):
        by: dict[str, list[str]] = {}
        for check in items(turn.data.get("checks")):
            by.setdefault(word(check.get("of")), []).append(head_of(check))
        found |= {path: "; ".join(heads) for path, heads in by.items()}
    return found


def attempt_text(one: Attempt) -> str:
    """Return what became of an attempt, a line for each thing that is known of it."""
    if one.passed:
        return "It passed."
    parts = (
        ("Tests", one.failure),
        ("Root cause", one.cause),
        ("What went wrong", one.wrong),
        ("What to change", one.change),
    )
    return "\n".join(f"{name}: {line(text)}" for name, text in parts if text)
