"""The fields of a contract as they are asked for: a JSON Schema for providers that show it to their models, the same
in words for all others, and headings for what people read live.

The schema is of the strict kind: every property required, no others allowed; a number that need not be given may be
null. Length and range are not part of it, since not every provider takes them; reading checks those.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from disputatio.debate.values import Json
from disputatio.prompting.shapes import Field, Shape

_PLAIN: dict[str, str] = {
    "text": "string",
    "choice": "string",
    "flag": "boolean",
    "share": "number",
    "number": "number",
}


def schema(shape: Shape) -> dict[str, Json] | None:
    """The JSON Schema of a payload; None where it has no fields."""
    return _object_schema(shape) if shape else None


def _object_schema(shape: Shape) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {field.name: _property(field) for field in shape},
        "required": [field.name for field in shape],
        "additionalProperties": False,
    }


def _property(field: Field) -> dict[str, Json]:
    match field.kind:
        case "items":
            return {"type": "array", "description": field.says, "items": _object_schema(field.of)}
        case "texts":
            return {"type": "array", "description": field.says, "items": {"type": "string"}}
        case "share" | "number" if not field.needed:  # else whoever must fill in every property makes a number up
            return {"description": field.says, "anyOf": [{"type": "number"}, {"type": "null"}]}
        case kind:
            found: dict[str, Json] = {"type": _PLAIN[kind], "description": field.says}
            return found | {"enum": list(field.choices)} if field.choices else found


def form(schema: dict[str, Json] | None) -> str:
    """A schema in words: JSON with placeholders that reading knows to be hollow; "" where there is none. Whatever is
    no schema of ours is shown as it is."""
    sample = _sample(schema)
    return fenced(sample if isinstance(sample, dict) else schema) if schema else ""


def fenced(data: dict[str, Json]) -> str:
    """A payload as a block of JSON."""
    return f"```json\n{json.dumps(data, indent=1, ensure_ascii=False)}\n```"


def _sample(schema: Json) -> Json:
    match schema:
        case {"properties": dict(properties)}:
            return {name: _sample(each) for name, each in properties.items()}
        case {"items": {"properties": dict()} as each}:
            return [_sample(each)]
        case {"items": dict(), "description": str(says)}:
            return [f"<{says}>"]
        case {"enum": list(choices), "description": str(says)}:
            return f"<{_chosen(says, choices)}>"
        case {"description": str(says)}:
            return f"<{says}>"
    return schema


def ending(shape: Shape) -> str:
    """The form for the end of a turn that people read: headings instead of JSON."""
    return "\n\n".join(_heading(field) for field in shape)


def _heading(field: Field) -> str:
    title = "Items" if field.name == "items" else field.name.capitalize()
    if field.kind in ("items", "texts"):
        return f"### {title}\n- <{_says(field)}>"
    return f"### {title}\n<{_says(field)}>"


def _says(field: Field) -> str:
    return _chosen(field.says, field.choices) if field.choices else field.says


def _chosen(says: str, choices: Sequence[Json]) -> str:
    return f"{says}: {' | '.join(map(str, choices))}"
