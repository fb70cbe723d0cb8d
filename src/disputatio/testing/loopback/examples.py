"""A JSON value that keeps a schema: what the default responder says where a schema is asked for."""

from __future__ import annotations

from collections.abc import Mapping


def example(schema: object, root: Mapping[str, object] | None = None) -> object:
    """The smallest sensible value. Understands what structured-output modes understand; anything else is None."""
    if not isinstance(schema, Mapping):
        return None
    top = schema if root is None else root
    if "$ref" in schema:
        return example(found(str(schema["$ref"]), top), top)
    for name in ("const", "default"):
        if name in schema:
            return schema[name]
    for name in ("enum", "anyOf", "oneOf", "allOf"):
        options = schema.get(name)
        if isinstance(options, list) and options:
            return options[0] if name == "enum" else example(options[0], top)
    return of_type(schema, top)


def of_type(schema: Mapping[str, object], top: Mapping[str, object]) -> object:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0] if kind else None
    if kind == "object" or "properties" in schema:
        properties = schema.get("properties")
        return {name: example(inner, top) for name, inner in items(properties)}
    if kind == "array":
        least = schema.get("minItems")
        return [example(schema.get("items"), top)] * max(1, least if isinstance(least, int) else 1)
    return scalar(kind, schema)


def scalar(kind: object, schema: Mapping[str, object]) -> object:
    least = schema.get("minimum")
    if kind in ("number", "integer"):
        return least if isinstance(least, int | float) else (1 if kind == "integer" else 0.5)
    return {"string": "example", "boolean": True}.get(str(kind))


def items(properties: object) -> list[tuple[str, object]]:
    return [(str(name), inner) for name, inner in properties.items()] if isinstance(properties, Mapping) else []


def found(ref: str, top: Mapping[str, object]) -> object:
    """What "#/$defs/Point" points to."""
    node: object = top
    for step in ref.removeprefix("#/").split("/"):
        node = node.get(step) if isinstance(node, Mapping) else None
    return node
