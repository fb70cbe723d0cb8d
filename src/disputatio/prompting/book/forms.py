"""The form in which a contract's payload is asked for: JSON for records, Markdown for what people read live."""

from __future__ import annotations

import json

from disputatio.debate.values import Json
from disputatio.prompting.shapes import SHAPES, Field

ASSESSMENT = """\
### Agree
- <id of the point, or the point> — <reason>

### Disagree
- <id of the point, or the point> — <reason>

### Unverifiable
- <id of the point, or the point> — <what would settle it>

### Overall
<Strong, Moderate or Weak>

Write "None" under a heading that has nothing under it."""


def form(gives: str) -> str:
    """The form as JSON, with placeholders that reading knows to be hollow."""
    fields = SHAPES.get(gives, ())
    return f"```json\n{json.dumps(_object(fields), indent=1, ensure_ascii=False)}\n```" if fields else ""


def ending(gives: str) -> str:
    """The form for the end of a turn that people read: headings and labels instead of JSON."""
    if gives == "assessment":
        return ASSESSMENT
    if gives in ("say", "plan", "artifact"):
        return ""
    if gives == "code":
        return "One fenced code block with the whole program."
    return "\n\n".join(_heading(field) for field in SHAPES.get(gives, ()))


def _heading(field: Field) -> str:
    title = "Items" if field.name == "items" else field.name.capitalize()
    if field.kind in ("items", "texts", "ids"):
        return f"### {title}\n- <{_says(field)}>"
    return f"### {title}\n<{_says(field)}>"


def _says(field: Field) -> str:
    return f"{field.says}: {' | '.join(field.choices)}" if field.choices else field.says


def _object(fields: tuple[Field, ...]) -> dict[str, Json]:
    return {field.name: _sample(field) for field in fields}


def _sample(field: Field) -> Json:
    if field.kind == "items":
        return [_object(field.of)]
    sample = f"<{_says(field)}>"
    return [sample] if field.kind in ("texts", "ids") else sample
