"""Paths: every turn and every decision of a debate has a place in the program, and that place is its id.

A path is segments joined by "/"; a segment is `name` or `name[index]`: ``round[2]/critique[critic]/ledger[clerk]``.
One block of the format gives one segment, so the path is also the scope: at ``round[2]/critique[critic]`` the name
`round` is bound to "2" and `critique` to "critic".
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from disputatio.debate.wording import mark, tr

ASPECT = "aspect"
"""The block whose index is the aspect that is being debated."""
EXTENSION = "extension-"
"""How the names begin of blocks that a person added after the end: more rounds, another synthesis."""

GATE = "gate-"
"""How the names begin of the blocks in which a person is asked to approve what comes next."""
MARKING = "marks-"
"""How the names begin of the blocks in which a person says what turned out to be right."""
AGAIN = "again-"
"""How the names begin of steps that are taken once more, because the person rejected what was to come."""

_UNFIT = re.compile(r"[/\[\]=#]+")


def join(path: str, name: str) -> str:
    """Return the path of block `name` below `path` (which may be empty: the format's body)."""
    return f"{path}/{name}" if path else name


def index(text: str) -> str:
    """Return a text from outside (an aspect, a model's name for a claim) as an index: on one line, and what would break
    a path is replaced."""
    return " ".join(_UNFIT.sub("-", text).split())


@lru_cache(maxsize=8192)
def segments(path: str) -> tuple[tuple[str, str], ...]:
    """Return (name, index) of every segment, outermost first; an absent index is ""."""
    if not path:
        return ()
    pairs = (segment.rstrip("]").partition("[") for segment in path.split("/"))
    return tuple((name, index) for name, _, index in pairs)


def names_bound(path: str) -> dict[str, str]:
    """Return the names bound at a path, outermost first. A name that is bound twice means the innermost one."""
    return {name: index for name, index in segments(path) if index}


def step_of(path: str) -> str:
    """Return the name of the block that a path ends in."""
    return segments(path)[-1][0] if path else ""


def index_of(path: str) -> str:
    """Return the index of the last segment, or ""."""
    return segments(path)[-1][1] if path else ""


def seat_of(path: str) -> str:
    """Return whose turn it is at a path: the index of its last segment."""
    return index_of(path)


def parent(path: str) -> str:
    """Return the path without its last segment."""
    return path.rpartition("/")[0]


def without_index(path: str) -> str:
    """Return the block whose instance this is: ``round[2]`` -> ``round``."""
    return path[: path.rindex("[")] if path.endswith("]") else path


def ancestors(path: str) -> list[str]:
    """Return every block and every instance that encloses a path, itself included, outermost first."""
    found = []
    upto = ""
    for name, index in segments(path):
        upto = join(upto, name)
        found.append(upto)
        if index:
            upto = f"{upto}[{index}]"
            found.append(upto)
    return found


def within(path: str, name: str) -> str:
    """Return the innermost instance of block `name` that encloses a path: ("round[2]/say[ada]", "round") -> "round[2]".

    Raises ValueError when no block of that name encloses it (the loader rules that out for formats).
    """
    names = [step for step, _ in segments(path)]
    if name not in names:
        raise ValueError(f"{path!r} is not inside a block {name!r}")
    at = len(names) - 1 - names[::-1].index(name)
    return "/".join(path.split("/")[: at + 1])


def sent_back(path: str) -> str:
    """Return the innermost steps around a path that a person has sent back, which are taken once more; "" where it is
    in none."""
    return next((each for each in reversed(ancestors(path)) if each.rpartition("/")[2].startswith(AGAIN)), "")


ROUNDS_BEFORE = "-after-"
"""In the name of an extension: how many rounds there had been (``extension-1-after-5``)."""


def rounds_before(path: str) -> int:
    """Return how many rounds preceded the innermost extension that a path is in; 0 outside of any."""
    names = (name.rpartition(ROUNDS_BEFORE)[2] for name, _ in reversed(segments(path)) if ROUNDS_BEFORE in name)
    return next((int(number) for number in names if number.isdecimal()), 0)


NO_ROUNDS = frozenset({"attempt", "dehallucination", "repair"})
"""Loops whose passes are no rounds, and are called by their step: "attempt 2"."""
ATTEMPTS = frozenset({"attempt", "repair"})
"""Those of them in which somebody tries once more."""


@lru_cache(maxsize=8192)
def round_of(path: str) -> int:
    """Return the round that a path is in, counted through extensions: the pass of its outermost loop there, 0 outside.
    An aspect that is called "2024" is no pass."""
    before = rounds_before(path)
    inner = path.rpartition(ROUNDS_BEFORE)[2] if before else path
    passes = ((name, index) for name, index in segments(inner) if index.isdecimal())
    found = next((int(index) for name, index in passes if name != ASPECT and name not in NO_ROUNDS), 0)
    return found and before + found


def pass_over(path: str, n: int) -> str:
    """Return what a rest waits for, in words: that a pass of the loop at a path is over ("round 2 is over", "Aspect
    cost: miniround 1 is over"), or that an item or a step comes next ("aspect cost is next", "cross-review is
    next")."""
    inner: list[str] = []
    for name, index in segments(parent(path)):
        inner = [] if name.startswith(EXTENSION) else [*inner, *([f"{name} {index}"] if index else [])]
    item, step = index_of(path), step_of(path)
    said = f"{step} {item}".strip() + " is next" if item or n < 0 else f"{step} {rounds_before(path) + n} is over"
    where = ", ".join(inner)
    return f"{where[:1].upper()}{where[1:]}: {said}" if where else said


def pass_of(path: str) -> int:
    """Return the round that a path is in, counted through extensions; inside an aspect, the round of the aspect; 0
    outside."""
    if ASPECT not in names_bound(path):
        return round_of(path)
    inner = path.partition(f"{ASPECT}[")[2].partition("]/")[2]
    return next((int(index) for _, index in segments(inner) if index.isdecimal()), 0)


def round_at(path: str) -> str:
    """Return the round that a turn is in: up to the innermost pass or aspect; "" outside of any."""
    parts = path.split("/")
    while parts and not _counts(parts[-1]):
        parts.pop()
    return "/".join(parts)


def _counts(segment: str) -> bool:
    [(name, index)] = segments(segment) or (("", ""),)
    return index.isdecimal() or (name == ASPECT and bool(index))


def when(path: str) -> str:
    """Return where in the debate a path is, in words: "round 2", "cost, round 1", "opening"; "" where there is no
    path."""
    if not path:
        return ""
    bound, number = names_bound(path), pass_of(path)
    inner = [f"{called(name)} {index}" for name, index in bound.items() if name in NO_ROUNDS and index]
    parts = [bound.get(ASPECT, ""), tr("round {number}").format(number=number) if number else "", *inner]
    return ", ".join(part for part in parts if part) or called(step_of(path))


TELLING: Final = {"card": "crux-card"}
"""Steps whose own name says too little."""


def called(step: str) -> str:
    """Return what a step is called in the middle of a sentence: "cross review". Other languages than English write its
    name as they write it alone."""
    words = TELLING.get(step, step)
    words = words if " " in words else words.replace("-", " ")  # what has a space is a noun already
    alone = words.capitalize()
    found = tr(alone)
    return found if found != alone else words


NOUNS: Final = {
    "adversarial": mark("Adversarial phase"),
    "aggregate": mark("Joint proposal"),
    "aspect": mark("Debate of the aspects"),
    "attack": mark("Attacks"),
    "case": mark("Case for the proposition"),
    "clarification": mark("Answers about the task"),
    "clarify": mark("Questions about the task"),
    "closing": mark("Closing statements"),
    "convergence": mark("Convergence phase"),
    "cross-review": mark("Cross-review"),
    "crux": mark("Crux room"),
    "defence": mark("Defences"),
    "defend": mark("Defences"),
    "dehallucination": mark("Dehallucination phase"),
    "draft": mark("Drafts"),
    "estimate": mark("Estimates"),
    "opening": mark("Opening statements"),
    "opinion": mark("Opinions"),
    "optimization": mark("Optimization phase"),
    "optimize": mark("Improved proposals"),
    "own-plans": mark("Separate plans"),
    "proposal": mark("Proposal phase"),
    "propose": mark("Proposals"),
    "question": mark("Questions"),
    "reply": mark("Replies"),
    "sealed": mark("Sealed answers"),
    "self-evolvement": mark("Self-evolvement phase"),
    "take": mark("First views"),
    "turn": mark("Answers"),
    "view": mark("Views"),
    "voice": mark("Arguments"),
}
"""What is approved with a step whose name, after "the", does not say it."""


def noun_of(step: str) -> str:
    """Return what a step is called after "the": "the sealed answers". `called` says it in the person's language."""
    return NOUNS[step].lower() if step in NOUNS else step.replace("-", " ")


def inside(path: str, ancestor: str) -> bool:
    """Return whether a path is `ancestor` or below it; everything is inside ""."""
    return not ancestor or path == ancestor or path.startswith(ancestor + "/")
