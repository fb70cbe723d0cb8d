"""What a call is to say to whoever is asked, as data: the references of its view become turns and texts (SPEC TURN.3,
CONTEXT.5)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from disputatio.debate.attempts import attempts_of, failures
from disputatio.debate.board.questions import Agenda, agenda_of
from disputatio.debate.context import Section
from disputatio.debate.format import FINDING, MESSAGES
from disputatio.debate.hooks import KINDS, called, checks_of, report
from disputatio.debate.ids import ancestors, round_of, step_of, without_index
from disputatio.debate.log.seats import IMPARTIAL, SERVICES, Seat
from disputatio.debate.log.state import Debate, beside, block_at
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.payload import word, words
from disputatio.debate.policies.ballots import letters_in, slate_of
from disputatio.debate.policies.visibility import ANONYMOUS, split_view
from disputatio.debate.policy import At, seat_in
from disputatio.debate.ranges import blocks, bound
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.receipts import SENTENCE, receipt_in
from disputatio.debate.statements.registry import Registry
from disputatio.debate.statements.unsaid import put_to
from disputatio.debate.views.excerpts import excerpts_of
from disputatio.debate.views.letters import without_names
from disputatio.debate.views.participants import name_of
from disputatio.debate.views.progress import rounds_of
from disputatio.debate.wording import english
from disputatio.prompting import personas
from disputatio.prompting.compose import STATING
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.reading.payloads import outside
from disputatio.prompting.reading.record_rows import covered
from disputatio.prompting.remembered import FACTS, recollections
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.prompting.sections import points_by_id, text_of

# ---- How sure others are stays hidden while participants deliberate (SPEC FORMAT.2, hidden tallies).
_NAMES = r"(?:my )?(?:confidence(?: level)?|certainty|probability)"
_MEMBER = re.compile(rf"""(["']{_NAMES}["'][ \t]*:[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|[^,}}\s]+)""", re.IGNORECASE)
_LABELLED = re.compile(
    rf"^[ \t>*_+#-]{{0,12}}{_NAMES}[ \t*_]{{0,6}}[:=][*_]{{0,3}}[ \t]*[^\s][^\n]*(?:\n|\Z)", re.I | re.M
)
_SECTION = re.compile(
    rf"^(?:[ \t]{{0,3}}#{{1,6}}[ \t]*[*_]{{0,3}}|[*_]{{2,3}}){_NAMES}[ \t*_:#]{{0,8}}\n(?:[ \t]*\n){{0,2}}[^\n#]+"
    rf"(?:\n(?:[ \t]*\n){{0,2}}|\Z)",
    re.IGNORECASE | re.MULTILINE,
)


def without_confidence(text: str) -> str:
    """Return the text of a turn without the confidence that its author declares. In an object its place stays."""
    text = _MEMBER.sub(r"\1null", text)
    shorter = _LABELLED.sub("", _SECTION.sub("", text))
    return text if shorter == text else shorter.rstrip()


NAMING = STATING | {"participants"}
"""Figures that name participants."""
ASSESSMENT = "assessment"
"""The contract of a form that is out of date once the points have moved."""
RECORD = "ledger"
"""The contract of what turns change in what is held."""
SYNTHESIS = "synthesis"
"""The contract of the result."""
REFLECTIONS = "reflections"
"""The contract of observations."""
ASKED = "questions"
"""The figure that lists questions."""
VOTED = "options"
"""The figure that lists what is voted on."""
TRIED = "attempts"
"""The figure that lists programs that failed."""
ROUND, ADDING = "here round", ("also ", "proposals", "in-hand", "of ")
"""The view of a round alone, and views that add what was said before it."""
NAMES = {"clerk": "Clerk", "person": "The person", "memory": "Memory", "sandbox": "Sandbox", "sources": "Sources"}


@english()
def brief_of(debate: Debate, call: Call, id: str = "") -> Brief:
    """Return the brief of a call. `id` names the debate."""
    seat = debate.seats.get(call.seat)
    refs, figures = split_view(call.sees)
    character = debate.personas.get(call.seat)
    turns = _seen(debate, call, refs)
    corpus = personas.evidence(character, _last_words(turns)) if character else ()
    at = At(debate=debate, path=call.path, past=call.past)
    excerpts = excerpts_of(at) if seat else None
    agenda = agenda_of(at) if ASKED in figures else Agenda()
    checks = checks_of(debate.context, debate.options)
    brief = Brief(
        debate=id,
        path=call.path,
        seat=call.seat,
        role=seat.role if seat else NAMES.get(call.seat, call.seat),
        name=seat.name or seat.id if seat else NAMES.get(call.seat, call.seat),
        task=call.task,
        gives=call.gives,
        question=debate.question,
        day=debate.day,
        seed=debate.seed,
        persona=personas.contract(character) if character else "",
        turns=turns,
        sections=(*_sections(debate, call), *corpus),
        excerpts=excerpts.sections if excerpts else {},
        figures=_figures(debate, call, figures),
        statements=tuple(statements_of(call.past).values()) if STATING.intersection(figures) else (),
        cast=tuple(_member(seat) for seat in debate.seats.values()) if NAMING.intersection(figures) else (),
        agenda=agenda,
        minority=bool(debate.options.get("minority", True)),
        slate=slate_of(at) if VOTED in figures else (),
        attempts=tuple(failures(attempts_of(call.past))) if TRIED in figures else (),
        own_role=debate.roles.get(call.seat),
        round_alone=_round_alone(debate, call.path),
        last=_last_turn(debate, call),
        recurs=_recurs(debate, call.path),
        changes=bool(checks) or bool(debate.options.get("branch")),
        checks=tuple(KINDS[kind] for kind in checks),
    )
    return replace(brief, put=_put(brief, call.past)) if brief.gives == RECORD else brief


def _put(brief: Brief, past: Past) -> Mapping[str, tuple[str, ...]]:
    """Return of which statements a record is to say what each speaker makes: where several speak at once, and none of
    them says so in a form."""
    turns = covered(brief)
    if len({turn.seat for turn in turns}) < 2 or any(turn.gives == ASSESSMENT for turn in turns):
        return {}
    return put_to(past, ((turn.seat, turn.beside) for turn in turns))


def _round_alone(debate: Debate, path: str) -> bool:
    """Return whether a step is shown nothing that was said before the present round."""
    block = block_at(debate, without_index(path))
    sees = block.sees if block is not None else ()
    return ROUND in sees and not any(view.startswith(ADDING) for view in sees)


def _last_turn(debate: Debate, call: Call) -> Literal["", "answered", "unanswered"]:
    """Return whether a turn is the last of its seat by what is planned, and whether others speak after it."""
    number, block, body = round_of(call.path), block_at(debate, without_index(call.path)), debate.format.body
    loop = next((each for each in body.do if each.name == step_of(call.path.partition("/")[0])), None)
    if block is None or loop is None or call.gives not in MESSAGES or not number == rounds_of(debate)[1] > 0:
        return ""
    after = body.do[body.do.index(loop) + 1 :]
    if any(each.gives in MESSAGES for one in after for each in (one, *blocks(one))):
        return ""
    inside = [*blocks(loop)]
    later = inside[inside.index(block) + 1 :] if block in inside else []
    return "answered" if any(each.gives in MESSAGES and each.ask not in IMPARTIAL for each in later) else "unanswered"


def _recurs(debate: Debate, path: str) -> bool:
    """Return whether a step comes in more than one pass of a loop around it."""
    around = (block_at(debate, without_index(each)) for each in ancestors(path))
    return any(block.repeat and bound(block.repeat, debate.options) != 1 for block in around if block is not None)


def _member(seat: Seat) -> Member:
    return Member(seat=seat.id, name=seat.name or seat.id, role=seat.role)


def _figures(debate: Debate, call: Call, names: Sequence[str]) -> dict[str, str]:
    """Return what the figures say that a view ends with."""
    if not names:
        return {}
    at, by_id = At(debate=debate, path=call.path, past=call.past), "participants" in names
    if not by_id or "points" not in names:
        return {name: text_of(name, at) for name in names}
    told = {name: text_of(name, at) for name in names if name not in ("participants", "points")}
    return {"points": points_by_id(at), **told}


def _last_words(turns: Sequence[SeenTurn]) -> str:
    """Return what somebody else said last."""
    return next((turn.text for turn in reversed(turns) if not turn.mine), "")


def _seen(debate: Debate, call: Call, refs: Sequence[str]) -> tuple[SeenTurn, ...]:
    """Return the turns as this call sees them; what its seat has seen before is not made again."""
    hides = bool(debate.options.get("hidden", True))  # debates from before the option always had it
    deliberating = hides and (call.seat not in SERVICES or call.gives == "digest")
    known: dict[str, SeenTurn] = call.past.shared.setdefault(("seen", call.seat, deliberating), {})
    letters = {path: letter for letter, equals, path in (ref.rpartition("=") for ref in refs) if equals}
    if new := {ref.rpartition("=")[2]: ref for ref in refs if ref not in known}:
        for turn in _turns(call.past, new):
            ref = new[turn.path]
            known[ref] = _one(debate, call, turn, ref.rpartition("=")[0], deliberating)
    seen = [_told(known[ref], call.past, debate, letters) for ref in refs if ref in known]
    if call.gives == REFLECTIONS:
        return tuple(replace(turn, text=_in_short(turn, registry_of(call.past))) for turn in seen)
    return tuple(_for_the_result(seen, call.past) if call.gives == SYNTHESIS else seen)


def _in_short(turn: SeenTurn, registry: Registry) -> str:
    """Return what was recorded of a turn, for whoever observes how the debate goes and is told where everybody stands
    (SPEC REFLECT.1): what it stated and how it moved; all of it where nothing was recorded."""
    entry = registry.entries.get(turn.path)
    if entry is None or not (entry.keypoints or entry.moves):
        return turn.text
    moved = (f"{each.kind}: {each.after or each.before}" for each in entry.moves)
    return "\n".join((*entry.keypoints, *moved))


def _for_the_result(turns: Sequence[SeenTurn], past: Past) -> Iterator[SeenTurn]:
    """Yield the turns as whoever writes the result reads them: the last of each participant whole, and of the others
    the paragraphs on which the record rests, since it tells what became of each point. Where there is no record of a
    turn, it stays whole, but for an assessment that a later one has overtaken."""
    last = {turn.seat: turn for turn in turns}
    for turn in turns:
        if last[turn.seat] is turn or turn.gives not in MESSAGES:
            yield turn
        else:
            text = _unformed(turn) if turn.gives == ASSESSMENT else turn.text
            yield replace(turn, text=_recorded(turn.path, text, registry_of(past)))


def _recorded(path: str, text: str, registry: Registry) -> str:
    """Return the paragraphs of a turn on which what is held now rests, or somebody's change of position, in their
    order, with … for what lies between; all of it where nobody has read it for the record, or nothing in it."""
    entry = registry.entries.get(path)
    steps = (step for one in registry.statements.values() for step in one.history)
    if path in registry.missed or entry is None or entry.rules or all(step.path != path for step in steps):
        return text
    words = {*_receipts(path, registry)}
    kept, gap = list[str](), ""
    for paragraph in filter(None, map(str.strip, text.split("\n"))):
        if found := _bearing(paragraph, words):
            kept += [gap, found] if gap else [found]
            gap = ""
        else:
            gap = "…"
    return "\n".join((*kept, *([gap] if gap else [])))


def _bearing(paragraph: str, words: Collection[str]) -> str:
    """Return a paragraph up to the end of the last sentence that is quoted, with what leads there; "" where none is."""
    ends = [span.end for each in words if (span := receipt_in(each, paragraph)) is not None]
    if not ends:
        return ""
    rest = SENTENCE.search(paragraph, max(ends))
    return f"{paragraph[: rest.end()].strip()} …" if rest else paragraph


def _receipts(path: str, registry: Registry) -> Iterator[str]:
    """Yield the words of a turn that are quoted of what is held now, of who judges it, and of changes of position."""
    for one in registry.statements.values():
        given = [(each.path, each.words) for each in one.judgements.values()]
        given.append((one.wordings[-1].path, one.wordings[-1].words))
        yield from (words for at, words in given if at == path and not one.withdrawn)
    for move in registry.moves.get(path, ()):
        yield from (move.words, move.because)


def _told(turn: SeenTurn, past: Past, debate: Debate, letters: Mapping[str, str]) -> SeenTurn:
    """Return what checks came to in terms of the turns as the reader sees them: where authors are hidden, so are they
    here, and in what was written by a service, which knows their names."""
    if letters and turn.seat in SERVICES:
        labels = {seat_in(path, debate.seats): f"Response {letter}" for path, letter in letters.items()}
        turn = replace(turn, text=without_names(turn.text, labels, debate.seats))
    if turn.gives != "tests" or "checks" not in turn.data:
        return turn
    hides = bool(letters) or bool(debate.options.get(ANONYMOUS))
    defences = {each.path for each in past.of("patches")}

    def name(path: str) -> str:
        if path in letters:
            return f"Response {letters[path]}"
        seat = debate.seats.get(seat_in(path, debate.seats))
        what = called("patches" if path in defences else "artifact")
        return f"{what} of {seat.name or seat.id}" if seat is not None and not hides else f"Another {what.lower()}"

    return replace(turn, text=report(turn.data, name))


def _turns(past: Past, wanted: Collection[str]) -> list[Turn]:
    """Return the turns of a view, newest first. A synthesis that a rule made, since no model wrote one, is nobody's
    word: what it is made of stands in the list of statements."""
    found: list[Turn] = []
    left = len(wanted)
    for turn in past.newest():
        if not left:
            break
        if turn.path in wanted:
            left -= 1
            if turn.gives != "synthesis" or turn.by != "rules":
                found.append(turn)
    return found


def _one(debate: Debate, call: Call, turn: Turn, letter: str, deliberating: bool) -> SeenTurn:
    """Return a turn, made once for all who may know as much of it."""
    own = turn.seat == call.seat
    mine, secret = own and call.seat not in SERVICES, deliberating and not own and contract_of(turn.gives).confides
    key = (turn.path, letter, mine, secret, _named(debate, call, turn))
    made: SeenTurn | None = call.past.shared.get(key)
    if made is None:
        known = _letters_in(debate, turn, call.past) if not letter and _named(debate, call, turn) else ""
        made = call.past.shared[key] = replace(_shown(debate, turn, letter, mine, secret), letters=known)
    return made


def _named(debate: Debate, call: Call, turn: Turn) -> bool:
    """Return whether the reader of a turn is told whom it judges under letters."""
    if turn.gives == "ranking":
        return call.seat in SERVICES
    return turn.gives in FINDING and not debate.options.get(ANONYMOUS)


def _letters_in(debate: Debate, turn: Turn, past: Past) -> str:
    """Return whose work the letters of a turn stand for, which its author did not know."""
    seen = letters_in(debate, past, turn).items()
    return ", ".join(f"{letter} is by {name_of(seat, debate.seats)}" for letter, seat in seen)


def _shown(debate: Debate, turn: Turn, letter: str, mine: bool, secret: bool) -> SeenTurn:
    seat = debate.seats.get(turn.seat)
    name = (seat.name or seat.id) if seat else NAMES.get(turn.seat, turn.seat)
    return SeenTurn(
        path=turn.path,
        label=f"Response {letter}" if letter else name,
        role="" if letter else seat.role if seat else name,
        gives=turn.gives,
        text=_as_told(turn, mine, secret),
        data=turn.data,
        mine=mine,
        beside=beside(debate, turn.path),
    )


def _as_told(turn: Turn, mine: bool, secret: bool) -> str:
    """Return the words of a turn for its reader. What its author filled into the form of an assessment they find in the
    list of points, as it stands now, and not twice. A ranking is told line by line, whatever marks held it together."""
    if mine and turn.gives == ASSESSMENT:
        return _unformed(turn)
    if turn.gives == "ranking" and turn.data:
        adopts = [f"Adopts: {told}"] if (told := word(turn.data.get("adopts"))) else []
        return "\n".join((" > ".join(words(turn.data.get("order"))), *words(turn.data.get("because")), *adopts))
    return without_confidence(turn.text) if secret else turn.text


def _unformed(turn: Turn | SeenTurn) -> str:
    """Return what a turn says besides the form that it fills in; all of it where it says nothing else."""
    return outside(contract_of(turn.gives).fields, turn.text).strip() or turn.text


def _sections(debate: Debate, call: Call) -> tuple[Section, ...]:
    """Return what is known: of earlier debates first, then the context. Most services work on turns alone; a service
    that lists points sees which of them need not be listed."""
    given = contract_of(call.gives).context if call.seat in SERVICES else "all"
    if given == "none":
        return ()
    known = (*recollections(call.past, debate.context.sections), *debate.context.sections)
    if given == "facts":
        return tuple(section for section in known if section.name in FACTS)
    return known
