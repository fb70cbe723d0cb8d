# ruff: noqa: E501  (one sentence of a prompt is not broken)
"""How far the participants agree (SPEC CONSENSUS.1, CONSENSUS.2).

A light model groups those who hold the same; whatever it says of a participant carries a receipt. By rule, without a
model, only what participants declared is compared: the fields of their forms, numbers and options, and the statements
that the registry holds agreed or contested. Positions in prose are one only where they are equal but for case and
marks; the rest could not be compared, and the record says how many those are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from disputatio.debate.format import MESSAGES
from disputatio.debate.payload import items
from disputatio.debate.ranges import amount
from disputatio.debate.statements.receipts import bare_words, contrary
from disputatio.debate.statements.statement import Statement
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import EXTRACTION, Contract
from disputatio.prompting.reading import clean, line
from disputatio.prompting.reading import read_payload as fields_of
from disputatio.prompting.reading.echoes import without_blocks
from disputatio.prompting.reading.quoting import QUOTE, Quoting, first_text
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.prompting.shapes import Field, Payload, Shape

_LISTS = ("clusters", "common", "disagreements", "partial", "conditional", "uncertainties")


def _read(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the judgement in a reply, or in a first one with the rows for which it was sent back."""
    found = fields_of(shape, text, brief)
    if found is None:
        return None
    told = {name: _entries_of(items(found.get(name))) for name in _LISTS}
    said = without_blocks(clean(brief.said))
    if said.strip() and (first := fields_of(shape, said, brief)) is not None:
        before = Quoting(brief, _spoken(brief))
        good = {name: [_borne_out(item, before) for item in _entries_of(items(first.get(name)))] for name in _LISTS}
        if before.missing:
            found, told = {**found, **first}, {name: _joined(good[name], told[name]) for name in _LISTS}
    quoting = Quoting(brief, _spoken(brief))
    for name in _LISTS:
        borne_out = (_borne_out(item, quoting) for item in told[name])
        found[name] = [one for one in borne_out if one["receipts"]]
    for cluster in items(found["clusters"]):
        cluster["seats"] = list(dict.fromkeys(str(one["seat"]) for one in items(cluster["receipts"])))
    return quoting.checked(found, rest=True)


def _joined(good: Iterable[Payload], again: Iterable[Payload]) -> list[Payload]:
    """Return the entries of a first reply with those that are given again: by the words of an entry, its participants
    are told whom it lacked."""
    found = [*good]
    for entry in again:
        known = next((one for one in found if _words_of(one) & _words_of(entry)), None)
        if known is None:
            found.append(entry)
        else:
            quoted = [one.get("quote") for one in items(known["receipts"])]
            more = [one for one in items(entry["receipts"]) if one.get("quote") not in quoted]
            known["receipts"] = [*items(known["receipts"]), *more]
    return found


def _words_of(entry: Payload) -> set[str]:
    return {bare_words(line(entry.get(name))) for name in ("theme", "text")} - {""}


def _entries_of(rows: Iterable[Payload]) -> list[Payload]:
    """Return the entries of a list that has a row for each participant who is quoted: further rows of an entry repeat
    what it says, or leave it empty."""
    found: list[Payload] = []
    for row in rows:
        said = {line(row.get(name)) for name in ("theme", "text")} - {""}
        receipts = list(items(row.get("receipts")))
        receipts += (
            [{"seat": row.get("seat"), "quote": row.get("quote")}] if row.get("seat") or row.get("quote") else []
        )
        if found and said <= {line(found[-1].get(name)) for name in ("theme", "text")}:
            found[-1]["receipts"] = [*items(found[-1]["receipts"]), *receipts]
        elif said:
            entry = {name: each for name, each in row.items() if name not in ("seat", "quote")}
            found.append({**entry, "receipts": [*receipts]})
    return found


def _borne_out(item: Payload, quoting: Quoting) -> Payload:
    """Return an entry with those of its receipts that were found."""
    entry = first_text(item, "text", "theme")
    receipts: list[Json] = []
    for one in list(items(item.get("receipts"))) or [{}]:
        quote = line(one.get("quote"))
        if turn := quoting.turn(line(one.get("seat")), quote, entry):
            receipts.append({"seat": turn.seat, "turn": turn.path, "quote": quoting.words(quote, turn)})
    return {**item, "receipts": receipts}


def _spoken(brief: Brief) -> list[SeenTurn]:
    """Return the messages in which participants speak for themselves, rather than of what others hold."""
    return [turn for turn in brief.turns if turn.gives in MESSAGES and turn.gives not in ("card", "synthesis")]


