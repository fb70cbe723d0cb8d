"""How a rehearsed Critic tests a claim: against the lines of the context, by their words and figures.

agree          a line says it, and is quoted
disagree       a line says otherwise: another figure for the same thing, a contradiction, or a counterexample
unverifiable   nothing that was loaded says either
"""

from __future__ import annotations

import re
from typing import Literal

from disputatio.debate.sameness import are_opposed, content
from disputatio.debate.values import value
from disputatio.prompting.rehearsal.material import Line, Material, words_of

Status = Literal["agree", "disagree", "unverifiable"]

SUPPORTS = 0.6
"""Share of a claim's content words that one line must have to support it."""
_CITED = re.compile(r"`(?P<place>[^`\s]{1,300}:\d{1,7})`(?:: ?(?P<mark>`{1,200}) ?(?P<quote>.+?) ?(?P=mark)(?!`))?")
_QUOTED = re.compile(r"“(?P<quote>[^”\n]{12,400})”")
_NAMED = re.compile(r"“([^”\n]{1,200})”")
_ABOUT_QUESTION = re.compile(r"^(?:The question (?:offers|joins|“)|An answer needs to know)")
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*%?(?![\w])")
ONLY = re.compile(r"^Only `(?P<path>[^`]{1,300})` deals with “(?P<word>[^”]{1,60})”")
_BOTH = re.compile(r"^Both `(?P<a>[^`]{1,300})` and `(?P<b>[^`]{1,300})` deal with “(?P<word>[^”]{1,60})”")


@value
class Finding:
    """What came of checking a claim. `lines` are the lines that decided it."""

    status: Status
    reason: str
    lines: tuple[Line, ...] = ()


def check(claim: str, given: Material, question: str = "") -> Finding:
    """Check a claim against the context, and against the question where it speaks of that."""
    if found := _asked(claim, given, question):
        return found
    for test in (_only, _both, _cited, _quoted, _figures, _words):
        if found := test(claim, given):
            return found
    missing = sorted(missing_words(claim, given))
    named = ", ".join(f"“{word}”" for word in missing[:3])
    if not given.lines:
        return Finding(status="unverifiable", reason="no context was loaded that could support or contradict it")
    said = f"nothing that was loaded mentions {named}" if named else "no line that was loaded says it or its contrary"
    return Finding(status="unverifiable", reason=said)


def missing_words(claim: str, given: Material) -> frozenset[str]:
    """Return the content words of a claim that no line has."""
    known = frozenset().union(*(line.words for line in given.lines))
    return frozenset(word for word in content(_unquoted(claim)) - known if len(word) > 2)


def _unquoted(claim: str) -> str:
    return _QUOTED.sub(" ", _CITED.sub(" ", claim))


def _asked(claim: str, given: Material, question: str) -> Finding | None:
    """Check a claim about the question: it holds when the question has the words that it quotes."""
    if not _ABOUT_QUESTION.match(claim):
        return None
    named = _NAMED.findall(claim)
    if not named or not all(" ".join(one.split()).casefold() in " ".join(question.split()).casefold() for one in named):
        return Finding(status="disagree", reason="the question does not say so")
    known = [one for one in named if given.about(words_of(one))]
    loaded = "what was loaded speaks about it" if known else "nothing that was loaded describes it"
    return Finding(status="agree", reason=f"the question itself names “{named[0]}”, and {loaded}")


def _only(claim: str, given: Material) -> Finding | None:
    """Check "Only `path` mentions “word”": a line elsewhere that does is a counterexample."""
    match = ONLY.search(claim)
    if match is None:
        return None
    words = words_of(match["word"])
    others = [
        line for line in given.lines if line.path and line.path != match["path"] and words and words <= line.words
    ]
    if others:
        return Finding(status="disagree", reason=f"it also stands at {others[0].quote}", lines=(others[0],))
    own = _line_with(words, match["path"], given)
    if own is None:
        return None
    return Finding(
        status="agree", reason=f"of all that was loaded no other file has it; there: {own.quote}", lines=(own,)
    )


