"""The rehearsed persona: takes a side on each aspect, answers who holds the contrary, and moves when a cited line
speaks against it and it has none of its own.

What the others hold is read from the assembled view, as a persona reads it: nothing else is known to it.
"""

from __future__ import annotations

import hashlib
import re

from disputatio.debate.ids import names_bound
from disputatio.debate.sameness import are_opposed
from disputatio.prompting.reading.figures import claims_known
from disputatio.prompting.rehearsal.claims import alternatives, claims
from disputatio.prompting.rehearsal.material import Material, words_of
from disputatio.prompting.rehearsal.sentences import CITATION
from disputatio.prompting.request import Brief
from disputatio.prompting.sections import assembly, listings

_SAID = re.compile(r"^- (?P<name>[^:\n]{1,80}): (?P<text>.+)$")
_THESIS = re.compile(
    r"(?:The step |The answer yes to |The obvious answer to )?“[^”]{1,200}” is (?P<no>not )?right[^.“”]*\."
)
_STEP = re.compile(r"^(?:should|shall|must|may|can|could|would|will)\s+(?:(?:we|i|it|they|you|the team)\s+)?", re.I)
_YES = re.compile(r"^(?:is|are|was|were|am|do|does|did|has|have|had)\b", re.I)
_OPEN = re.compile(r"^(?:what|which|who|whom|whose|when|where|why|how)\b", re.I)
UNSETTLED = "This cannot be settled on what is known."
SURE, MOVED = 0.85, 0.6
"""How sure a persona says it is: of its own thesis, and of one that it came round to."""


def persona(brief: Brief, given: Material) -> str:
    """Return a turn of a persona in a dialogue: opening, take, reply, closing, or a statement in a crux room."""
    match brief.task:
        case "reply":
            return _reply(brief, given)
        case "closing":
            return _closing(brief)
        case "statement":
            return _statement(brief)
        case _:
            return _take(brief, given)


def _take(brief: Brief, given: Material) -> str:
    held = thesis(brief, favours(brief))
    grounds = claims(brief, given, most=2) if given.lines else []
    cited = [claim.text for claim in grounds if claim.line]
    ground = f"My ground: {' '.join(cited)}" if cited else "I have no source to name for it."
    return f"{held} {ground}\n\nI am {SURE:.0%} sure."


def _reply(brief: Brief, given: Material) -> str:
    mine = favours(brief)
    held = thesis(brief, mine)
    if settled := next((line for line in own_lines(brief) if line.startswith("  settled: ")), ""):
        return f"I keep to what we both accepted: {settled.removeprefix('  settled: ')}"
    against = next(((name, text) for name, text in reversed(exchange(brief)) if _contrary(text, held)), None)
    if against is None:
        return f"I have nothing to add, since nobody holds the contrary any more. {held}"
    name, text = against
    theirs, own = CITATION.findall(text), _cited_by_me(brief)
    if theirs and not own:
        return (
            f"I was wrong. I now hold the contrary because {name} cites {theirs[0]}. {thesis(brief, not mine)}\n\n"
            f"I am {MOVED:.0%} sure."
        )
    fresh = [claim.text for claim in claims(brief, given, frozenset(own), most=1) if claim.line]
    return "\n\n".join(
        (
            f"I disagree with {name}. {held}",
            " ".join(fresh) or "I see nothing in what was loaded that decides between us.",
            f"I am {SURE:.0%} sure.",
        )
    )


def _closing(brief: Brief) -> str:
    open_ = [claim for claim in claims_known(brief) if claim.status not in ("resolved", "abandoned")]
    count = f"{len(open_) or 'no'} claim{'s' * (len(open_) > 1)}"
    return f"{thesis(brief, favours(brief))} I see {count} as still in dispute.\n\n{_would_change(brief)}"


def _statement(brief: Brief) -> str:
    return f"{thesis(brief, favours(brief))}\n\n{_would_change(brief)}"


