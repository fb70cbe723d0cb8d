"""What a debate has come to in which proposals compete: the one that was chosen, whole, with the defences that go on
top of it, which version of the code it is, what its tests came to, and where it lies (SPEC EXPORT.1, CODE.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from disputatio.debate.attempts import TESTS, Program, attempts_of, change_of, program_of
from disputatio.debate.format import Format
from disputatio.debate.ids import step_of
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.ballots import poll_of, tally_of
from disputatio.debate.policies.judgements import judgement_of
from disputatio.debate.policies.works import defences_elsewhere, defences_of
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.values import Json, value
from disputatio.debate.views.checks import shown_checks
from disputatio.debate.views.code_versions import RunOfTests, outcomes
from disputatio.debate.views.labels import work_of
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.phase_facts import version_of
from disputatio.debate.views.places import when
from disputatio.debate.views.progress import is_rehearsal
from disputatio.debate.wording import Words, listed, tr

FILE: Final = "solution.md"
"""Where it lies among the documents of the debate on its branch."""
CHOOSING: Final = frozenset({"ballot", "comparison"})
"""Contracts by which somebody chooses among documents."""
CHOSEN: Final = Words(
    {
        "vote": "elected by the vote",
        "judge": "nobody was elected, and the judge finds it the better one",
        "": "nobody was chosen, and it is the newest proposal",
        "only": "it is the only proposal",
    }
)
_CHANGED: Final = re.compile(r"^--- (?:a/)?([^\t\n]+)[^\n]*\n\+\+\+ (?:b/)?([^\t\n]+)", re.MULTILINE)
_FORM: Final = re.compile(r"^#{1,6} *Patches *\n(?: *[-*+] [^\n]*(?:\n|\Z)|\s*\n)*\Z", re.MULTILINE)
"""The form at the end of a defence."""
BRANCH: Final = "branch"
"""The option of a debate whose results are committed."""


@value
class Solution:
    """`document`: the turn that gives it; `defences`: those that hold and go on top of it;
    `elsewhere`: those of the same round that were made for another proposal. `chosen`: by what."""

    document: Turn
    defences: tuple[Turn, ...] = ()
    elsewhere: tuple[Turn, ...] = ()
    chosen: Literal["vote", "judge", "only", ""] = ""

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.document, *self.defences

    @property
    def newest(self) -> Turn:
        """The turn that holds the program as it is in the end; the document where none holds any."""
        return next((turn for turn in reversed(self.turns) if program_in(turn) is not None), self.document)


def competing(format: Format) -> bool:
    """Return whether proposals compete in a format. Where nobody chooses among documents, one is the answer itself."""
    gives = {block.gives for block in blocks(format.body)}
    return "artifact" in gives and bool(gives & CHOOSING)


def solution_of(debate: Debate, past: Past) -> Solution | None:
    """Return what a debate has come to so far; None where proposals do not compete, there are none, or nobody
    thought."""
    if is_rehearsal(debate) or not competing(debate.format):
        return None
    written = [turn for turn in past.of("artifact") if turn.heard == "all" and turn.text.strip()]
    if not written:
        return None
    path, how = _chosen(At(debate=debate, path="", past=past))
    document = next((turn for turn in written if turn.path == path), None)
    if document is None:
        how = "only" if len({turn.seat for turn in written}) == 1 else ""
        document = written[-1]
    on_top, elsewhere = defences_of(past, document), defences_elsewhere(past, document)
    return Solution(document=document, defences=tuple(on_top), elsewhere=tuple(elsewhere), chosen=how)


def _chosen(at: At) -> tuple[str, Literal["vote", "judge", "only", ""]]:
    """Return the turn that a vote elected, else that a judge prefers, and which of them did."""
    poll = poll_of(at)
    if poll is not None and (elected := tally_of(at, poll.vote).winner):
        return elected, "vote"
    better = judgement_of(at)
    return (better.winner, "judge") if better is not None and better.winner else ("", "")


def program_in(turn: Turn) -> Program | None:
    """Return the program or the change that a turn of a solution holds."""
    return program_of(turn.gives, turn.text, turn.data) or change_of(turn.gives, turn.text)


# ---- in words --------------------------------------------------------------------------------------------------------
def solution_text(debate: Debate, found: Solution) -> str:
    """Return it whole, as Markdown: the document, and below it each defence that goes on top of it, without the form in
    which it says what it closes: that is told with the attacks."""
    parts = [found.document.text.strip()]
    for turn in found.defences:
        of = tr("Defence by {who}, which goes on top of it").format(who=name_of(turn.seat, debate.seats))
        parts += [f"**{of}**", _FORM.sub("", turn.text).strip()]
    return "\n\n".join(parts)


def solution_facts(debate: Debate, past: Past, found: Solution) -> Iterator[tuple[str, str, str]]:
    """Yield what is known of a solution: what it is a fact about, in a word, the fact, and the turn that it rests on,
    "" for none."""
    document, newest = found.document, found.newest
    what = ", ".join(dict.fromkeys((work_of(step_of(document.path)), when(document.path))))
    by = f"{name_of(document.seat, debate.seats)} ({what})"
    yield tr("Written by"), f"{by}: {CHOSEN[found.chosen]}.", document.path
    if program_in(newest) is not None:
        yield tr("Version of the code"), f"v{version_of(past, newest.path)}.", newest.path
    yield tr("Tests"), " ".join(_tests(debate, past, found)) or tr("Nothing was run."), newest.path
    for turn in found.elsewhere:
        said = tr("{who} defended another proposal; that is no part of this one.")
        yield tr("Defence"), said.format(who=name_of(turn.seat, debate.seats)), turn.path
    if where := _where(debate, found):
        yield tr("On the branch of the debate"), where, ""


def _tests(debate: Debate, past: Past, found: Solution) -> Iterator[str]:
    for turn in found.turns:
        if told := tests_told(past, turn.path):
            of = f"{name_of(turn.seat, debate.seats)}: " if found.defences else ""
            yield f"{of}{told}."


def tests_told(past: Past, path: str) -> str:
    """Return what the last tests and checks of the work of a turn came to, in words; "" where nothing was run."""
    tried = next((one for one in attempts_of(past) if one.path == path and "checks" not in one.tests), None)
    told = []
    if tried is not None:
        run = RunOfTests(path=path, tests=tuple(outcomes(tried.tests)))
        told.append(run.told or (tr("passed") if tried.passed else tr("not passed")))
    of = [[each.name for each in shown_checks(turn.data) if each.of == path] for turn in past.of(TESTS)]
    told += next((names for names in reversed(of) if names), [])
    return "; ".join(told)


def _where(debate: Debate, found: Solution) -> str:
    """Return where on the branch of the debate a solution lies once the debate is over; "" without a repository."""
    if debate.context.kind != "repository":
        return ""
    if not found.chosen:
        return tr("Nothing, while nobody has chosen it.")
    if debate.options.get(BRANCH) is not True:
        return tr("Nothing: this debate keeps none.")
    files = dict.fromkeys(path for turn in found.turns for path in changed_files(turn))
    said = tr("{file} in the folder of the debate").format(file=FILE)
    if files:
        said = tr("{said}, and its changes to {files}, if they could be put in").format(said=said, files=listed(files))
    return f"{said}." if debate.over else tr("At the end, {said}.").format(said=said)


def changed_files(turn: Turn) -> list[str]:
    """Return the files that a turn proposes to change, in the order in which it names them."""
    change = change_of(turn.gives, turn.text)
    found = _CHANGED.findall(change.code) if change is not None else []
    return [path for path in dict.fromkeys(each.strip() for pair in found for each in pair) if path != "/dev/null"]


def solution_fields(debate: Debate, past: Past) -> dict[str, Json] | None:
    """Return a solution for programs; None where there is none."""
    found = solution_of(debate, past)
    if found is None:
        return None
    program = program_in(found.newest)
    defences: list[Json] = [{"turn_id": turn.path, "agent_id": turn.seat, "text": turn.text} for turn in found.defences]
    return {
        "turn_id": found.document.path,
        "agent_id": found.document.seat,
        "agent_name": name_of(found.document.seat, debate.seats),
        "chosen_by": found.chosen or None,
        "text": found.document.text,
        "defences": defences,
        "code": program.code if program is not None else None,
        "language": program.language if program is not None else None,
        "version_number": version_of(past, found.newest.path) if program is not None else None,
        "tests": "; ".join(filter(None, (tests_told(past, turn.path) for turn in found.turns))) or None,
        "changed_files": list(dict.fromkeys(path for turn in found.turns for path in changed_files(turn))),
    }
