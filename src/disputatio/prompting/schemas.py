"""A JSON Schema for each output contract, of the strict kind that providers enforce: every property required, no
others allowed. Length and range are not part of it, since not every provider takes them; reading checks those."""

from __future__ import annotations

from disputatio.debate.values import Json
from disputatio.prompting.shapes import SHAPES, Field

_PLAIN: dict[str, str] = {
    "text": "string",
    "choice": "string",
    "flag": "boolean",
    "share": "number",
    "number": "number",
}


def schema(gives: str) -> dict[str, Json] | None:
    """The schema of a contract; None where its payload has no fields."""
    fields = SHAPES.get(gives, ())
    return _object(fields) if fields else None


def _object(fields: tuple[Field, ...]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {field.name: _property(field) for field in fields},
        "required": [field.name for field in fields],
        "additionalProperties": False,
    }


def _property(field: Field) -> dict[str, Json]:
    match field.kind:
        case "items":
            return {"type": "array", "description": field.says, "items": _object(field.of)}
        case "texts" | "ids":
            return {"type": "array", "description": field.says, "items": {"type": "string"}}
        case kind:
            found: dict[str, Json] = {"type": _PLAIN[kind], "description": field.says}
            return found | {"enum": list(field.choices)} if field.choices else found
