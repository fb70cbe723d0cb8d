"""The keys of a format file: which there are, what shape each has, and with which others it goes."""

from __future__ import annotations

import re
from dataclasses import fields

from disputatio.debate.format import Block
from disputatio.debate.values import OptionValue

COMMON: dict[str, OptionValue] = {
    "auto_continue": False,
    "max_cost": 5_000_000,
    "max_tokens": 500_000,
    "max_turns": 200,
    "max_minutes": 60,
    "topology": "mesh",
    "aspects": [],
    "gates": False,
    "hidden": True,
    "branch": False,
    "release": [],
    "tools": True,
    "effort": "normal",
}
"""Options of every debate. `max_cost` is in micro-dollars; None lifts a cap."""

TOP = ("name", "title", "summary", "do", "options", "cast", "step")
PART = ("role", "team", "seats", "colour")
SHAPES: dict[str, type | tuple[type, ...]] = {
    "do": list,
    "ask": str,
    "each": str,
    "repeat": (int, str),
    "order": str,
    "unless": list,
    "until": list,
    "pause": bool,
    "when": list,
    "task": str,
    "gives": str,
    "sees": list,
    "optional": bool,
    "heard": str,
}
"""The keys of a step."""
BELONGS = {
    "order": ("ask", "each", "do"),
    "unless": ("repeat",),
    "until": ("repeat",),
    "pause": ("repeat", "each"),
    "task": ("ask",),
    "gives": ("ask",),
    "sees": ("ask",),
    "optional": ("ask",),
}
"""Keys of a step that go only with one of some others."""
LISTS = frozenset({"unless", "until", "when", "sees"})
"""Keys that may also be given one text instead of a list of them."""
REFERENCES = (
    ("each", "each"),
    ("order", "order"),
    ("unless", "until"),
    ("until", "until"),
    ("when", "when"),
    ("sees", "sees"),
)
"""Keys that name policies, each with the family that it names them of."""
NAME = re.compile(r"[a-z][a-z0-9-]*")
"""Of a step, or a part of the cast."""
RESERVED = ("start",)
RESERVED_PREFIXES = ("extension-", "again-", "interjection-", "ruling-")
"""What the program itself calls blocks, so that no step may be called so."""

assert SHAPES.keys() == {field.name for field in fields(Block)} - {"name"}
