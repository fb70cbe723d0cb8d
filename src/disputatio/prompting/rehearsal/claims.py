"""What a rehearsed participant claims and holds: sentences composed from the question and from lines of the context.

Every claim is one sentence that `checks` can test by the context, and that the rules list as one point. A position is
weighed from the lines that bear on the question. Before anybody else has spoken a participant reads its own half of
them, so that first answers can differ; once it has heard others it reads all of them, and moves only if they weigh
differently.
"""

from __future__ import annotations

import hashlib
import re

from disputatio.debate.sameness import NEGATIONS, content
from disputatio.debate.values import value
from disputatio.prompting.rehearsal.checks import conflicting_line, differ
from disputatio.prompting.rehearsal.material import Line, Material, words_of
from disputatio.prompting.request import Brief

MOST = 4
"""Claims of one turn that rest on the context."""

_CODE = (
    (re.compile(r"^(?:async\s+)?(?:def|function|func|fn|sub)\s+(?P<name>[\w.$]+)"), "there is the function `{name}`"),
    (re.compile(r"^(?:pub\s+|export\s+)*(?:class|struct|interface|trait|enum)\s+(?P<name>\w+)"), "there is `{name}`"),
    (re.compile(r"^(?:from\s+(?P<name>[\w.]+)\s+import|import\s+(?P<other>[\w.]+))"), "a part depends on `{name}`"),
    (re.compile(r"^(?P<name>[\w.\"'-]{2,40})\s*[:=]\s*[^=\s]"), "{plain} is given"),
    (re.compile(r"^(?:assert|raise|return|throw|if|for|while)\b"), "the code takes a decision"),
    (re.compile(r"^(?:#|//|--|;|\*|/\*|\"\"\"|''')"), "a comment speaks"),
)
_OR = re.compile(
    r"\b(?:(?:whether|should we (?:use|choose)?|use|choose|prefer|between|is it|better)\s+)?"
    r"(?P<a>[^,?.;:]{2,60}?)\s+(?:or|versus|vs\.?)\s+(?P<b>[^,?.;:]{2,60})",
    re.I,
)
_LEAD = re.compile(
    r"^(?:should (?:we|i|it|they|the)|shall we|is it (?:better|wise|safe)(?: to)?|do we|can we|could we|would"
    r"|what is the best"
    r"|which is|we|use|choose|prefer|whether|better|between|is|are|to|the|a|an)\s+",
    re.I,
)
_ASKING = frozenset(
    [
        "should",
        "could",
        "would",
        "which",
        "what",
        "when",
        "where",
        "whether",
        "how",
        "why",
        "who",
        "best",
        "better",
        "good",
        "need",
        "use",
        "make",
        "work",
        "can",
        "does",
    ]
)


@value
class Claim:
    """`line` is the line that it rests on; None for an assumption."""

    text: str
    line: Line | None = None


def topics(question: str) -> list[str]:
    """Return what a question is about: its content words in order, as they are written."""
    found: dict[str, str] = {}
    for word in re.findall(r"[^\W_][\w'+#-]*", question):
        stems = content(word)
        if stems and word.casefold() not in _ASKING and len(word) > 2 - (not word.isascii()):
            found.setdefault(next(iter(stems)), word)
    return list(found.values())


def question_terms(question: str) -> frozenset[str]:
    """Return the words by which lines are found that bear on a question."""
    return frozenset[str]().union(*(words_of(topic) for topic in topics(question)))


def alternatives(question: str) -> tuple[str, str] | None:
    """Return the two sides of a question that offers two ("Should we use X or Y?")."""
    match = _OR.search(question)
    if match is None:
        return None
    a, b = (_trimmed(match[side]) for side in ("a", "b"))
    return (a, b) if a and b and a.casefold() != b.casefold() else None


def _trimmed(side: str) -> str:
    plain, before = side.strip(), ""
    while plain != before:
        before, plain = plain, _LEAD.sub("", plain).strip()
    return " ".join(plain.split()[-6:] if len(plain.split()) > 6 else plain.split())


