# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""An answer that has to challenge the contribution before it: which statement, quoted from there, how, and by what.

The quotation is looked up in that contribution. What quotes nothing from it, or names no objection, is sent back once;
where the second form shows no challenge either, the turn says of itself that there is none. Whoever speaks first has
nobody to challenge.
"""

from __future__ import annotations

from disputatio.debate.format import MESSAGES
from disputatio.debate.statements.receipts import bare_words, clause, sentence
from disputatio.prompting import shapes
from disputatio.prompting.contracts.answer import ANSWER, rehearsed_answer, with_value
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.errors import Incomplete
from disputatio.prompting.reading import confident, line
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.rehearsal.roles import test_results
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

HOW = ("wrong", "counterexample", "unsupported", "assumption", "irrelevant")
NOT = "none"
"""What stands in its place where there is nothing to challenge."""
AGAIN = "again"
"""What a turn holds whose challenge came only when it was asked for once more."""


def predecessor(brief: Brief) -> SeenTurn | None:
    """Return the contribution that is to be challenged; None where nobody has made one that could be quoted."""
    others = (turn for turn in reversed(brief.turns) if not turn.mine and turn.gives in MESSAGES)
    last = next((turn for turn in others if turn.seat != "person"), None)
    return last if last is not None and _quotable(last).count(" ") else None


def _quotable(turn: SeenTurn) -> str:
    """Return the words of a turn that are its author's own."""
    return bare_words(without_blocks(turn.text))


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = confident(shape, text, brief)
    if found is None:
        return None
    before = predecessor(brief)
    answered = with_value(found, brief)
    if before is None:
        return {name: data for name, data in answered.items() if name not in ("challenged", "how", "objection")}
    named, objection = line(found.get("challenged")), line(found.get("objection"))
    quote = clause(named, without_blocks(before.text))
    if not (quote and objection):
        why = _MISSING if not named else _ELSEWHERE if not quote else _SILENT
        raise Incomplete(why, {**answered, "challenged": "", "how": "", "objection": ""})
    late: Payload = {AGAIN: True} if brief.said else {}
    return {**answered, "challenged": quote, "objection": objection, **late}


_MISSING = "You have to challenge the contribution before yours, and your form names no sentence of it as challenged. Copy one from it exactly, and say what is wrong with it."
_ELSEWHERE = "You have to challenge the contribution before yours, and the sentence that you name as challenged does not stand in it. Copy one from it exactly."
_SILENT = "You quote what you challenge, and do not say what is wrong with it."


def _challenge(brief: Brief, given: Material) -> str:
    said = rehearsed_answer(brief, given)
    before = predecessor(brief)
    if before is None:
        return said
    own = without_blocks(before.text)
    tested = [(text, finding) for text, finding in test_results(before, brief, given) if sentence(text, own)]
    weak = [(text, finding) for text, finding in tested if finding.status != "agree"]
    first = next(iter(weak or tested), None)
    quote = first[0] if first else " ".join(_quotable(before).split()[:8])
    objection = first[1].reason if first else "nothing that was loaded supports it"
    return f"{said}\n\n### Challenged\n{quote}\n\n### How\nunsupported\n\n### Objection\n{objection}"


CHALLENGE = Contract(
    name="challenge",
    asks=ANSWER.asks,
    tasks={
        "challenge again": """\
Challenge the contribution before yours, the only one that you are shown: take the sentence in it on which most depends and that is least secure, and show what is wrong with it. Then give your own answer. In the form, copy that sentence exactly, and say how you challenge it.""",
    },
    fields=(
        *ANSWER.fields,
        shapes.text(
            "challenged",
            "the sentence of the contribution before yours that you challenge, copied exactly; empty if there is none",
            also="challenged statement, challenged sentence, statement, quote, quotation, target",
        ),
        shapes.choice("how", "how you challenge it", *HOW, NOT, also="kind, type, way"),
        shapes.text(
            "objection",
            "what is wrong with it, in one sentence",
            also="challenge, counterargument, the challenge, why it fails, critique",
        ),
    ),
    reader=_read,
    rehearsal=_challenge,
)