# ---- by rule ---------------------------------------------------------------------------------------------------------
def _derived(brief: Brief, text: str) -> Payload:
    last = {turn.seat: turn for turn in _spoken(brief)}
    held = {seat: stated for seat, turn in last.items() if (stated := declared_position(turn))}
    found = groups({seat: key_of(last[seat], stated) for seat, stated in held.items()})
    pairs = len(last) * (len(last) - 1) // 2
    alike = sum(len(group) * (len(group) - 1) // 2 for group in found)
    apart = [group for group in found if _comparable(group, last, held)]
    compared = sum(map(len, apart))
    clusters: list[Json] = [
        {"theme": held[group[0]], "seats": list(group), "text": held[group[0]], "receipts": _fields(group, last, held)}
        for group in found
    ]
    differing = [{"text": held[group[0]], "receipts": _fields(group, last, held)} for group in apart]
    return {
        "level": round(alike / pairs, 4) if pairs else 0.0,
        "clusters": clusters,
        "common": _stated(brief.statements, "agreed"),
        "disagreements": [*(differing if len(differing) > 1 else ()), *_stated(brief.statements, "contested")],
        "partial": [],
        "conditional": [],
        "uncertainties": [],
        "reasoning": f"Made by rule, without a model. {_counted(compared, len(last))}",
    }


def _rehearsed(brief: Brief, text: str) -> Payload:
    """Return the positions alone: a rehearsal's reply is read like any other, and its receipts are looked up in the
    turns that it was shown."""
    return _derived(replace(brief, statements=()), text)


def _counted(compared: int, all: int) -> str:
    left = all - compared
    if not all:
        return "Nobody has spoken."
    told = f"{compared} of {all} positions were compared."
    return f"{told} {left} could not be, since they are not declared or are in words of their own." if left else told


def declared_position(turn: SeenTurn) -> str:
    """Return the position that a turn declares in the form that it was asked for; "" where it declares none."""
    return first_text(turn.data, "position", "choice", "decision")


def groups(keys: Mapping[str, str]) -> list[list[str]]:
    """Return the seats grouped by equal keys."""
    found: dict[str, list[str]] = {}
    for seat, key in keys.items():
        found.setdefault(key, []).append(seat)
    return list(found.values())


def key_of(turn: SeenTurn, stated: str) -> str:
    """Return what a position is compared by: its typed value, else its words without case and marks."""
    return typed if (typed := _typed(turn, stated)) else bare_words(stated)


def _typed(turn: SeenTurn, stated: str) -> str:
    """Return the number, year or option that a position is, in one form; "" where it is none."""
    value = turn.data.get("value")
    if isinstance(value, dict):
        return f"{line(value.get('value'))} {line(value.get('unit'))}".strip().casefold()
    number = _number(stated)
    return f"{number:g}" if number is not None else bare_words(stated) if len(bare_words(stated).split()) == 1 else ""


def _comparable(group: list[str], last: Mapping[str, SeenTurn], held: Mapping[str, str]) -> bool:
    """Return whether the position of a group can be told from the others: a typed value, shared with somebody, or the
    negation of another."""
    stated = held[group[0]]
    typed = bool(_typed(last[group[0]], stated))
    return typed or len(group) > 1 or any(contrary(stated, other) for other in held.values())


def _number(stated: str) -> float | None:
    try:
        found = float(stated.replace(",", "").strip())
    except ValueError:
        return None
    return found if amount(found) else None


def _fields(group: list[str], last: Mapping[str, SeenTurn], held: Mapping[str, str]) -> list[Json]:
    """Return the receipts of a field: a field of a form is its own receipt."""
    return [{"seat": seat, "turn": last[seat].path, "quote": held[seat]} for seat in group]


def _stated(statements: tuple[Statement, ...], status: str) -> list[Json]:
    """Return the statements of that status, with the receipts of all who spoke to them."""
    return [{"text": one.text, "receipts": receipts_of(one)} for one in statements if one.status == status]


def receipts_of(one: Statement) -> list[Json]:
    """Return the words of the author of a statement, and of those whose judgement gives it its status."""
    given = one.agreeing if one.agreed else one.disputing
    receipts: list[Json] = [{"seat": one.author, "turn": one.wordings[-1].path, "quote": one.words}]
    return receipts + [{"seat": each.seat, "turn": each.path, "quote": each.words} for each in given]


# ---- the contract ----------------------------------------------------------------------------------------------------
# What the task says of the lists is not said again by the form.
_ABOUT = (
    replace(shapes.SEAT, says=""),
    replace(QUOTE, says=""),
    replace(
        shapes.items(
            "receipts",
            "",
            shapes.SEAT,
            QUOTE,
            also="quotes, evidence, seats, agentids, agents, participants, members",
            needed=False,
        ),
        older=True,
    ),
)
"""About whom an entry is, and in which words; all of that together where a reply is not in rows."""


def _listed(name: str, also: str) -> Field:
    return shapes.rows(name, replace(shapes.WORDS, says="", needed=False), *_ABOUT, also=also, needed=False)


AGREEMENT = Contract(
    name="agreement",
    asks="""\
Judge how far the participants agree in what they now hold. Compare substance: similar words can hide opposite positions ("it is dangerous", "it is not dangerous"), and different words can say the same thing. Silence is not agreement.

Put those who hold the same into one group (`clusters`; theme: what they hold, in a few words; text: in one sentence). Then name the common ground, the disagreements, partial agreements (agreement on part of a matter), conditional positions (with the condition) and what somebody is unsure about (`uncertainties`), each in one sentence. Leave a list empty where there is nothing to put in it.

For every entry, quote each participant whom it is about, in a row of its own (seat: their id; quote: 2 to 25 words copied exactly from a message of theirs); in further rows of an entry, theme and text are "". A participant without a quotation that can be found there is left out of the entry.""",
    fields=(
        shapes.share(
            "level",
            "how far the participants agree, 0 to 1",
            also="agreement level, agreementlevel, agreement, consensus level, score, consensus",
        ),
        shapes.rows(
            "clusters",
            shapes.text("theme", "", also="topic, position, label"),
            shapes.text("text", "", also="summary, description"),
            *_ABOUT,
            also="groups, themes",
            needed=False,
        ),
        _listed("common", "common ground, commonground, shared, agreements, agreed"),
        _listed("disagreements", "disagreement points, disagreementpoints, disagreement, contested, differences"),
        _listed("partial", "partial agreements, partialagreements"),
        _listed("conditional", "conditional positions, conditionalpositions"),
        _listed("uncertainties", "uncertainty, unknowns"),
        shapes.text("reasoning", "why this level", also="reason, rationale, because, explanation"),
    ),
    reader=_read,
    rule=_derived,
    rehearses=_rehearsed,
    alone=True,
    temperature=EXTRACTION,
)
