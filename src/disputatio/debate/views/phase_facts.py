"""What came of a phase, in a few words, and what a phase is for: by what its turns give, whatever it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from disputatio.debate.attempts import change_of, program_of
from disputatio.debate.board.attacks import attacks_of
from disputatio.debate.board.questions import questions_of
from disputatio.debate.format import Block
from disputatio.debate.ids import parent, segments, without_index
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import items, share
from disputatio.debate.policies.ballots import poll_of, tally_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.views.code_versions import GIVES
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.views.words import percent
from disputatio.debate.wording import figure, listed, mark, plural, tr

Turns = Sequence[Turn]
Given = Mapping[str, Turns]


def fact_of(debate: Debate, past: Past, said: Turns) -> str:
    """Return what came of a phase; "" while nothing has. `said`: its turns in the present round."""
    given: dict[str, list[Turn]] = {}
    for turn in said:
        given.setdefault(turn.gives, []).append(turn)
    for contract, (_, fact) in _KINDS.items():
        if contract in given:
            return fact(debate, past, given)
    spoken = sum(turn.message for turn in said)
    return plural("{count} turn", "{count} turns", spoken) if spoken else ""


def task_of(block: Block) -> str:
    """Return what a phase is for; "" where its contracts do not tell."""
    gives = {each.gives for each in (block, *blocks(block)) if each.ask}
    return tr(next((task for contract, (task, _) in _KINDS.items() if contract in gives), ""))


def _attacked(debate: Debate, past: Past, given: Given) -> str:
    """Attacks that are closed, of all. Where nobody defends, what was found."""
    if "patches" not in given and "findings" in given and not past.of("patches"):
        return plural("{count} flaw", "{count} flaws", _items(given["findings"]))
    found = [one for one in attacks_of(past).values() if not one.of]
    closed = sum(one.closed for one in found)
    return (
        tr("{closed} of {number_of_found} closed").format(closed=closed, number_of_found=len(found))
        if found
        else tr("nothing found")
    )


def _items(turns: Turns, name: str = "items") -> int:
    return sum(len(list(items(turn.data.get(name)))) for turn in turns)


def _asked(debate: Debate, past: Past, given: Given) -> str:
    if not given.get("answers"):
        return plural("{count} question", "{count} questions", _items(given["questions"]))
    found = questions_of(past).values()
    answered = sum(one.status == "answered" for one in found)
    sure, clear = (given["answers"][-1].data.get(name) for name in ("confidence", "clear"))
    count = plural("{count} answer", "{count} answers", answered) if answered else tr("nothing answered")
    if isinstance(clear, bool):
        return f"{count}, {tr('all clear') if clear else tr('not all clear')}"
    return f"{count}, {figure(level, '.2f')}" if (level := share(sure)) is not None else count


def _tried(debate: Debate, past: Past, given: Given) -> str:
    """How often it was gone through: by whoever needed most."""
    passes = [int(index) for turn in given["code"] for _, index in segments(turn.path)[-2:-1] if index.isdecimal()]
    return plural("{count} iteration", "{count} iterations", max(passes, default=1))


def _scored(debate: Debate, past: Past, given: Given) -> str:
    found = [score for turn in given["review"] if (score := share(turn.data.get("score"))) is not None]
    return (
        tr("best {max}").format(max=figure(max(found), ".2f"))
        if found
        else plural("{count} review", "{count} reviews", len(given["review"]))
    )


def _assessed(debate: Debate, past: Past, given: Given) -> str:
    return plural("{count} flaw", "{count} flaws", _items(given["assessment"], "disagree"))


def _voted(debate: Debate, past: Past, given: Given) -> str:
    """Who won the vote; in a rehearsal nobody thought, and nobody won."""
    at = At(debate=debate, path="", past=past)
    poll = None if is_rehearsal(debate) else poll_of(at)
    ballots = plural("{count} ballot", "{count} ballots", len(given["ballot"]))
    if poll is None:
        return ballots
    winner = tally_of(at, poll.vote).winner
    names = [name_of(seat, debate.seats) for seat in poll.authors.get(winner, ())]
    return (
        tr("{names} won").format(names=listed(names) or winner)
        if winner
        else tr("{ballots}, no winner").format(ballots=ballots)
    )


def _agreed(debate: Debate, past: Past, given: Given) -> str:
    level = None if is_rehearsal(debate) else share(given["agreement"][-1].data.get("level"))
    return "" if level is None else tr("{level}% agree").format(level=percent(level))


def _written(debate: Debate, past: Past, given: Given) -> str:
    """How many wrote at the same time; else which version of the document it is."""
    groups = (group for turn in given["artifact"] for group in debate.entered.get(without_index(turn.path), ()))
    authors = {turn.seat for turn in given["artifact"]}
    together = max((len(authors.intersection(group)) for group in groups), default=1)
    if together > 1:
        return tr("{number_of_authors} in parallel").format(number_of_authors=together)
    return tr("version {version_of}").format(version_of=version_of(past, given["artifact"][-1].path))


def version_of(past: Past, path: str) -> int:
    """Return which version a turn gives: of the code, where it holds any, by the number that it has everywhere; else of
    the document, where what several write in one step is one version. 0 where it gives none."""
    programs = past.fold("versions", _with_program, tuple[str, ...]())
    if path in programs:
        return programs.index(path) + 1
    steps = dict.fromkeys(_step(turn.path) for turn in past.of("artifact"))
    return list(steps).index(_step(path)) + 1 if _step(path) in steps else 0


def _with_program(found: tuple[str, ...], turn: Turn) -> tuple[str, ...]:
    if turn.gives not in GIVES or turn.seat in SERVICES:
        return found
    holds = program_of(turn.gives, turn.text, turn.data) or change_of(turn.gives, turn.text)
    return (*found, turn.path) if holds else found


def _step(path: str) -> str:
    """Return the step in which a turn was given, whoever gave it."""
    return f"{parent(path)}/{segments(path)[-1][0]}"


_KINDS: Final[dict[str, tuple[str, Callable[[Debate, Past, Given], str]]]] = {
    "ballot": (mark("vote"), _voted),
    "patches": (mark("attack, defend"), _attacked),
    "findings": (mark("flaws"), _attacked),
    "answers": (mark("questions first"), _asked),
    "questions": (mark("questions"), _asked),
    "code": (mark("try, test, improve"), _tried),
    "flaws": (
        mark("flaws"),
        lambda debate, past, given: plural("{count} flaw", "{count} flaws", _items(given["flaws"])),
    ),
    "review": (mark("scores"), _scored),
    "assessment": (mark("flaws"), _assessed),
    "artifact": (mark("documents"), _written),
    "agreement": (mark("agreement"), _agreed),
    "ranking": (
        mark("rankings"),
        lambda debate, past, given: plural("{count} ranking", "{count} rankings", len(given["ranking"])),
    ),
    "answer": (
        "answers",
        lambda debate, past, given: plural("{count} answer", "{count} answers", len(given["answer"])),
    ),
}
"""By the contract that tells most: what a phase that gives it is for, and what came of it."""
