"""A format file (TOML text) becomes a `Format`, checked. All errors of a file come at once; each names the file, the
line and the remedy. The language is described in `resources/formats/README.md`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from disputatio.debate.errors import FormatError
from disputatio.debate.format import ANSWERING, CONTRACTS, Block, Format, Part
from disputatio.debate.formats.file import FormatFile
from disputatio.debate.ids import AGAIN, EXTENSION, GATE, MARKING
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.policies.figures import FIGURES
from disputatio.debate.policy import Cast, Contract, Figure, Index, Option, Step
from disputatio.debate.ranges import MOST_PASSES, passes
from disputatio.debate.statements.older import is_former
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.rulebook import FAMILIES

# ---- the keys of a format file: which there are, what shape each has, and with which others it goes ----------------
COMMON: dict[str, OptionValue] = {
    "auto_continue": False,
    "max_cost": 5_000_000,
    "max_tokens": 500_000,
    "max_turns": 200,
    "max_minutes": 60,
    "topology": "mesh",
    "aspects": [],
    "gates": [],
    "hidden": True,
    "diversity": True,
    "minority": True,
    "branch": False,
    "release": [],
    "tools": True,
    "effort": "normal",
}
"""Options of every debate. `max_cost` is in micro-dollars; None lifts a cap."""

TOP = ("name", "title", "summary", "do", "options", "cast", "step")
PART = ("role", "team", "seats", "colour", "with", "named")
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
    "pause": ("repeat", "each", "ask", "do"),
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
SAME = "same"
"""What a step gives that does again what the turn around it does."""
NAME = re.compile(r"[a-z][a-z0-9-]*")
"""The name of a step, or of a part of the cast."""
RESERVED = ("start",)
RESERVED_PREFIXES = (EXTENSION, AGAIN, GATE, MARKING, "interjection-", "ruling-")
"""Beginnings of names that the program itself gives to blocks, so that no step may have them."""

assert SHAPES.keys() == {field.name for field in fields(Block)} - {"name"}

# ---- reading and checking ------------------------------------------------------------------------------------------
MOST_DEEP = 20
MOST_BLOCKS = 500


@lru_cache(maxsize=64)
def load(text: str, file: str, standard: str) -> Format:
    """Check and compile a format, once for the same text. `file` names it in errors; `standard` is the text of the
    shared steps.

    Raises FormatError with every fault of the file, one a line.
    """
    return _Loader(text, file, standard).load()


class _Loader:
    def __init__(self, text: str, file: str, standard: str) -> None:
        self.file = FormatFile(text, file)
        self.error, self.doc = self.file.error, self.file.tables
        self.blocks = 0
        common = tomllib.loads(standard)
        self.chosen: dict[str, OptionValue] = COMMON | self.doc.get("options", {})
        self.options: dict[str, OptionValue] = common.get("options", {}) | self.chosen
        self.own: dict[str, Any] = self.doc.get("step", {})
        self.steps: dict[str, Any] = common.get("step", {}) | self.own
        self.parts = [self.part(name, keys) for name, keys in self.doc.get("cast", {}).items()]
        self.used: set[str] = set()
        self.given: set[str] = set()
        self.needed: list[tuple[str, str, str, str]] = []
        self.giving: list[str] = []

    def load(self) -> Format:
        for key in self.doc:
            self.known("", key, TOP, "key")
        for key in ("name", "title", "do", "cast"):
            if not self.doc.get(key):
                self.error("", key, f"`{key}` is missing", f"add it at the top of the file: {key} = …")
        for part in self.parts:
            self.check_part(part)
        body = Block(name="", do=self.children("", self.doc.get("do", []), ()))
        for step, key, name, contract in self.needed:
            if contract not in self.given:
                remedy = f'add gives = "{contract}" to a step'
                self.error(step, key, f"{name!r} needs a step that gives {contract!r}", remedy)
        if passes(body, self.options) > MOST_PASSES:
            what = f"the loops have more than {MOST_PASSES:,} passes in all"
            self.error("", "do", what, "give `repeat`, or the options that it names, smaller numbers")
        for step in self.own.keys() - self.used:
            self.error(step, "", f"step {step!r} is never used", "name it in a `do`, or delete it")
        if self.file.faults:
            raise FormatError("\n".join(text for _, text in sorted(set(self.file.faults))))
        return Format(
            name=str(self.doc["name"]),
            title=str(self.doc["title"]),
            summary=str(self.doc.get("summary", "")),
            body=body,
            cast=tuple(self.parts),
            options=self.chosen,
        )

    def check_part(self, part: Part) -> None:
        if not NAME.fullmatch(part.name):
            remedy = "use small letters, digits and hyphens"
            self.error(f"cast.{part.name}", "", f"{part.name!r} cannot name a part", remedy)
        others = [one.name for one in self.parts if one is not part]
        if part.like and part.like not in others:
            remedy = f"name another part: {', '.join(others) or 'there is none'}"
            self.error(f"cast.{part.name}", "with", f"`with` names no other part: {part.like!r}", remedy)
        if part.name in (*FAMILIES["who"], *SERVICES):
            self.error(f"cast.{part.name}", "", f"{part.name!r} already means something in `ask`", "rename it")

    def part(self, name: str, keys: dict[str, Any]) -> Part:
        for key in keys:
            self.known(f"cast.{name}", key, PART, "key")
        for key in ("role", "team", "colour", "with", "named"):
            if not isinstance(keys.get(key, ""), str):
                self.error(f"cast.{name}", key, f"`{key}` is not a text", f'write {key} = "…"')
        seats = keys.get("seats", [1, 1])
        if not (isinstance(seats, list) and len(seats) == 2 and all(type(one) is int for one in seats)):
            self.error(f"cast.{name}", "seats", "`seats` is not a pair of numbers", "write seats = [1, 4]")
            seats = [1, 1]
        least, most = seats
        if not 0 <= least <= most <= 12 or not most:
            self.error(
                f"cast.{name}", "seats", f"{least} to {most} seats cannot be filled", "from 1 to 12, least first"
            )
        return Part(
            name=name,
            role=str(keys.get("role", name)),
            team=str(keys.get("team", "")),
            colour=str(keys.get("colour", "")),
            like=str(keys.get("with", "")),
            named=str(keys.get("named", "")),
            least=least,
            most=most,
        )

    def children(self, parent: str, names: list[Any], above: tuple[str, ...]) -> tuple[Block, ...]:
        blocks = []
        for at, name in enumerate(names):
            if name in above:
                circle = " > ".join((*above, name))
                self.error(parent, "do", f"{name!r} contains itself", f"break the circle: {circle}")
            elif name in names[:at]:
                self.error(parent, "do", f"{name!r} stands twice in one `do`", "give the second one a name of its own")
            elif self.known(parent, name, self.steps, "step", "do") and self.small(parent, above):
                blocks.append(self.block(name, above))
        return tuple(blocks)

    def small(self, parent: str, above: tuple[str, ...]) -> bool:
        """Return whether both sizes of a program are within their bounds: steps may be shared, so a short file can mean
        a program without end."""
        self.blocks += 1
        if len(above) < MOST_DEEP and self.blocks <= MOST_BLOCKS:
            return True
        what = f"more than {MOST_DEEP} steps inside one another, or {MOST_BLOCKS} in all"
        self.error(parent, "do", what, "make the format flatter")
        return False

    def block(self, name: str, above: tuple[str, ...]) -> Block:
        self.used.add(name)
        keys = self.keys(name)
        if len(keys.keys() & {"ask", "each", "repeat"}) > 1:
            remedy = "put the inner one into a step of its own, in `do`"
            self.error(name, "", "a step has only one of ask, each and repeat", remedy)
        if not keys.get("ask") and not keys.get("do"):
            self.error(name, "", "the step does nothing", "give it `ask` or `do`")
        indexed = (*above, name)
        self.references(name, keys, indexed)
        if "ask" in keys:
            gives = keys["gives"] = self.contract(name, keys.get("gives", "say"))
            self.given |= {gives, "answer"} if gives in ANSWERING else {gives}
            self.giving.append(gives)
        children = self.children(name, keys.pop("do", []), indexed)
        if "ask" in keys:
            self.giving.pop()
        values: dict[str, Any] = {key: tuple(value) if key in LISTS else value for key, value in keys.items()}
        block = Block(name=name, do=children, **values)
        self.combination(block)
        return block

    def contract(self, step: str, gives: str) -> str:
        """Return what a step gives; `same`: what the turn gives that it stands in."""
        if gives != SAME or self.giving:
            return self.giving[-1] if gives == SAME else gives
        self.error(step, "gives", "no turn encloses this step", "name it in the `do` of a step with `ask`")
        return "say"

    def keys(self, name: str) -> dict[str, Any]:
        """Return the usable keys of a step; the others are reported."""
        if not NAME.fullmatch(name) or name in RESERVED or name.startswith(RESERVED_PREFIXES):
            remedy = f"use small letters, digits and hyphens; {', '.join((*RESERVED, *RESERVED_PREFIXES))} are taken"
            self.error(name, "", f"{name!r} cannot name a step", remedy)
        wrapped = {
            key: [value] if key in LISTS and isinstance(value, str) else value
            for key, value in self.steps[name].items()
        }
        usable = {}
        for key, value in wrapped.items():
            if not self.known(name, key, SHAPES, "key") or not self.shaped(name, key, value):
                continue
            if key in BELONGS and not any(owner in wrapped for owner in BELONGS[key]):
                self.error(name, key, f"`{key}` belongs to a step with {' or '.join(BELONGS[key])}", f"remove `{key}`")
            usable[key] = value
        return usable

    def combination(self, block: Block) -> None:
        if (block.each or block.repeat) and not block.do:
            self.error(block.name, "", "there is nothing to repeat", "give the step a `do`")
        if block.repeat and block.order != "in-turn":
            remedy = "remove `order`, or put the children that run together into a step of their own"
            self.error(block.name, "order", "a loop runs its children in turn", remedy)
        if not (block.ask or block.each) and block.order not in ("in-turn", "together"):
            remedy = 'write order = "together", or leave it out'
            self.error(block.name, "order", "children run in-turn or together", remedy)
        if block.repeat == "unbounded" and not (block.until and asks_person(block)):
            remedy = "add `until` and a step that asks the person, or a number"
            self.error(block.name, "repeat", "only a person may keep a loop going", remedy)
        if block.gives == "ledger" and is_former(block):
            remedy = 'add "figure points" to `sees`'
            self.error(block.name, "sees", "a ledger that reads the claims has to read the points, too", remedy)

    def references(self, name: str, keys: dict[str, Any], above: tuple[str, ...]) -> None:
        who = keys.get("ask", "")
        if who and who not in SERVICES and who not in {part.name for part in self.parts}:
            self.policy(name, "ask", "who", who, above)
        for key, family in REFERENCES:
            found = keys.get(key, [])
            for reference in found if isinstance(found, list) else [found]:
                self.policy(name, key, family, reference, above)
        if "gives" in keys:
            self.known(name, keys["gives"], (*CONTRACTS, SAME), "contract", "gives")
        if "heard" in keys:
            self.known(name, keys["heard"], ("all", "team", "room"), "audience", "heard")
        repeat = keys.get("repeat", 1)
        if isinstance(repeat, str) and repeat != "unbounded":
            if repeat.startswith("$"):
                self.bound(name, repeat[1:])
            else:
                remedy = 'write a number, a $option or "unbounded"'
                self.error(name, "repeat", f"`repeat` cannot be {repeat!r}", remedy)

    def bound(self, step: str, option: str) -> None:
        if not self.known(step, option, self.options, "option", "repeat"):
            return
        value = self.options[option]
        if type(value) is not int or value < 1:
            self.error(step, "repeat", f"option {option!r} is {value!r}", "give it a whole number of passes, 1 or more")

    def policy(self, step: str, key: str, family: str, reference: str, above: tuple[str, ...]) -> None:
        word, *words = reference.split() or [""]
        if not self.known(step, word, FAMILIES[family], family, key):
            return
        found = FAMILIES[family][word]
        if not found.least <= len(words) <= found.most:
            takes = str(found.least) if found.least == found.most else f"{found.least} to {found.most}"
            noun = "argument" if takes == "1" else "arguments"
            self.error(step, key, f"{word!r} takes {takes} {noun}, not {len(words)}", found.summary)
        if found.needs:
            self.needed.append((step, key, word, found.needs))
        for kind, value in zip(found.kinds, words, strict=False):
            self.argument(step, key, word, kind, value, above)

    def argument(self, step: str, key: str, word: str, kind: type, value: str, above: tuple[str, ...]) -> None:
        resolved: Any = value
        if value.startswith("$"):
            if not self.known(step, value[1:], self.options, "option", key):
                return
            resolved = self.options[value[1:]]
        names: Mapping[type, Collection[str]] = {
            Option: self.options,
            Index: above,
            Step: self.steps,
            Cast: [part.name for part in self.parts],
            Contract: CONTRACTS,
            Figure: FIGURES,
        }
        if kind in names:
            label = "enclosing step" if kind is Index else kind.__name__.lower()
            self.known(step, resolved, names[kind], label, key)
            if kind is Contract:
                self.needed.append((step, key, word, resolved))
            return
        try:
            kind(resolved)
        except (TypeError, ValueError, OverflowError):
            remedy = "write a number or a $option that holds one"
            self.error(step, key, f"{word!r} wants a number, not {resolved!r}", remedy)

    def shaped(self, step: str, key: str, value: object) -> bool:
        good = isinstance(value, SHAPES[key]) and not (isinstance(value, bool) and SHAPES[key] is not bool)
        if good and isinstance(value, list):
            good = all(isinstance(entry, str) for entry in value)
        if not good:
            self.error(step, key, f"`{key}` has the wrong type: {value!r}", "see the language reference")
        elif key == "repeat" and isinstance(value, int) and value < 1:
            self.error(step, key, "`repeat` must be at least 1", "leave the step out, or switch it off with `when`")
            return False
        return good

    def known(self, step: str, word: Any, among: Collection[str], kind: str, key: str = "") -> bool:
        if isinstance(word, str) and word in among:
            if kind == "option":  # of the standard steps' options, those that are used
                self.chosen[word] = self.options[word]
            return True
        near = get_close_matches(str(word), [str(one) for one in among], 1)
        remedy = f"did you mean {near[0]!r}?" if near else "one of: " + (", ".join(sorted(among)) or "none")
        self.error(step, key or str(word), f"unknown {kind} {word!r}", remedy)
        return False


def asks_person(block: Block) -> bool:
    return block.ask == "person" or any(map(asks_person, block.do))
