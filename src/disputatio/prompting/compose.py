"""A brief becomes a request: who is asked to be what, the material as data, then what is asked now.

What changes least stands first: role, rules, the question, the context, then turn by turn what was looked up in it and
what it said, and only then what is chosen for this turn. So the next request of a seat begins with all of its last one
up to there, providers can reuse what they have read before, and `Message.repeats` says up to where.
Paths and seats never stand in a request: they would give hidden authors away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from disputatio.debate.context import GLIMPSES, Section
from disputatio.debate.log.seats import IMPARTIAL, QUICK, SERVICES
from disputatio.debate.personas import CORPUS
from disputatio.debate.roles import Role
from disputatio.debate.tools import READ
from disputatio.debate.values import Json
from disputatio.debate.wording import english
from disputatio.prompting.book import LAW, role_text, task_text
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.contracts.contract import EXTRACTION
from disputatio.prompting.data_blocks import block
from disputatio.prompting.errors import Incomplete, Unreadable
from disputatio.prompting.reading.record_rows import covered
from disputatio.prompting.reading.typed_answers import typed_in
from disputatio.prompting.repeated_programs import Programs
from disputatio.prompting.request import Brief, Message, Request, SeenTurn, ToolSpec
from disputatio.prompting.sections import title_of
from disputatio.prompting.shapes import form, schema

ASSESSMENT = "assessment"
"""What gives what a record has to leave out."""
CLERK = "clerk"
EXPERT = "expert"
"""The role of those whose name says what they know, so that they are told it even where names are hidden."""
PANELLIST = "panellist"
"""The role of those who see reasons without names, and nobody who holds them."""
HIDDEN = re.compile(r"^(?:Response )?[A-Z]$")
"""What somebody goes by whose name is hidden."""
APART = frozenset({"councillor"})
"""Those who answer once, and keep or change no position."""
STATING = frozenset(
    [
        "points",
        "judgements",
        "unaddressed",
        "standings",
        "disputes",
        "claim",
        "claims",
        "ledger",
        "view",
        "standing-view",
        "room-view",
        "closing-view",
    ]
)
"""Figures that list statements."""
GAP = "\n\n"
NONE = range(0)


@english()
def compose(brief: Brief, model: str, tools: tuple[ToolSpec, ...] = (), effort: str = "") -> Request:
    """Return the request for a brief; `model` is the name that its provider knows. `tools` are offered for turns
    that people read, not for structure alone. A service that gives structure alone never thinks for long, whatever
    the `effort`."""
    alone = _structured(brief)
    offered = () if alone else tools
    return Request(
        model=model,
        system=_system(brief, bool(offered)),
        messages=(_message(brief, alone, offered),),
        schema_name=brief.gives if alone else "",
        schema=schema(contract_of(brief.gives).asked(brief)) if alone else None,
        temperature=contract_of(brief.gives).temperature,
        tools=offered,
        effort=effort and (QUICK if alone and brief.seat in SERVICES else effort),
        brief=brief,
    )


def needless(brief: Brief) -> bool:
    """Return whether a model would be shown nothing but the question, and the rule says all that there is."""
    shown = (*(turn.text for turn in brief.turns), *(one.text for one in brief.sections), *brief.figures.values())
    return contract_of(brief.gives).idle and not any(map(str.strip, shown))


@english()
def compose_repair(brief: Brief, text: str, fault: Unreadable, model: str, effort: str = "") -> Request:
    """Return the request that asks once more, for the structure alone, after a reply with a fault: for all of it, or
    for the rows with which something is wrong. Nothing is left to think about: `effort` is that of the first request.
    """
    asked, shape = compose(brief, model), contract_of(brief.gives).asked(brief)
    law = "law.repair.rest" if isinstance(fault, Incomplete) and fault.rest else "law.repair"
    names = LAW["law.repair.names"] if brief.gives == "ledger" else ""
    again = f"{LAW[law].format(why=fault.why, names=names)}\n\n{LAW['law.structure']}"
    fields = schema(shape)
    return Request(
        model=model,
        system=asked.system,
        messages=(*asked.messages, Message(role="assistant", text=text or "…"), Message(role="user", text=again)),
        schema_name=brief.gives if fields else "",
        schema=fields,
        temperature=EXTRACTION,
        effort=effort and QUICK,
        brief=brief,
    )


def form_in_words(schema: dict[str, Json]) -> str:
    """Return what a model is told of the form of its reply that is not shown the schema."""
    return f"{LAW['law.form']}\n\n{form(schema)}"


def in_words(request: Request) -> Request:
    """Return the request for a model that is not shown the schema: its form stands behind what is asked last."""
    if not request.schema:
        return request
    *before, last = request.messages
    said = last.text.removesuffix(LAW["law.structure"]).rstrip()  # the form says so, too
    asked = replace(last, text=f"{said}\n\n{form_in_words(request.schema)}")
    return replace(request, messages=(*before, asked))


@english()
def compose_again(brief: Brief, text: str, why: str, model: str, effort: str = "") -> Request:
    """Return the request that asks for a whole turn once more, because of `why`."""
    asked, contract = compose(brief, model), contract_of(brief.gives)
    ending = contract.ending_of(brief.task)
    again = f"{LAW['law.again'].format(why=why)}\n\n{LAW['law.ending']}\n\n{ending}"
    return Request(
        model=model,
        system=asked.system,
        messages=(*asked.messages, Message(role="assistant", text=text or "…"), Message(role="user", text=again)),
        temperature=contract.temperature,
        effort=effort,
        brief=brief,
    )


def _structured(brief: Brief) -> bool:
    """Return whether the reply is the structure alone. Turns that people read live end in it instead."""
    contract = contract_of(brief.gives)
    return contract.alone or brief.task == contract.again != ""


def _system(brief: Brief, tools: bool) -> str:
    role = brief.role
    known = [section for section in (*brief.sections, *brief.excerpts.values()) if section.text.strip()]
    context, verified = bool(known), any(section.verified for section in known)
    if role.casefold() == CLERK:
        contract = contract_of(brief.gives)
        told = _instructions_to_clerk(contract.voice or role, contract.final, context, verified)
        told = _dated(told, brief.day) if contract.final else told
        return f"{told}\n\n{_order(brief)}" if _structured(brief) else told
    hidden = any(map(_hides, {turn.label for turn in brief.turns}))
    listed = not STATING.isdisjoint(brief.figures)
    called = _called(role, brief.own_role, brief.lacking)
    told = _instructions(role, called, brief.name, brief.persona, hidden, tools, context, verified, listed)
    return _dated(f"{told}\n\n{LAW['law.standing']}\n\n{_order(brief)}" if _standing(brief) else told, brief.day)


def _standing(brief: Brief) -> bool:
    """Return whether what is asked stands in the instructions."""
    return contract_of(brief.gives).standing and not _structured(brief)


@lru_cache(maxsize=64)
def _called(role: str, own: Role | None, lacking: tuple[str, ...]) -> str:
    """Return what a seat is asked to be: by the book, or by the person who wrote its role."""
    if own is None:
        return role_text(role)
    parts = [LAW["law.role"].format(title=own.title), block("role", own.focus)]
    if lacking:
        parts.append(LAW["law.role.unset"].format(lacking=" ".join(lacking)))
    return "\n\n".join(parts)


def _dated(instructions: str, day: str) -> str:
    """A model knows no calendar: without one it takes the end of its training for today."""
    return f"{instructions}\n\n{LAW['law.day'].format(day=day)}" if day else instructions


def _knowledge(context: bool, verified: bool) -> str:
    """Return what can be relied on."""
    if not context:
        return LAW["law.knowledge.general"]
    return "\n".join((LAW["law.knowledge"], *([LAW["law.knowledge.verified"]] if verified else [])))


def _instructions_to_clerk(role: str, final: bool, context: bool, verified: bool) -> str:
    """Who keeps records or writes the result does not debate; who writes the result knows what the context says."""
    if not final:
        return "\n\n".join((role_text(role), LAW["law.data.clerk"], LAW["law.language"]))
    known = [_knowledge(context, verified)] if context else []
    return "\n\n".join((role_text(role), *known, LAW["law.data"], LAW["law.language"]))


@lru_cache(maxsize=64)
def _instructions(
    role: str,
    called: str,
    name: str,
    persona: str,
    hidden: bool,
    tools: bool,
    context: bool,
    verified: bool,
    listed: bool,
) -> str:
    """Return the same for every turn of a seat. `listed`: statements are listed to it by id."""
    parts = [called]
    if persona:
        parts.append(f"{LAW['law.persona']}\n\n{block('persona', persona)}")
    if name and name.casefold() != role.casefold() and (not hidden or role.casefold() == EXPERT):
        parts.append(f"Your name in this debate: {block('name', name)}")
    parts.append(_knowledge(context or tools, verified))
    if role.casefold() in APART:
        parts.append(LAW["law.honesty.apart"])
    elif role.casefold() not in IMPARTIAL:
        kept = LAW["law.kept.unseen" if role.casefold() == PANELLIST else "law.kept"]
        parts.append(LAW["law.honesty"].format(moved=LAW["law.moved.points" if listed else "law.moved"], kept=kept))
    parts.append(LAW["law.data"])
    if tools:
        parts.append(LAW["law.tools"])
    if hidden:
        own = [] if role.casefold() in IMPARTIAL else [LAW["law.hidden.own"]]
        parts.append(" ".join((LAW["law.hidden"], *own)))
    return "\n\n".join((*parts, LAW["law.language"]))


@lru_cache(maxsize=256)
def _hides(label: str) -> bool:
    """Return whether a label is a letter that stands for somebody."""
    return bool(HIDDEN.match(label))


QUESTION = "# The question"
TITLE_DRAWN = "# What was said, in an order drawn by lot"
Part = tuple[str, list[str], range]
"""A part of what is shown: its title, its blocks, and those of them (from 1) up to whose ends the next request is the
same."""


def _parts(brief: Brief, spared: str) -> tuple[Part, ...]:
    """Return what is shown, in its order; without the sections of the name that is `spared`."""
    sections = [section for section in brief.sections if section.text.strip() and section.name != spared]
    context = [_section(section) for section in sections if section.name != CORPUS]
    programs = Programs(once=brief.seat not in SERVICES and brief.gives != "comparison")
    turns = list(_told(brief, programs))
    figures = [
        block("figure", programs.shorten(text, title_of(name)), about=title_of(name))
        for name, text in brief.figures.items()
        if text.strip()
    ]
    return (
        (QUESTION, [block("question", brief.question)], range(1, 2)),
        ("# Context", context, range(len(context), len(context) + 1)),
        (_said(brief), turns, range(1, len(turns) + 1)),
        ("# From your own sources", [_section(each) for each in sections if each.name == CORPUS], NONE),
        ("# The state of the debate", figures, NONE),
    )


def _said(brief: Brief) -> str:
    """Return the title of what was said. Where all of it stands under letters, its order tells nothing. Who writes the
    result is told what stands for the parts of turns that are left out."""
    if brief.turns and all(_hides(turn.label) for turn in brief.turns):
        return TITLE_DRAWN
    cut = brief.gives == "synthesis" and any(
        line.endswith("…") for turn in brief.turns for line in turn.text.split("\n")
    )
    told = "; … stands for what is left out of a turn" if cut else ""
    return f"# What was said {'in this round' if brief.round_alone else 'so far'}, oldest first{told}"


def _message(brief: Brief, alone: bool, tools: tuple[ToolSpec, ...]) -> Message:
    """Return what is shown, and then asked. A service is shown other things each time, so nothing of it repeats but
    what it is told before: what a record is to be stands there, where providers find it again; and it is shown little,
    of which each block says what it is. Whoever speaks for the first time and can look things up mostly does, and then
    reads all of this again with each call."""
    record = alone and brief.role.casefold() == CLERK
    pieces, repeats, ends, length = list[str](), list[int](), list[int](), 0
    for title, blocks, repeated in _parts(brief, GLIMPSES if any(tool.name == READ for tool in tools) else ""):
        for number, piece in enumerate((title, *blocks) if blocks else ()):
            if record and not number:
                continue
            pieces.append(piece)
            length += len(piece) + len(GAP)
            if number in repeated and brief.seat not in SERVICES:
                repeats.append(length - len(GAP))
        if repeated and (title != _said(brief) or brief.recurs or tools):
            ends += repeats[-1:] if repeats[-1:] != ends[-1:] else []
    ends = ends[1:] or ends  # the question alone is worth a mark where nothing else is
    asked = LAW["law.task"] if record else LAW["law.turn"] if _standing(brief) else _order(brief)
    if brief.last:
        asked = f"{LAW['law.last']} {LAW[f'law.last.{brief.last}']}\n\n{asked}"
    put = "; ".join(f"{seat}: {', '.join(ids)}" for seat, ids in brief.put.items())
    asked = f"{asked} {LAW['law.record.put'].format(put=put)}" if put else asked
    text = GAP.join((*pieces, f"# What is asked of you now\n\n{asked}"))
    if tools and not any(turn.mine for turn in brief.turns):
        ends.append(len(text))
    return Message(role="user", text=text, repeats=tuple(repeats), parts=tuple(ends))


def _told(brief: Brief, programs: Programs) -> Iterator[str]:
    """Yield what was said so far, each turn after what was looked up in it; what was looked up in turns that are not
    shown comes first."""
    shown = {turn.path for turn in brief.turns}
    yield from (_section(section) for path, section in brief.excerpts.items() if path not in shown)
    for number, turn in enumerate(brief.turns, 1):
        if turn.path in brief.excerpts:
            yield _section(brief.excerpts[turn.path])
        beside = ", ".join(one.label for one in _unread(brief, turn))
        called = "your own turn" if turn.mine else f"the turn of {turn.label}"
        text = programs.shorten(turn.text, f"{called} (number {number} of those shown)")
        role = "" if brief.cast and brief.seat in SERVICES else turn.role  # they are told who takes part
        yield _spoken(turn.label, role, turn.gives == "digest", turn.mine, text, beside, turn.letters)


def _unread(brief: Brief, turn: SeenTurn) -> list[SeenTurn]:
    """Return the turns shown that were written at the same time as another one: a clerk must know who had not read
    whom."""
    others = (one for one in brief.turns if one.path != turn.path and one.path in turn.beside)
    return list(others) if brief.seat in SERVICES else []


def _section(section: Section) -> str:
    kind = "VERIFIED KNOWLEDGE" if section.verified else "own source" if section.name == CORPUS else "context"
    return block(kind, section.text, title=section.title or section.name, left_out=section.cut)


@lru_cache(maxsize=1024)
def _spoken(label: str, role: str, digest: bool, mine: bool, text: str, beside: str, letters: str) -> str:
    """Remembered: a turn stands in the request of every later turn."""
    told = role if not _hides(label) and not mine and role.casefold() != label.casefold() else ""
    return block(
        "turn",
        text,
        by="you" if mine else label,
        role=told,
        is_a="digest" if digest else "",
        at_the_same_time_as=beside,
        letters=letters,
    )


def _order(brief: Brief) -> str:
    again = any(not turn.mine for turn in brief.turns)
    own = brief.own_role.task if brief.own_role else ""
    task = contract_of(brief.gives).task_of(brief)
    asked = _task(brief.role, task, brief.gives, _structured(brief), again, own, _change(brief))
    if brief.gives == "ledger":
        asked = "\n".join((asked, *_of_these_turns(brief)))
    return asked if brief.minority or brief.gives != "synthesis" else f"{asked}\n\n{LAW['law.no-minority']}"


def _of_these_turns(brief: Brief) -> Iterator[str]:
    """Yield what is said of a record besides, where its turns are such."""
    turns = covered(brief)
    if any(turn.gives == ASSESSMENT for turn in turns):
        yield LAW["law.record.assessed"]
    if any(turn.gives == "verdict" for turn in turns) and any(len(one.wordings) > 1 for one in brief.statements):
        yield LAW["law.record.decided"]
    if any(turn.gives == "ranking" for turn in turns):
        yield LAW["law.record.ranked"]
    if any(map(typed_in, turns)):
        yield LAW["law.record.typed"]
    if len(turns) > 1:
        yield LAW["law.record.several"]
    if brief.put:
        yield LAW["law.record.each"]
    if any(set(turn.beside) - {turn.path} for turn in turns):
        yield LAW["law.record.beside"]


def _change(brief: Brief) -> str:
    """Return how a change to the repository is to be written; "" where none is taken from such a turn."""
    name = contract_of(brief.gives).changes
    if not name or not brief.changes:
        return ""
    checked = [LAW["law.change.checked"].format(checks=", ".join(brief.checks))] if brief.checks else []
    return " ".join((LAW[name], *checked))


@lru_cache(maxsize=256)
def _task(role: str, task: str, gives: str, alone: bool, again: bool, own: str, change: str) -> str:
    """`own`: what a role that the person wrote does besides, in turns that people read; `change`: how a change to the
    repository is to be written."""
    contract = contract_of(gives)
    asked = task_text(role, task, gives, again)
    if alone:
        return asked
    asked = f"{asked}\n\n{change}" if change else asked
    asked = f"{asked}\n\n{LAW['law.role.task']}\n\n{block('role', own)}" if own else asked
    ending = contract.ending_of(task)
    return f"{asked}\n\n{LAW['law.ending']}\n\n{ending}" if ending else asked
