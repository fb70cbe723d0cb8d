"""What is particular to single contracts when a reply is read: lists without headings, letters, options, ids."""

from __future__ import annotations

import re
from collections.abc import Callable

from disputatio.debate.sameness import same
from disputatio.debate.values import Json
from disputatio.prompting.amounts import choice, share, spoken_share
from disputatio.prompting.assessments import read_assessment
from disputatio.prompting.boards import read_card, read_ledger, read_record, read_reflections
from disputatio.prompting.echoes import hollow
from disputatio.prompting.figures import meant, options, points
from disputatio.prompting.markdown import bullets, fences, unfenced
from disputatio.prompting.reading import from_literals, from_sections, line, read, texts
from disputatio.prompting.request import Brief
from disputatio.prompting.shapes import SHAPES

Payload = dict[str, Json]

DIGEST = 4_000
"""Characters of a digest in all (SPEC DUAL.5)."""

_PROSE = frozenset({"say", "plan", "artifact"})
_QUESTION = re.compile(r"[^.?!\n]{8,400}\?")
_LETTER = re.compile(r"\b(?:response|answer|candidate|option|proposal)?\s*\b([A-Z])\b")
_RANKED = re.compile(r"\s*\d{1,2}[.)]\s+\W{0,4}(?:(?:Response|Answer|Candidate)\s+)?([A-Z])\b")
_CONFIDENCES = {"agreed": 0.9, "decision": 0.85, "finding": 0.8}


def payload(gives: str, text: str, brief: Brief) -> Payload | None:
    """The payload of a reply, None where the contract is not kept."""
    return _READERS.get(gives, _plain)(gives, text, brief)


def _plain(gives: str, text: str, brief: Brief) -> Payload | None:
    fields = SHAPES[gives]
    found = from_literals(fields, text) or from_sections(fields, text)
    if found is None and gives in _PROSE:
        return {}
    return found


def _say(gives: str, text: str, brief: Brief) -> Payload | None:
    return {}


def _assessment(gives: str, text: str, brief: Brief) -> Payload | None:
    return read_assessment(text, points(brief))


def _confident(gives: str, text: str, brief: Brief) -> Payload | None:
    """Contracts with a confidence, which may be said in a sentence instead of on a line of its own."""
    if found := _plain(gives, text, brief):
        return found
    fields = SHAPES[gives]
    loose = tuple(field for field in fields if field.name != "confidence")
    sure = spoken_share(text)
    found = from_sections(loose, text) or from_literals(loose, text) if sure is not None else None
    if found is None:
        return None
    ordered = {field.name: found.get(field.name) for field in fields if field.name in found}
    return {**ordered, "confidence": sure}


def _ballot(gives: str, text: str, brief: Brief) -> Payload | None:
    """The choice as the closed list of options writes it, where there is one."""
    found = _confident(gives, text, brief)
    listed = options(brief)
    if found and listed:
        chosen = line(found["choice"])
        matched = [one for one in listed if one == chosen] or [one for one in listed if same(one, chosen)]
        found["choice"] = matched[0] if matched else chosen
        return found if matched else None
    return found


def _listed(gives: str, text: str, brief: Brief) -> Payload | None:
    """Lists that may stand without any heading: every item of the reply is one."""
    found = _plain(gives, text, brief)
    if found is None:
        plain = unfenced(text)
        loose = texts(plain) if len(bullets(plain.split("\n"))) > 1 and _has_bullets(plain) else []
        if gives == "questions":
            loose = loose if any("?" in one for one in loose) else _QUESTION.findall(plain)
            loose = [one.strip() for one in loose if "?" in one]
        listed: list[Json] = list(loose)
        return read(SHAPES[gives], {"items": listed}) if listed else None
    return found


def _has_bullets(text: str) -> bool:
    return any(re.match(r"\s*(?:[-*+•]|\d{1,3}[.)])\s", one[:40]) for one in text.split("\n"))


