"""The Critic's assessment: what of the points stands, what is contested, and what cannot be verified.

It is read from whatever form a model gives it: a literal, sections, or list items with a status of their own. Where
even a second reply holds none, the format's own step asks for it alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from disputatio.debate.sameness import likeness, normalise
from disputatio.debate.values import Json
from disputatio.prompting import shapes
from disputatio.prompting.contracts.contract import Contract
from disputatio.prompting.reading.amounts import choice
from disputatio.prompting.reading.declarations import declarations
from disputatio.prompting.reading.echoes import hollow, is_announced, repeats_form
from disputatio.prompting.reading.figures import KnownPoint, point_meant, points
from disputatio.prompting.reading.literals import objects
from disputatio.prompting.reading.markdown import Part, bullets, rows, says_nothing, sections, tidy, without_fences
from disputatio.prompting.reading.payloads import MOST, Raw, candidates, clean, line, read
from disputatio.prompting.rehearsal.roles import critique
from disputatio.prompting.rehearsal.sentences import level as strength
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import Payload, Shape

STRICTEST = ("disagree", "unverifiable", "agree")
LEVELS = ("Strong", "Moderate", "Weak")

_PLAIN = re.compile(
    r"(?:dis)?agree\w*|unverif\w*|i|we|points?|claims?|areas?|of|where|what|with|that|the|be|can|cannot|can't|not|do|don't"
    r"|verif\w+|overall|level|assessment|strength|rating|partial\w*|partly|common|ground|contested|disputed|objections?"
    r"|(?:un)?supported|critic's|my|is|by|in|context|reject\w*|accept\w*|no|evidence|needs?|concur"
)

Item = dict[str, Json]
Read = tuple[dict[str, list[Item]], str]

_UNVERIFIABLE = re.compile(
    r"\b(unverif\w*|(?:can(?:not|t|'t| not)|not|un(?:able|possible) to)\s+(?:be\s+)?verif\w+|unsupported|not supported"
    r"|insufficient (?:evidence|information|context)|needs? (?:evidence|verification)|no evidence"
    r"|not in (?:the )?context)\b"
)
_DISAGREE = re.compile(
    r"\b(disagree\w*|disput\w+|contest\w*|object(?:ion|ions|s)?|reject\w*|partial\w*\s+agree\w*|agree\w*\s+in part"
    r"|(?:do not|don't|not)\s+agree\w*|incorrect|wrong|contradict\w*|refut\w+)\b"
)
_AGREE = re.compile(r"\b(agree\w*|concur\w*|common ground|accept(?:ed|s)?|supported|verified|confirmed|correct)\b")
_LEVEL = re.compile(r"\b(overall|level|strength|rating|verdict|assessment level|agreement level)\b")
_LEVEL_LINE = re.compile(
    r"\b(?:overall|level|strength)\b[^.\n:=]{0,60}[:=—–-]?\s*\W{0,4}(strong|moderate|weak)\b", re.I
)
_SIGNS = {
    "✅": "agree",
    "✓": "agree",
    "☑": "agree",
    "❌": "disagree",
    "✗": "disagree",
    "⚠": "unverifiable",
    "❓": "unverifiable",
}
_IDS = re.compile(r"^\W{0,4}(?P<ids>P\d{1,6}(?:(?:\s*[,/&+]\s*|\s+and\s+)P\d{1,6}){0,20})\b\s*[\])*:.\-–—]*\s*")
_ID = re.compile(r"P\d{1,6}")
_TRAILING_ID = re.compile(r"\s*[\[(]\s*(P\d{1,6})\s*[\])]\s*\.?$")
_REVISED = re.compile(r"^(?:agreed?,?\s+)?as (?:revised|reworded)\b[\s:;,.–—-]*", re.I)
_JUDGED_AGAIN = re.compile(r"^((?:dis)?agree)d?(?::|\s*[–—]|\s+-)\s+", re.I)
_LABELLED = re.compile(r"\s*[;,.(—–-]*\s*\b(?:reason|because|why|rationale)\s*:\s*", re.I)
_DECISIVE = re.compile(r"\s*[(\[]\s*decisive\s*[)\]]", re.I)
_DASH = re.compile(r"\s+(?:—|–|--|-)\s+|\s*—\s*")
_BECAUSE = re.compile(r",?\s+(?:because|since the)\s+", re.I)
_PARENTHESIS = re.compile(r"\s\(([^()]{3,600})\)\s*[.!]?$")
_STATUS = re.compile(
    r"^[\[(*_]*\s*(agree[ds]?|disagree[ds]?|unverifiable|unverified|contested)\s*[\])*_]*\s*[:.\-–—,]*\s*", re.I
)


def read_assessment(shape: Shape, text: str, brief: Brief) -> Payload | None:
    """Return the assessment in a reply, or None where there is none."""
    reading = _from_literals(shape, text) or _from_sections(text) or _from_lines(text)
    if reading is None:
        return None
    lists = {
        key: [one for one in items if not repeats_form(shape, line(one["text"]))] for key, items in reading[0].items()
    }
    level = reading[1]
    found = _strictest(lists, points(brief))
    if any(lists.values()) and not any(found.values()):
        return None
    return {**{key: list(items) for key, items in found.items()}, "level": level or strength(found)}


def _from_literals(shape: Shape, text: str) -> Read | None:
    """Read the last object that has one of the three lists. Its level may be missing: it is then derived."""
    lenient = tuple(replace(field, needed=False) for field in shape)
    for found in reversed(objects(text)):
        for raw in () if is_announced(text, found.start) else candidates(lenient, found.value):
            payload = read(lenient, raw)
            if payload and (any(payload[key] for key in STRICTEST) or (payload["level"] and _empty_lists(raw))):
                return {key: _split(payload[key]) for key in STRICTEST}, line(payload["level"])
    return None


def _split(found: Json) -> list[Item]:
    """Return the items of a literal; a text that holds id, statement and reason is taken apart like a list item."""
    items: list[Item] = []
    for item in _objects(found):
        apart = points_of_item(line(item["text"])) if not item["point"] else [item]
        more: Item = {"decisive": True} if item.get("decisive") is True else {}
        items += [{**one, **more, "reason": line(item["reason"]) or one["reason"]} for one in apart]
    return items


def _empty_lists(raw: Raw) -> bool:
    return any(raw.get(key) == [] for key in STRICTEST)


def _from_sections(text: str) -> Read | None:
    """Read sections or "Agree: …" lines. What stands after the last heading "Assessment" goes before the rest."""
    parts = sections(text, _section)
    starts = [at for at, part in enumerate(parts) if part.key == "start"]
    for chosen in (parts[starts[-1] :], parts) if starts else (parts,):
        lists: dict[str, list[Item]] = {key: [] for key in STRICTEST}
        level, said = "", False
        for part in chosen:
            if part.key in lists:
                lists[part.key] += _judged_items(part)
                said |= says_nothing(part.text) and bool(part.text)
            level = (_level_in(part) if part.key in ("level", "start") else "") or level
        if any(lists.values()) or (said and level):
            return lists, level or _spoken_level(text)
    return None


def _section(title: str, marked: bool) -> str:
    """Return which part of an assessment a heading begins. One that names both sides is a form or a topic, not a part;
    a line that is not marked as a heading must say nothing else."""
    words = title.split()
    if len(words) > 9 or (not marked and not all(_PLAIN.fullmatch(word) for word in words)):
        return ""
    if _UNVERIFIABLE.search(title):
        return "unverifiable"
    denied = _DISAGREE.search(title)
    agreed = _AGREE.search(_DISAGREE.sub(" ", title))
    if _LEVEL.search(title):
        return "level"
    if denied and agreed:
        return ""
    if denied or agreed:
        return "disagree" if denied else "agree"
    return "start" if words[-1:] == ["assessment"] else ""


def _level_in(part: Part) -> str:
    for text in (part.inline, *part.lines):
        if text.strip():
            return choice(text, LEVELS)
    return ""


def _spoken_level(text: str) -> str:
    found = list(_LEVEL_LINE.finditer(text))
    return found[-1][1].capitalize() if found else ""


def _judged_items(part: Part) -> list[Item]:
    listed = bullets(part.lines, "" if says_nothing(part.inline) else part.inline)
    return [item for text in listed for item in points_of_item(text)][:MOST]


def _from_lines(text: str) -> Read | None:
    """Read list items and table rows with their own status: "P1: agree, because …", "✅ …", "| P2 | disagree | … |"."""
    lists: dict[str, list[Item]] = {key: [] for key in STRICTEST}
    for status, item in (*_marked_rows(text), *_marked_bullets(text)):
        lists[status].append(item)
    return (lists, _spoken_level(text)) if any(lists.values()) else None


def _marked_rows(text: str) -> Iterator[tuple[str, Item]]:
    for cells in rows(text):
        at = next((at for at, cell in enumerate(cells) if len(cell) < 40 and _status(cell)), None)
        others = [cell for place, cell in enumerate(cells) if place != at]
        if at is not None and others:
            for item in points_of_item(others[0]):
                reason = others[-1] if len(others) > 1 else ""
                yield _status(cells[at]), _with(item, others[1] if len(others) > 2 else "", reason)


def _with(item: Item, text: str, reason: str) -> Item:
    return {"point": item["point"], "text": item["text"] or text, "reason": reason or item["reason"]}


def _marked_bullets(text: str) -> Iterator[tuple[str, Item]]:
    for one in bullets(without_fences(text).split("\n")):
        sign = _SIGNS.get(one[:1], "")
        plain = one.lstrip("".join(_SIGNS) + "\ufe0f ") if sign else one
        ids = _IDS.match(plain)
        rest = plain[ids.end() :] if ids else plain
        word = _STATUS.match(rest)
        if sign or (word and (ids or rest[:1] in "[(*" or rest[word.end(1) : word.end()].strip())):
            for item in points_of_item((ids[0] if ids else "") + (rest[word.end() :] if word else rest)):
                yield sign or _status(word[1] if word else ""), item


def _status(cell: str) -> str:
    plain = cell.casefold()
    if _UNVERIFIABLE.search(plain):
        return "unverifiable"
    if _DISAGREE.search(plain) or "❌" in cell:
        return "disagree"
    return "agree" if _AGREE.search(plain) or "✅" in cell else ""


def points_of_item(text: str) -> list[Item]:
    """Return the points that one list item is about, with text and reason taken apart."""
    plain = tidy(clean(_DECISIVE.sub("", text)))
    if not plain or says_nothing(plain) or hollow(plain):
        return []
    decisive: Item = {"decisive": True} if _DECISIVE.search(text) else {}
    ids = _IDS.match(plain)
    rest, found = (plain[ids.end() :], _ID.findall(ids["ids"])) if ids else (plain, [])
    trailing = _TRAILING_ID.search(rest)
    if trailing and not found:
        rest, found = rest[: trailing.start()], [trailing[1]]
    dashed = ids is not None and ids[0].rstrip()[-1:] in "—–-" and not _DASH.search(rest)
    said, reason = ("", rest.strip()) if dashed else _parted(rest.strip(), bool(found))
    if not found and (named := _TRAILING_ID.search(said)):  # "…" (P7) — reason
        said, found = said[: named.start()].rstrip(), [named[1]]
    if not found:
        return [{"point": "", "text": said, "reason": reason, **decisive}]
    return [{"point": id, "text": said, "reason": reason, **decisive} for id in found]


def _parted(text: str, has_id: bool) -> tuple[str, str]:
    """Return (statement, reason): the reason stands after "Reason:", a dash or "because", or in a parenthesis at the
    end."""
    for pattern in (_LABELLED, _DASH, _PARENTHESIS, _BECAUSE):
        match = pattern.search(text)
        if match is None:
            continue
        before = text[: match.start()].strip().rstrip(",;:")
        after = match[1] if pattern is _PARENTHESIS else text[match.end() :]
        if len(before.split()) >= 2 or (has_id and after) or (before and pattern is not _BECAUSE):
            return before, after.strip().removesuffix(")") if pattern is _LABELLED else after.strip()
    return text, ""


def _strictest(lists: dict[str, list[Item]], known: list[KnownPoint]) -> dict[str, list[Item]]:
    """Return each point once, where it is judged hardest, with ids that exist and the texts of the points that they
    name."""
    kept: dict[str, list[Item]] = {key: [] for key in STRICTEST}
    seen: set[str] = set()
    for key in STRICTEST:
        for item in lists[key][:MOST]:
            settled = _settled(item, known, key)
            name = settled and (line(settled["point"]) or normalise(line(settled["text"])))
            if settled and name and name not in seen:
                seen.add(name)
                kept[key].append(settled)
    return kept


def _settled(item: Item, known: list[KnownPoint], judged: str) -> Item | None:
    id, text, reason = (line(item.get(key)) for key in ("point", "text", "reason"))
    reason = _REVISED.sub("", reason) or reason  # what the list says already is no reason
    again = _JUDGED_AGAIN.match(reason)
    if again is not None and again[1].casefold() == judged:
        reason = reason[again.end() :]
    ids = _ID.search(id)
    more: Item = {"decisive": True} if item.get("decisive") is True else {}
    point = point_meant(known, ids[0] if ids else "", text)
    if point is None:
        unknown = ids[0] if ids and not known else ""
        return {"point": unknown, "text": text, "reason": reason, **more} if text or unknown else None
    if text and likeness(text, point.text) < 0.5:
        reason = f"{text} ({reason})" if reason else text
    return {"point": point.id, "text": point.text, "reason": reason, **more}


def _objects(found: Json) -> list[Item]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


# ruff: noqa: E501  (one sentence of a prompt is not broken)
_LISTS = {"agrees": "agree", "disagrees": "disagree"}
_JUDGED = (
    shapes.text("point", "id of the point (P1 …) if it has one, else empty", also="id, point id, ref, number"),
    shapes.text("text", "the point, in one sentence", also="claim, statement, content, description, issue, title"),
    shapes.REASON,
)
_END = """\
### Agree
- <id of the point, or the point> — <reason>