def stance(brief: Brief, given: Material) -> str:
    """Return an exchange in a crux room: what the context has to say on the claim, and the statement that it could
    accept."""
    claim = claim_in_room(brief)
    said = [turn for turn in brief.turns if not turn.mine and turn.gives == "stance"]
    best = given.about(words_of(claim), 2)
    statement = f"What bears on this most is {best[0].quote}." if best else UNSETTLED  # neither side gives in by it
    ground = f"I find {best[0].quote} on it." if best else "I see no line in what was loaded that decides it."
    parts = (
        f"{thesis(brief, favours(brief))} {ground}",
        _would_change(brief),
        f"### Resolved\n{'yes' if said else 'no'}",
        f"### Statement\n{statement}",
        f"### Settles\n{'yes' if best else 'no'}",
    )
    return "\n\n".join(parts)


def claim_in_room(brief: Brief) -> str:
    """Return the claim that a room is about, the question where there is none."""
    head = brief.figures.get("room-view", "").split("\n")[0].removeprefix(f"## {assembly.DISPUTED} ")
    return head.partition(": ")[2] or brief.question


def _would_change(brief: Brief) -> str:
    return f"I would change my mind if a source showed the contrary on “{_subject(brief)}”."


def thesis(brief: Brief, favours: bool) -> str:
    """Return the sentence that a persona stands for, or its contrary, on the aspect at hand."""
    aspect = names_bound(brief.path).get("aspect", "")
    where = f" on {aspect}" if aspect and aspect != "main" else ""
    return f"The {_kind(brief)}“{_subject(brief)}” is {'' if favours else 'not '}right{where}."


def _kind(brief: Brief) -> str:
    """Return what can be right about the question: a step, or an answer to it."""
    asked = brief.question.strip()
    if alternatives(asked) or not (_YES.match(asked) or _OPEN.match(asked)):
        return "step "
    return "answer yes to " if _YES.match(asked) else "obvious answer to "


def _subject(brief: Brief) -> str:
    """Return what is for or against: the first of two sides, or the question, without the words that ask for a step."""
    if sides := alternatives(brief.question):
        return sides[0]
    plain = _STEP.sub("", " ".join(brief.question.split())).rstrip(" ?.!")
    return plain[:160].rstrip().replace("“", "'").replace("”", "'") or "this"


def favours(brief: Brief) -> bool:
    """Return which side it is on: what it said before, else its place among the participants, so that both sides are
    held."""
    for line in own_lines(brief):
        if match := _THESIS.search(line):
            return not match["no"]
    present = brief.figures.get("topic", "").partition("\n")[0]
    names = present.removeprefix(f"{listings.PRESENT}: ").split(", ")
    place = names.index(brief.name) if brief.name in names else int(_hash(brief.seat), 16)
    return (place + int(_hash(str(brief.seed)), 16)) % 2 == 0


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]


def exchange(brief: Brief) -> list[tuple[str, str]]:
    """Return (name, text) of the recent exchange in the assembled view, oldest first."""
    matches = (_SAID.match(line) for line in section(brief, assembly.EXCHANGED))
    return [(match["name"], match["text"]) for match in matches if match and match["name"] != brief.name]


def section(brief: Brief, title: str) -> list[str]:
    """Return the lines of one section of the assembled view."""
    text = "\n".join(brief.figures.get(name, "") for name in ("standing-view", "view", "room-view", "closing-view"))
    found: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("## "):
            inside = line == f"## {title}"
        elif inside:
            found.append(line)
    return found


def own_lines(brief: Brief) -> list[str]:
    """Return what the view says of its reader, on the aspect at hand first."""
    stands = (*section(brief, assembly.BOTH), *section(brief, assembly.EVERYONE))
    mine, inside = section(brief, assembly.OWN), False
    for line in stands:
        inside = line.startswith((f"- {brief.name}:", f"- {brief.name} (")) or (inside and not line.startswith("- "))
        mine += [line] if inside else []
    return sorted(mine, key=lambda line: not line.startswith("  on "))


def _contrary(text: str, held: str) -> bool:
    return any(are_opposed(match[0], held) for match in _THESIS.finditer(text))


def _cited_by_me(brief: Brief) -> list[str]:
    return [place for line in own_lines(brief) for place in CITATION.findall(line)]
