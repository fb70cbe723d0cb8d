"""The fields of an output contract: their kinds, the makers of fields that several contracts share, and the forms in
which they are asked for: a JSON Schema for providers that show it to their models, the same in words for all others,
headings for what people read live.

One declaration serves the schema, the form that prompts show, and the reading of replies (`reading`), so they cannot
drift apart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from disputatio.debate.values import Json, value
from disputatio.debate.wording import quoted

Kind = Literal["text", "texts", "flag", "share", "number", "choice", "items", "rows"]
"""text: words. texts: a list of them. flag: yes or no. share: 0 to 1. number: 0 to 10. choice: one of `choices`.
items: a list of objects with the fields `of`. rows: the same, each asked for as the list of its values in their order,
which takes half as many words to ask for and to give; what stands last in a row may be left out."""

Payload = dict[str, Json]
"""What is read from a reply, by the names of the fields."""


@value
class Field:
    """`says` is what the model is told, "" where the task tells it already; `also` are other names that models use for
    it, and with `titled` the first of them is its heading in what people read; `needed`: without it the contract is not
    kept; `older`: in rows, it is no longer asked for, and is read where a recorded reply has it."""

    name: str
    says: str
    kind: Kind = "text"
    also: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    of: tuple[Field, ...] = ()
    needed: bool = False
    older: bool = False
    titled: bool = False


Shape = tuple[Field, ...]


def text(name: str, says: str, *, also: str = "", needed: bool = False) -> Field:
    return Field(name=name, says=says, also=_names(also), needed=needed)


def texts(name: str, says: str, *, also: str = "") -> Field:
    return Field(name=name, says=says, kind="texts", also=_names(also))


def flag(name: str, says: str, *, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="flag", also=_names(also), needed=needed)


def share(name: str, says: str, *, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="share", also=_names(also), needed=needed)


def number(name: str, says: str, *, also: str = "") -> Field:
    return Field(name=name, says=says, kind="number", also=_names(also))


def choice(name: str, says: str, *choices: str, also: str = "", needed: bool = False) -> Field:
    return Field(name=name, says=says, kind="choice", choices=choices, also=_names(also), needed=needed)


def items(name: str, says: str, *of: Field, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says=says, kind="items", of=of, also=_names(also), needed=needed)


def rows(name: str, *of: Field, also: str = "", needed: bool = True) -> Field:
    return Field(name=name, says="", kind="rows", of=of, also=_names(also), needed=needed)


def _names(also: str) -> tuple[str, ...]:
    """Return the names that are written here with commas between them."""
    return tuple(name for name in also.split(", ") if name)


CONFIDENCE = share("confidence", "how sure you are, 0 to 1", also="certainty, confidence level, probability")
SURE = share("confidence", "how sure you are, 0 to 1", also="certainty, confidence level", needed=False)
SEAT = text("seat", "id of the participant", also="participant, agent, agentid, who, author, name")
REASON = text("reason", "why, in one sentence", also="because, why, rationale, reasoning, explanation, evidence")
WORDS = text(
    "text",
    "the statement, in one sentence",
    also="claim, statement, content, description, summary, point text, title, issue, item",
    needed=True,
)


# ---- How the fields are asked for. The schema is of the strict kind: every property is required and no others are
# allowed; a number that need not be given may be null. Length and range are not part of it, since not every provider
# takes them; reading checks those.
_PLAIN: dict[str, str] = {
    "text": "string",
    "choice": "string",
    "flag": "boolean",
    "share": "number",
    "number": "number",
}


def schema(shape: Shape) -> dict[str, Json] | None:
    """Return the JSON Schema of a payload; None where it has no fields."""
    return _object_schema(shape) if shape else None


def _object_schema(shape: Shape) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {field.name: _property(field) for field in shape},
        "required": [field.name for field in shape],
        "additionalProperties": False,
    }


def _property(field: Field) -> dict[str, Json]:
    said: dict[str, Json] = {"description": field.says} if field.says else {}
    match field.kind:
        case "items":
            return {"type": "array", **said, "items": _object_schema(field.of)}
        case "texts":
            return {"type": "array", **said, "items": {"type": "string"}}
        case "rows":
            columns = ", ".join(each.name for each in field.of if not each.older)
            return {"type": "array", "items": {"type": "array", "description": columns, "items": {"type": "string"}}}
        case "share" | "number" if not field.needed:  # else whoever must fill in every property makes a number up
            return {**said, "anyOf": [{"type": "number"}, {"type": "null"}]}
        case kind:
            found: dict[str, Json] = {"type": _PLAIN[kind], **said}
            return found | {"enum": list(field.choices)} if field.choices else found


def form(schema: dict[str, Json] | None) -> str:
    """Return a schema in words: JSON with placeholders that reading knows to be hollow; "" where there is none.
    Whatever is no schema of ours is shown as it is."""
    sample = _sample(schema)
    return json_block(sample if isinstance(sample, dict) else schema) if schema else ""


def json_block(data: dict[str, Json]) -> str:
    """Return a payload as a block of JSON."""
    return f"```json\n{json.dumps(data, indent=1, ensure_ascii=False)}\n```"


def _sample(schema: Json, name: str = "") -> Json:
    if not isinstance(schema, dict):
        return schema
    match schema:
        case {"properties": dict(properties)}:
            return {name: _sample(each, name) for name, each in properties.items()}
        case {"items": {"properties": dict()} as each}:
            return [_sample(each)]
        case {"items": {"description": str(columns), "items": dict()}}:
            return [[f"<{column}>" for column in columns.split(", ")]]
        case {"items": dict()}:
            return [f"<{_told(schema, name)}>"]
        case {"enum": list(choices)}:
            return f"<{_chosen(_told(schema, name), choices)}>"
        case {"description": _}:
            return f"<{_told(schema, name)}>"
        case {"type": "boolean"}:
            return f"<{_chosen(name, ('true', 'false'))}>"
        case {"type": str()} | {"anyOf": list()}:
            return f"<{name}>"
    return schema


def _told(schema: dict[str, Json], name: str) -> str:
    """Return what a placeholder says: what is said of the field, or its name."""
    return str(schema.get("description") or name)


def ending(shape: Shape) -> str:
    """Return the form for the end of a turn that people read: headings instead of JSON."""
    return "\n\n".join(_heading(field) for field in shape)


def filled(shape: Shape, data: Payload) -> str:
    """Return a form for the end of a turn as it is filled in; what is empty is left out."""
    parts = ((_title(field), _entries(field, data.get(field.name))) for field in shape)
    return "\n\n".join(f"### {title}\n{said}" for title, said in parts if said)


def _title(field: Field) -> str:
    """Return the heading of a field; a list is called by what it is a list of."""
    by_other = field.titled or field.name == "items"
    return (next(iter(field.also), "items") if by_other else field.name).capitalize()


def _entries(field: Field, found: Json) -> str:
    if not isinstance(found, list):
        return "" if found is None else str(found)
    told = (_columns(field.of, one) if isinstance(one, dict) else str(one) for one in found)
    return "\n".join(f"- {one}" for one in told if one)


def _columns(shape: Shape, item: Payload) -> str:
    said = ((field.name, item.get(field.name)) for field in shape)
    shown = (quoted(str(each)) if name == "quote" else str(each) for name, each in said if each not in (None, "", []))
    return " — ".join(shown)


def _heading(field: Field) -> str:
    title = _title(field)
    if field.kind in ("items", "texts"):
        return f"### {title}\n- <{_says(field)}>"
    return f"### {title}\n<{_says(field)}>"


def _says(field: Field) -> str:
    return _chosen(field.says, field.choices) if field.choices else field.says


def _chosen(says: str, choices: Sequence[Json]) -> str:
    return f"{says}: {' | '.join(map(str, choices))}"
