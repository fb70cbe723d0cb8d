"""Writes `resources/schema/debate.json`, the JSON Schema of exported debates, anew: `python scripts/schema.py`."""

from __future__ import annotations

import json
from pathlib import Path

from disputatio.exporting.json_export import json_schema

FILE = Path(__file__).resolve().parents[1] / "resources" / "schema" / "debate.json"


def schema_text() -> str:
    """Return the schema as it is published."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema_text(), "utf-8")