### Disagree
- <id of the point, or the point> — <reason>

### Unverifiable
- <id of the point, or the point> — <what would settle it; add "(decisive)" if the answer would change were it false>

### Overall
<Strong, Moderate or Weak>

Write "None" under a heading that has nothing under it."""


def _declared(brief: Brief, text: str) -> Payload:
    """Return what a critique declares of listed statements by their ids. Where it declares nothing, there is no
    assessment, and the level is nobody's to guess."""
    lists: dict[str, list[Json]] = {"agree": [], "disagree": [], "unverifiable": []}
    known = {one.id: one for one in brief.statements}
    for one in declarations(text):
        if one.id in known and one.does in _LISTS:
            lists[_LISTS[one.does]].append({"point": one.id, "text": known[one.id].text, "reason": ""})
    return {**{key: list(items) for key, items in lists.items()}, "level": ""} if any(lists.values()) else {}


ASSESSMENT = Contract(
    name="assessment",
    asks="""\
Judge what was said, with your reasons, and end with the assessment.""",
    tasks={
        "critique": """\
Judge the last answer: every listed point that it touches, by its id, and every claim in it that has no id yet, in its own words between quotation marks. Begin with what matters most for the question.
- A point goes under Agree only if all of it holds; if a part does, under Disagree, with what holds and what does not. Of a reworded point, judge the new wording; where it holds, write "agree, as revised" and why.
- An objection of yours that was answered goes under Agree, with what answered it; before the assessment, withdraw what else you no longer hold: "I withdraw P3, because …".
- Call a point unverifiable if nothing at hand can decide it, and say what would. One of your own is then an assumption.
- A citation that failed its check supports nothing: say which, and judge the claim by the rest.""",
        "assess-again": """\
Your last turn did not end in an assessment that could be read. Give that assessment alone, as you meant it there.""",
    },
    fields=(
        shapes.items(
            "agree",
            "what you agree with",
            *_JUDGED,
            also=(
                "agreed, agreements, agreement, agree points, points of agreement, supported, verified, common ground"
            ),
        ),
        shapes.items(
            "disagree",
            "what you disagree with",
            *_JUDGED,
            also=(
                "disagreed, disagreements, disagreement, disagree points, points of disagreement, "
                "contested, disputed, objections, rejected"
            ),
        ),
        shapes.items(
            "unverifiable",
            "what nothing at hand can decide",
            *_JUDGED,
            shapes.flag(
                "decisive",
                "true if the answer would change were it false",
                also="load bearing, blocking, answer changes, critical",
                needed=False,
            ),
            also=(
                "unverified, unverifiable points, cannot verify, unsupported, not verifiable, unknown, needs evidence"
            ),
        ),
        shapes.choice(
            "level",
            "overall",
            "Strong",
            "Moderate",
            "Weak",
            needed=True,
            also=(
                "overall, overall level, overall assessment, assessment, agreement level, "
                "overall agreement, strength, rating"
            ),
        ),
    ),
    reader=read_assessment,
    rehearsal=critique,
    rule=_declared,
    end=_END,
    standing=True,
    again="assess-again",
    new="agree",
)