def _points(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _listed(gives, text, brief)
    if found is None:
        return None
    known = points(brief)
    for item in _dicts(found.get("items")):
        point = meant(known, line(item.get("same_as")), line(item.get("text")))
        item["same_as"] = point.id if point else ""
        item["kind"] = line(item.get("kind")) or "claim"
    ids = {point.id for point in known}
    return {
        "items": found["items"],
        "withdrawn": [id for id in texts(found.get("withdrawn")) if not known or id in ids],
    }


def _flips(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _plain(gives, text, brief)
    if found is None:
        return None
    known = {point.id for point in points(brief)}
    items: list[Json] = []
    for item in _dicts(found["items"]):
        id = re.search(r"P\d{1,6}", line(item.get("point")))
        if id and (not known or id[0] in known):
            items.append({**item, "point": id[0]})
    return {"items": items}


def _digest(gives: str, text: str, brief: Brief) -> Payload | None:
    """The whole of it within its bound: the narrative gives way first, then the lists, evenly."""
    found = _plain(gives, text, brief)
    if found is None:
        return bounded_digest({"narrative": text.strip()}) if not _formal(text) else None
    return bounded_digest(found)


def _formal(text: str) -> bool:
    """Whether a text is made of placeholders or data, and so tells no story."""
    told = [one for one in unfenced(text).split("\n") if one.strip() and not one.startswith("#")]
    return not told or all(hollow(one.lstrip("-* ")) for one in told)


def bounded_digest(found: Payload) -> Payload:
    """A digest of at most `DIGEST` characters."""
    lists = {key: texts(found.get(key)) for key in ("agreed", "contested", "decisions", "findings")}
    while sum(len(one) for many in lists.values() for one in many) > DIGEST - 400:
        longest = max(lists, key=lambda key: sum(map(len, lists[key])))
        lists[longest] = lists[longest][1:] if len(lists[longest]) > 1 else [lists[longest][0][: DIGEST // 8]]
    left = DIGEST - sum(len(one) for many in lists.values() for one in many)
    story = line(found.get("narrative"))
    return {**{key: list(many) for key, many in lists.items()}, "narrative": story[: max(0, left)].strip()}


def _synthesis(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _plain(gives, text, brief)
    if found is None or not found.get("decision"):
        first = next(iter(_paragraphs(text)), "")
        empty: Payload = {"decision": "", "minority": "", "decisions": [], "findings": []}
        found = {**empty, **(found or {}), "decision": first}
    return found if found["decision"] else None


def _paragraphs(text: str) -> list[str]:
    blocks = (" ".join(block.split()) for block in unfenced(text).split("\n\n"))
    return [block for block in blocks if block and not block.startswith("#") and not hollow(block)]


def _insights(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _listed(gives, text, brief)
    for item in _dicts(found["items"]) if found else ():
        item["kind"] = line(item.get("kind")) or "finding"
        item.setdefault("confidence", _CONFIDENCES[line(item["kind"])])
    return found


def _ranking(gives: str, text: str, brief: Brief) -> Payload | None:
    """Letters, best first, of a list, a heading's list, or "B > A > C"."""
    found = _plain(gives, text, brief)
    order: list[str] = []
    for one in texts(found.get("order")) if found else [text]:
        order += _LETTER.findall(one) if len(one) > 1 else [one.upper()]
    order = list(dict.fromkeys(order if found else (_chain(text) or _ranked_lines(text))))
    return {"order": list(order), "because": list(texts(found.get("because"))) if found else []} if order else None


def _chain(text: str) -> list[str]:
    chains = re.findall(r"\b[A-Z](?:\s{0,3}[>≻]\s{0,3}[A-Z]\b){1,25}", text)
    return re.findall(r"[A-Z]", chains[-1]) if chains else []


def _ranked_lines(text: str) -> list[str]:
    lines = (
        re.match(r"\s*\d{1,2}[.)]\s+\W{0,4}(?:(?:Response|Answer|Candidate)\s+)?([A-Z])\b", one)
        for one in text.split("\n")
    )
    return [match[1] for match in lines if match]


def _comparison(gives: str, text: str, brief: Brief) -> Payload | None:
    found = _plain(gives, text, brief)
    if found is None:
        said = re.findall(r"\b(?:winner|better|prefer(?:red)?)\b[^\n]{0,40}", text, re.I)
        picked = [one for one in (choice(text.split(":")[-1], ("A", "B", "tie")) for text in said) if one]
        return {"winner": picked[-1], "reason": ""} if picked else None
    return found


def _code(gives: str, text: str, brief: Brief) -> Payload | None:
    """The longest fenced block; else a literal with the program in it."""
    blocks = [(language, code) for language, code in fences(text) if code.strip() and language != "json"]
    if blocks:
        language, code = max(blocks, key=lambda block: len(block[1]))
        return {"code": code, "language": language}
    return _plain(gives, text, brief)


def _artifact(gives: str, text: str, brief: Brief) -> Payload | None:
    title = re.search(r"^#{1,3}\s+(\S[^\n]{0,200})", text, re.M)
    return {"title": title[1].strip("# ") if title else ""}


def _review(gives: str, text: str, brief: Brief) -> Payload | None:
    """An overall score, or the mean of the criteria's scores where only those are given."""
    found = _plain(gives, text, brief)
    if found is None:
        loose = tuple(field for field in SHAPES[gives] if field.name != "score")
        found = from_literals(loose, text) or from_sections(loose, text)
        scores = [
            one
            for item in _dicts(found.get("items") if found else None)
            if (one := share(item.get("score"))) is not None
        ]
        if found is None or not scores:
            return None
        found["score"] = round(sum(scores) / len(scores), 6)
    return found


def _dicts(found: Json) -> list[dict[str, Json]]:
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


_READERS: dict[str, Callable[[str, str, Brief], Payload | None]] = {
    "say": _say,
    "answer": _confident,
    "answers": _confident,
    "verdict": _confident,
    "assessment": _assessment,
    "ballot": _ballot,
    "questions": _listed,
    "findings": _listed,
    "patches": _listed,
    "points": _points,
    "flips": _flips,
    "digest": _digest,
    "synthesis": _synthesis,
    "ledger": read_ledger,
    "record": read_record,
    "reflections": read_reflections,
    "insights": _insights,
    "ranking": _ranking,
    "comparison": _comparison,
    "code": _code,
    "artifact": _artifact,
    "review": _review,
    "card": read_card,
}