def _both(claim: str, given: Material) -> Finding | None:
    """Check "Both `a` and `b` deal with “word”": each of them needs a line that does."""
    match = _BOTH.search(claim)
    if match is None:
        return None
    words = words_of(match["word"])
    found = [_line_with(words, match[path], given) for path in ("a", "b")]
    lines = tuple(line for line in found if line)
    if len(lines) < 2:
        return Finding(status="disagree", reason="one of them has no line about it in what was loaded", lines=lines)
    return Finding(status="agree", reason=f"`{lines[0].place}` and `{lines[1].place}` do", lines=lines)


def _line_with(words: frozenset[str], path: str, given: Material) -> Line | None:
    return next((line for line in given.lines if line.path == path and words and words <= line.words), None)


def _cited(claim: str, given: Material) -> Finding | None:
    """Check a citation: the claim stands or falls by its line."""
    for match in _CITED.finditer(claim):
        line = given.at(match["place"])
        if line is None:
            return Finding(status="unverifiable", reason=f"`{match['place']}` is not among the lines that were loaded")
        if match["quote"] and match["quote"].strip() != line.text:
            return Finding(status="disagree", reason=f"the line is misquoted; it is {line.quote}", lines=(line,))
        conflict = conflicting_line(line, given)
        if conflict:
            return _contested(line, conflict)
        return Finding(status="agree", reason=f"the line stands there as quoted (`{line.place}`)", lines=(line,))
    return None


def _quoted(claim: str, given: Material) -> Finding | None:
    for match in _QUOTED.finditer(claim):
        line = next((line for line in given.lines if match["quote"] == line.text), None)
        if line:
            conflict = conflicting_line(line, given)
            if conflict:
                return _contested(line, conflict)
            return Finding(status="agree", reason=f"{line.title} says so in these words", lines=(line,))
    return None


def _contested(line: Line, conflict: Line) -> Finding:
    return Finding(
        status="disagree",
        reason=f"the context contradicts itself here: {conflict.quote}",
        lines=(conflict, line),
    )


def conflicting_line(line: Line, given: Material) -> Line | None:
    """Return another line about the same thing that says otherwise: the same words with another figure, or a
    negation."""
    for other in given.lines:
        if other is line or (other.path and (other.path, other.number) == (line.path, line.number)):
            continue
        if len(line.words & other.words) > 1 and differ(line.text, other.text):
            return other
    return None


def differ(a: str, b: str) -> bool:
    """Return whether two lines about the same thing cannot both hold: nearly all words of both shared, the figures
    not."""
    return are_opposed(a, b) or _other_figure(a, b, of_both=0.75, least=3)


def _other_figure(claim: str, text: str, of_both: float = 0.5, least: int = 2) -> bool:
    """Return whether two texts say the same of different figures. `of_both`: the share of the longer one's words that
    must stand in the shorter one."""
    ours, theirs = set(_FIGURE.findall(claim)), set(_FIGURE.findall(text))
    if not ours or not theirs or ours & theirs:
        return False
    left, right = words_of(_FIGURE.sub(" ", claim)), words_of(_FIGURE.sub(" ", text))
    shared = len(left & right)
    return shared >= max(least, 0.75 * min(len(left), len(right)), of_both * max(len(left), len(right)))


def _figures(claim: str, given: Material) -> Finding | None:
    """Return the line nearest to a claim with figures that has other figures."""
    plain = _unquoted(claim)
    for line in given.about(content(plain), 2)[:40] if _FIGURE.search(plain) else ():
        if _other_figure(plain, line.text):
            return Finding(status="disagree", reason=f"the figure differs: {line.quote}", lines=(line,))
    return None


def _words(claim: str, given: Material) -> Finding | None:
    words = content(_unquoted(claim))
    for line in given.about(words, 2)[:40]:
        if are_opposed(claim, line.text):
            return Finding(status="disagree", reason=f"it says the contrary: {line.quote}", lines=(line,))
        if len(words & line.words) >= SUPPORTS * len(words):
            return Finding(status="agree", reason=f"it is supported by {line.quote}", lines=(line,))
    return None