def claims(brief: Brief, given: Material, used: frozenset[str] = frozenset(), most: int = MOST) -> list[Claim]:
    """Return the claims for a turn: lines that the question is about, one inference from them, and what had to be
    assumed.

    `used` are places that earlier turns have cited already.
    """
    words = question_terms(brief.question)
    about = [line for line in given.about(words) if line.place not in used or not line.path]
    chosen = _chosen(about or list(given.lines), brief, most, used)
    found = [Claim(text=of_line(line, brief.question), line=line) for line in chosen]
    if not used:
        found += [claim for claim in (inference(brief, given), assumption(brief, given)) if claim]
    return found


def _chosen(lines: list[Line], brief: Brief, most: int, used: frozenset[str]) -> list[Line]:
    """Return the best lines, at most two of one place, none at odds with another; the seed picks among the best."""
    ranked = sorted(lines[: most * 2], key=lambda line: order(brief, line.quote))
    kept: list[Line] = []
    for line in ranked:
        source = line.path or line.title
        same_source = sum(1 for one in kept if (one.path or one.title) == source)
        at_odds = any(differ(line.text, one.text) for one in kept)
        if same_source < 2 and not at_odds and line.text not in used and len(kept) < most:
            kept.append(line)
    return kept


def of_line(line: Line, question: str) -> str:
    """Return a sentence about one line, by what kind of line it is."""
    bearing = next((topic for topic in topics(question) if words_of(topic) & line.words), "")
    if not line.path:
        about = f"On “{bearing}”, {line.title} says" if bearing else f"{line.title} says"
        return f"{about}: “{line.text}”."
    said = kind_of(line.text)
    return f"On “{bearing}”, {said}, at {line.quote}." if bearing else f"{said[0].upper()}{said[1:]}, at {line.quote}."


def kind_of(text: str) -> str:
    """Return what a line of a file does, in words."""
    for pattern, said in _CODE:
        if match := pattern.match(text):
            names = match.groupdict()
            name = names.get("name") or names.get("other") or ""
            return said.format(name=name, plain=f"`{name.strip(chr(34) + chr(39))}`")
    return "a line reads"


def inference(brief: Brief, given: Material) -> Claim | None:
    """Return a conclusion that goes further than its ground: that one file is the only place of a topic. It is drawn
    from a part of the lines, as a hasty reader would; whether it holds depends on all of them."""
    rarest: tuple[int, str, list[Line]] | None = None
    for topic in topics(brief.question):
        words = words_of(topic)
        lines = [line for line in given.lines if line.path and words and words <= line.words]
        if lines and (rarest is None or len(lines) < rarest[0]):
            rarest = (len(lines), topic, lines)
    if rarest is None:
        return None
    first = min(rarest[2], key=lambda line: order(brief, line.quote))
    return Claim(text=f"Only `{first.path}` deals with “{rarest[1]}”.", line=first)


def assumption(brief: Brief, given: Material) -> Claim | None:
    """Return what the question takes for granted and the context does not mention."""
    known = frozenset[str]().union(*(line.words for line in given.lines))
    absent = [topic for topic in topics(brief.question) if not words_of(topic) & known]
    if not absent:
        return None
    topic = min(absent, key=lambda one: order(brief, one))
    return Claim(text=f"The answer depends on “{topic}”, which is taken for granted here without a source.")


def claims_without_context(brief: Brief) -> list[Claim]:
    """Return the claims of a debate without any context: they take the question apart, and say what each part would
    need."""
    found: list[Claim] = []
    sides = alternatives(brief.question)
    named = topics(brief.question)
    if sides:
        found.append(Claim(text=f"The question offers two sides, “{sides[0]}” and “{sides[1]}”."))
        lean = min(sides, key=lambda side: order(brief, side))
        found.append(Claim(text=f"The side “{lean}” is the better one as a default."))
    elif len(named) > 1:
        found.append(Claim(text=f"The question joins “{named[0]}” with “{named[1]}”."))
    needed = sorted(named, key=lambda one: order(brief, one))[:2]
    found += [Claim(text=f"An answer needs to know the actual state of “{topic}”.") for topic in needed]
    if not found:
        found.append(Claim(text=f"The question “{brief.question.strip()[:120]}” has one part only."))
    return found


