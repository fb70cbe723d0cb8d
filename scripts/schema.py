"""Writes `resources/schema/debate.json`, the JSON Schema of exported debates, anew: `python scripts/schema.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from disputatio.exporting.json_export import FORMAT, ID, VERSION
from disputatio.storage.codec import EVENTS

FILE = Path(__file__).resolve().parents[1] / "resources" / "schema" / "debate.json"
TEXT = {"type": "string"}
HASH = {"type": "string", "pattern": "^([0-9a-f]{64})?$"}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of an export, as it is published. Each event of a version
    that is written today is described by its wire name; those of former versions are events all the same."""
    events, definitions = EVENTS.schemas()
    event = {
        "type": "object",
        "required": ["seq", "at", "type", "event", "prev_hash", "hash"],
        "properties": {
            "seq": {"type": "integer", "minimum": 1},
            "at": {"type": "number", "description": "Seconds since 1970."},
            "type": {"type": "string", "pattern": "^[a-z-]+/[0-9]+$"},
            "event": {"type": "object"},
            "prev_hash": HASH,
            "hash": HASH,
        },
        "allOf": [
            {"if": {"properties": {"type": {"const": name}}}, "then": {"properties": {"event": found}}}
            for name, found in events.items()
        ],
    }
    head = {"type": "object", "required": ["seq", "hash"], "properties": {"seq": {"type": "integer"}, "hash": HASH}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A debate of Disputatio",
        "description": "Hash of an event: SHA-256 of prev_hash and the JSON of {at, event, seq, type} without spaces.",
        "type": "object",
        "required": ["format", "version", "debate", "title", "head", "events"],
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "debate": {"type": "string", "pattern": f"^{ID.pattern}$"},
            "title": TEXT,
            "head": head,
            "events": {"type": "array", "minItems": 1, "items": event},
            "requests": {
                "type": "object",
                "description": "What was sent to the models, by its SHA-256.",
                "additionalProperties": TEXT,
            },
            "solution": {
                "type": "object",
                "description": "The proposal that won, whole, with the defences on top of it: for reading only.",
                "required": ["turn_id", "agent_id", "text", "defences", "code", "version_number", "tests"],
            },
            "code_versions": {
                "type": "array",
                "description": "The programs of the debate, with their tests, metrics and scores: for reading only.",
                "items": {"type": "object", "required": ["turn_id", "version_number", "language", "code"]},
            },
        },
        "$defs": definitions,
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n", "utf-8")
