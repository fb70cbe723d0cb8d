"""Replies that came as JSON, as a person reads them: headings, bullets, sentences. Anything else stays as it was."""

from __future__ import annotations

import json
from typing import Any, Final

LONGEST: Final = 200_000
DEEPEST: Final = 4
FENCES: Final = ("```json", "```")


def forming(text: str) -> bool:
    """Whether a reply that is still arriving begins as a record would: there is nothing to read in it yet."""
    return text.lstrip().startswith(("{", FENCES[0]))


def readable(text: str) -> str:
    """Markdown for a reply that is one JSON object, in a fence or bare."""
    inside = text.strip()
    for fence in FENCES:
        if inside.startswith(fence) and inside.endswith("```"):
            inside = inside[len(fence) : -3].strip()
            break
    if not (inside.startswith("{") and inside.endswith("}")) or len(inside) > LONGEST:
        return text
    try:
        found = json.loads(inside)
    except (ValueError, RecursionError):
        return text
    parts = [f"### {_title(key)}\n\n{_body(value)}" for key, value in found.items()]
    return "\n\n".join(parts) or text


def _title(key: str) -> str:
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words else "…"


def _body(value: Any) -> str:
    if isinstance(value, list):
        return "\n".join(f"- {_line(each, 1)}" for each in value) or "None"
    if isinstance(value, dict):
        return "\n".join(f"- **{_title(key)}:** {_line(each, 1)}" for key, each in value.items()) or "None"
    return _line(value, 0)


def _line(value: Any, depth: int) -> str:
    """One line: the parts of a record one after the other, what is empty or said already left out."""
    if depth > DEEPEST:
        return "…"
    if isinstance(value, dict):
        parts = list(dict.fromkeys(_line(each, depth + 1) for each in value.values()))
        return " — ".join(part for part in parts if part)
    if isinstance(value, list):
        return ", ".join(part for each in value if (part := _line(each, depth + 1)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else " ".join(str(value).split())