def order(brief: Brief, text: str) -> str:
    """Return the place of a text in an order that the debate's seed, and the seat, shuffle."""
    return hashlib.sha256(f"{brief.seed}\x00{brief.seat}\x00{text}".encode("utf-8", "replace")).hexdigest()


# ---- What is held, and how surely.
UNDECIDED = "cannot be decided on what is known"

_YES_NO = re.compile(
    r"^\W*(?:should|shall|is|are|was|were|do|does|did|can|could|will|would|has|have|must|may|ought)\b", re.I
)
_AGAINST = re.compile(r"\b(?:todo|fixme|deprecated|unsafe|warning|broken|slow|risk\w*|danger\w*|hack|limit\w*)\b", re.I)


@value
class Position:
    text: str
    confidence: float
    because: tuple[str, ...] = ()


def others_spoke(brief: Brief) -> bool:
    """Return whether anybody else has spoken."""
    return any(not turn.mine for turn in brief.turns)


def position(brief: Brief, given: Material) -> Position:
    """Return the position of the brief's seat on its question."""
    lines = _read(brief, given)
    if sides := alternatives(brief.question):
        return _between(brief, sides, lines)
    if _YES_NO.match(brief.question):
        return _yes_or_no(lines)
    if not lines:
        return Position(text=f"The question {UNDECIDED}", confidence=0.5, because=_missing(brief, given))
    best = lines[0]
    if against := conflicting_line(best, given):
        text = f"What is known contradicts itself: {best.quote} against {against.quote}"
        return Position(text=text, confidence=0.6, because=("both stand in what was loaded",))
    share = len(best.words & question_terms(brief.question)) / max(1, len(question_terms(brief.question)))
    return Position(
        text=f"The nearest that is known is {best.quote}",
        confidence=round(min(0.9, 0.3 + share / 2), 2),
        because=tuple(line.quote for line in lines[:3]),
    )


def _read(brief: Brief, given: Material) -> list[Line]:
    about = given.about(question_terms(brief.question))
    if others_spoke(brief) or len(about) < 2:
        return about
    return [line for line in about if int(order(brief, line.quote)[:8], 16) % 2] or about[:1]


def _between(brief: Brief, sides: tuple[str, str], lines: list[Line]) -> Position:
    both = words_of(sides[0]) & words_of(sides[1])
    found = {side: [line for line in lines if (words_of(side) - both) & line.words] for side in sides}
    a, b = sides
    total = len(found[a]) + len(found[b])
    if len(found[a]) == len(found[b]):
        if others_spoke(brief) or total:
            return Position(
                text=f"Between “{a}” and “{b}” it {UNDECIDED}", confidence=0.6, because=("both weigh the same",)
            )
        lean = min(sides, key=lambda side: order(brief, side))
        return Position(text=lean, confidence=0.35, because=("a default, with nothing to support it",))
    better = max(sides, key=lambda side: len(found[side]))
    return Position(
        text=better,
        confidence=round(0.5 + 0.45 * abs(len(found[a]) - len(found[b])) / total, 2),
        because=tuple(line.quote for line in found[better][:3]),
    )


def _yes_or_no(lines: list[Line]) -> Position:
    against = [line for line in lines if _AGAINST.search(line.text) or NEGATIONS & set(line.text.casefold().split())]
    favour = [line for line in lines if line not in against]
    if len(favour) == len(against):
        why = "as much speaks for it as against it" if favour else "nothing that was loaded bears on it"
        return Position(text=f"It {UNDECIDED}", confidence=0.6, because=(why,))
    side, text = (favour, "Yes") if len(favour) > len(against) else (against, "No")
    sure = round(0.5 + 0.4 * abs(len(favour) - len(against)) / len(lines), 2)
    return Position(text=text, confidence=sure, because=tuple(line.quote for line in side[:3]))


def _missing(brief: Brief, given: Material) -> tuple[str, ...]:
    return tuple(f"nothing that was loaded describes “{topic}”" for topic in gaps(brief, given)[:3])


def gaps(brief: Brief, given: Material) -> list[str]:
    """Return the topics of the question that no line has."""
    known = frozenset[str]().union(*(line.words for line in given.lines))
    return [topic for topic in topics(brief.question) if not words_of(topic) & known]
