# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""The result of a debate, for the person who asked, with the strongest argument that survived against it.

By rule it says what the registry holds, and what participants declared in their forms, and nothing that it would have
to read out of prose.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from disputatio.debate.format import MESSAGES
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json
from disputatio.debate.views.verdict_lines import decision_of
from disputatio.debate.views.words import ended
from disputatio.prompting import shapes
from disputatio.prompting.contracts.agreement import declared_position, key_of
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading import read_payload, texts
from disputatio.prompting.reading.echoes import hollow, repeats_form
from disputatio.prompting.reading.figures import names_of
from disputatio.prompting.reading.markdown import without_fences
from disputatio.prompting.rehearsal.material import Material
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Payload, Shape

MOST = 12
"""Decisions and findings that are listed."""
_UNDISPUTED = "Nothing was left in dispute. That nobody objected is no proof that nothing can be said against it."
_DIFFERING = "Nobody disputed a statement that was recorded, but the answers at the end are not the same. Whether they contradict one another, no rule can tell."


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    found = read_payload(shape, text, brief)
    if found is None or not found.get("decision"):
        first = next(iter(_paragraphs(shape, text)), "")
        empty: Payload = {"decision": "", "minority": "", "decisions": [], "findings": []}
        found = {**empty, **(found or {}), "decision": first}
    if not brief.minority:
        found = {**found, "minority": ""}
    return found if found["decision"] else None


def _paragraphs(shape: Shape, text: str) -> list[str]:
    blocks = (" ".join(block.split()) for block in without_fences(text).split("\n\n"))
    return [one for one in blocks if one and not one.startswith("#") and not (hollow(one) or repeats_form(shape, one))]


def _derived(brief: Brief, text: str) -> Payload:
    agreed = [one for one in brief.statements if one.agreed]
    decisions: list[Json] = [one.text for one in agreed if one.kind == "decision"]
    findings: list[Json] = [one.text for one in agreed if one.kind in ("fact", "finding")]
    return {
        "decision": _decision(brief, agreed),
        "minority": _minority(brief) if brief.minority else "",
        "decisions": decisions[:MOST],
        "findings": findings[:MOST],
    }


def _decision(brief: Brief, agreed: list[Statement]) -> str:
    """Return who decided what, and what the participants agreed on, decisions and what was earned first; where they
    agreed on nothing, where they stood."""
    ruling = next((turn for turn in reversed(brief.turns) if turn.gives == "verdict"), None)
    ruled = f"{ended(decision_of(ruling.label, ruling.data))} " if ruling and decision_of("", ruling.data) else ""
    if agreed:
        ranked = sorted(agreed, key=lambda one: (one.kind != "decision", not one.earned))
        return f"{ruled}The participants agreed: {' '.join(ended(one.text) for one in ranked[:3])}"
    names = names_of(brief)
    last = (turn for turn in _last(brief).items() if turn[1].gives != "verdict")  # told by its own sentence
    stood = [f"{names[seat]}: {ended(declared_position(turn))}" for seat, turn in last]
    told = f" This is what each of them answered at the end. {' '.join(stood)}" if stood else ""
    if ruled:
        return f"{ruled}Beyond that, nothing was agreed.{told}"
    return f"Nothing was agreed, so there is no answer to give in the participants' name.{told}"


def _last(brief: Brief) -> dict[str, SeenTurn]:
    """Return the last turn of each participant that declares a position."""
    return {turn.seat: turn for turn in brief.turns if turn.gives in MESSAGES and declared_position(turn)}


def _minority(brief: Brief) -> str:
    """Return the strongest statement that is still in dispute: verified before unverified, disputed for longer before
    new; else what the answer rests on unchecked, else whether the answers differ."""
    names = names_of(brief)
    if disputed := [one for one in brief.statements if one.open]:
        one = max(disputed, key=lambda one: (len(one.verified), len(one.placed), one.streak))
        against = f" Against it: {ended(one.reason)}" if one.reason else ""
        return f"{names.get(one.author, one.author)} holds, and no refutation is on record: {ended(one.text)}{against}"
    if assumed := [one for one in brief.statements if one.status == "assumption"]:
        told = " ".join(ended(one.text) for one in assumed[:3])
        return f"The answer rests on what nobody here could check: {told}"
    answers = {key_of(turn, declared_position(turn)) for turn in _last(brief).values()}
    return _DIFFERING if len(answers) > 1 else _UNDISPUTED


def _told(brief: Brief, data: Payload) -> str:
    """Return the synthesis as people read it."""
    parts = [f"## Recommendation\n{data['decision']}"]
    parts += [f"## Minority report\n{data['minority']}"] if brief.minority else []
    parts += _listed("Decisions", texts(data["decisions"])) + _listed("Key findings", texts(data["findings"]))
    for title, status in (("Still in dispute", "contested"), ("Assumptions", "assumption")):
        parts += _listed(title, (_line(one) for one in brief.statements if one.status == status))
    parts += _listed(
        "Settled by the person who asked", (_line(one) for one in brief.statements if one.status == "settled")
    )
    return "\n\n".join(parts)


def _listed(title: str, lines: Iterable[str]) -> list[str]:
    found = "\n".join(f"- {one}" for one in lines)
    return [f"## {title}\n{found}"] if found else []


def _line(one: Statement) -> str:
    """Return a statement with the reason for its status, or with what the person made of it."""
    return " — ".join(filter(None, (one.text, one.ruled if one.status == "settled" else "", one.reason)))


def _chair(brief: Brief, given: Material) -> str:
    """Return what the rule derives where nothing is agreed: in a rehearsal nobody thought (SPEC TURN.3)."""
    brief = replace(brief, statements=tuple(one for one in brief.statements if not one.agreed))
    return _told(brief, _derived(brief, ""))


SYNTHESIS = Contract(
    name="synthesis",
    asks="""\
Write the result of the debate for the person who asked, who has not read it.
Begin with your recommendation: what to believe or do, in a sentence or two. Then say who of the participants agreed on it, how far and on what evidence; on which assumptions it rests and what remains in dispute, and what would settle each. Report as much agreement as there was and no more; where nothing was agreed, say so, and say what you would do in the reader's place and how sure you are.
Put every point in words that stand on their own, without ids such as P3. The minority report gives the strongest argument against the recommendation that was not refuted, in its best form.""",
    fields=(
        replace(
            shapes.text(
                "decision",
                "your recommendation again, and how far it was agreed",
                also=(
                    "recommendation, final answer, conclusion, answer, synthesis, verdict, "
                    "final recommendation, bottom line"
                ),
            ),
            titled=True,
        ),
        shapes.text(
            "minority",
            "the strongest argument against it that nobody refuted, whose it is (the name or letter that you see), and what was answered",
            also=(
                "minority report, dissent, dissenting view, minority view, dissenting opinion, "
                "strongest objection, remaining objection"
            ),
        ),
        shapes.SURE,
        shapes.texts(
            "decisions",
            "what all participants themselves settled as the way to go; of what only some did, who, as you see them called; “None” where they settled nothing",
            also="agreed decisions, decisions made",
        ),
        shapes.texts("findings", "facts and insights relied on", also="key findings, findings of fact, insights"),
    ),
    reader=_read,
    rehearsal=_chair,
    rule=_derived,
    told=_told,
    context="facts",
    final=True,
    voice="synthesizer",
)
