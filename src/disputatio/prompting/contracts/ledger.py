# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The ledger: what the turns of a message or a round change in what is held and disputed (SPEC LEDGER.1, DUAL.3).

Whatever it says of a participant carries a receipt: words of theirs that stand in their turn. The reader looks each one
up; rows in which one is missing are asked for once more, and what has no receipt then is left out. By rule, without a
model, only declarations by id are recorded ("I agree with P2", "I withdraw P3").
"""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import clean, line
from disputatio.prompting.reading import read_payload as fields_of
from disputatio.prompting.reading.declarations import declarations
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.reading.quoting import QUOTE
from disputatio.prompting.reading.record_rows import OWN, Rows, covered, joined
from disputatio.prompting.rehearsal.records import rehearsed_ledger
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the record in a reply, or in a first one with the rows for which it was sent back."""
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    said = without_blocks(clean(brief.said))
    if said.strip() and (first := fields_of(shape, said, brief)) is not None:
        before = Rows(brief)
        before.read(first)
        found = joined(first, found, before.faulty)
    rows = Rows(brief)
    data = rows.read(found)
    if told := [*rows.told, *rows.left_out(line(found.get("walk")))]:
        raise Incomplete(" ".join((*told, *rows.aside)), data, rest=True)
    return data


def _first(brief: Brief) -> bool:
    """Return whether only new statements can be recorded: nothing is listed yet, and the turns are one speaker's."""
    return not brief.statements and len({turn.seat for turn in covered(brief)}) == 1


def _judging(brief: Brief) -> bool:
    """Return whether the turns are rankings: in their form, each author says what they adopt."""
    return bool(turns := covered(brief)) and all(turn.gives == "ranking" and "adopts" in turn.data for turn in turns)


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

_STATED = """\
new: what the answer stands or falls with: the answer, advice, the reasons and figures behind it, what would change it, objections to these. Not steps of a sum, examples, questions, remarks on the debate, established facts"""
_KINDS = """\
- kind: decision (what to do), fact (can be looked up), finding (found out here) or empty; "guess" too if its author says that they only suppose it (not by "may"; not of an estimate that is their answer)."""
_STANDS = """\
stands: each speaker's stance (answer); importance of the turn, 1 to 10; stated confidence in the stance, 0 to 1; position on the aspect, if any.

"""
_ROWS = """\
Every row has `by`, a participant's id, and `quote`: their exact words, the first and last three of a passage in one paragraph with … between, or two or more words whole."""


_ASKS = f"""\
Record what these turns change. Most add two to four, and touch many of those listed.

walk: what is done with each listed id: "P1 agrees; P2 -".

{_STATED}; nor, in whatever words, what is listed, its plain negation, or its author's new wording: these go under `about`. What is added is new if the answer hangs on it. At most seven a turn, weightiest first, one claim each (what can be granted and denied apart is two), clear alone. Rows are N1, N2, …
{_KINDS} links: "supports P1", "attacks N9", "answers P2".

about: a row for what each speaker does with a listed statement or another's row, also where a new row of theirs attacks it; ids: those its words are about.
- Its author keeps it (defends, repeats, explains or adds to it), revises it (gives a figure, probability, way or part of it up for another; `text` is the new wording), divides it (holds it as two claims now: `text` words the one, ids name it and a row of theirs for the other, whoever said that before), withdraws it (if for what another holds, they agree with that in another row), closes it (their objection is met), drops it (it no longer matters) or assumes it (calls it a guess; "all my figures are guesses" is about each).
- Others agree (`agrees`: say it in their own words, build on it, adopt it, grant it, name it as what moved them), accept a part (`partly`: one of the things it says, or all of it under a condition of theirs; `quote` is that part, `because` empty: what moved them to it is a row of its own; `text` quotes how they call the rest wrong, empty for a mere limit), disagree (`disagrees`: call it, not only what follows from it, wrong, or want something that matters changed; their alternative is new if unlisted), doubt it (`doubts`: nobody here can decide it, or it is a guess) or question it (`questions`: not shown, not convincing). "disagrees strongly" rejects outright; "doubts strongly": the answer changes if it is false. Reporting and silence are nothing. Of what was "reworded since", see what those who disputed it now say.
- because: their reason, for agreeing to all of it too, or the objection they accept, quoted from the speaker; for a change of position "no reason" if none is named. Words that yield to number, confidence or tone follow "deferred:".

"""


LEDGER = Contract(
    name="ledger",
    asks=f"{_ASKS}{_STANDS}{_ROWS}",
    tasks={
        "record of rankings": f"{_ASKS}{_ROWS}",
        "first record": f"""\
Record what this turn states.

{_STATED}. At most seven, weightiest first, one claim each (what can be granted and denied apart is two), clear alone. Rows are N1, N2, …
{_KINDS} links: "supports N1", "attacks N2".

{_STANDS}{_ROWS}""",
    },
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
    first=_first,
    first_task="first record",
    later=("walk", "about"),
    judging=_judging,
    judging_task="record of rankings",
    unasked=("stands",),
    unread="The ledger stays as it was",
    temperature=EXTRACTION,
    context="facts",
    new="new",
)
