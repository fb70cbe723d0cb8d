"""Reports that tools write: JUnit XML of tests, SARIF of findings. What wrote them ran beside code that nobody knows,
so that everything in them is data: short, bounded, without entities, and never more than what stands there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import unquote
from xml.parsers import expat

from disputatio.debate.values import Json, value

MOST_ITEMS: Final = 500
LONGEST: Final = 500
"""Characters of one text."""
MARGIN: Final = 5_000
"""Characters beside these that are searched for secrets first, so that none lies across a cut."""
DEEPEST: Final = 64
"""Elements one inside another."""
_BAD_LEVELS: Final = ("error", "warning")
"""Findings of these levels make a check fail; notes do not."""


@value
class Item:
    """One test, or one finding: one that does not matter has `passed`. `file` is relative to the project, "" where none
    is named; `line` from 1, 0 where none is."""

    text: str
    passed: bool
    file: str = ""
    line: int = 0

    @property
    def data(self) -> dict[str, Json]:
        return {"text": self.text, "passed": self.passed, "file": self.file, "line": self.line}


@value
class ToolReport:
    """`items`, no more than `MOST_ITEMS`; `passed`, `failed` and `skipped` count all of them. `what`: one of them."""

    what: str
    items: tuple[Item, ...] = ()
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def count(self) -> str:
        """All of it in a few words."""
        all = self.passed + self.failed + self.skipped
        many = self.what if all == 1 else f"{self.what}s"
        if self.what == "finding":
            return f"{all} {many}" if all else "no findings"
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{all} {many}, {self.failed or 'none'} failed{skipped}"


def read_report(text: str, hide: Callable[[str], str] = str) -> ToolReport | None:
    """Return what a report says, without what `hide` takes out of its texts; None for what is none, or not whole."""
    head = text.lstrip("\ufeff \t\r\n")
    if head.startswith("{"):
        return _sarif(head, hide)
    if head.startswith("<"):
        return _junit(head, hide)
    return None


# ---- JUnit XML -------------------------------------------------------------------------------------------------------
class _Unfit(Exception):
    """What is no report, or one that nobody should read."""


class _Suites:
    """Reads the elements as they come. Nothing outside of the text is looked up: a document type is refused."""

    def __init__(self, hide: Callable[[str], str]) -> None:
        self._hide = hide
        self.items: list[Item] = []
        self.passed = self.failed = self.skipped = 0
        self._path: list[str] = []
        self._case: dict[str, str] | None = None
        self._state, self._why = "passed", ""

    def start(self, name: str, given: dict[str, str]) -> None:
        if not self._path and name not in ("testsuites", "testsuite"):
            raise _Unfit(name)
        self._path.append(name)
        if len(self._path) > DEEPEST:
            raise _Unfit("too deep")
        if name == "testcase":
            if self._case is not None:
                raise _Unfit("a test in a test: what failed could not be told")
            self._case, self._state, self._why = given, "passed", ""
        elif self._case is not None and name in ("failure", "error", "skipped"):
            self._state = "skipped" if name == "skipped" and self._state != "failed" else "failed"
            self._why = self._why or given.get("message", "")

    def text(self, text: str) -> None:
        if self._case is not None and not self._why and self._path[-1:] in (["failure"], ["error"]):
            self._why = text.strip()

    def end(self, name: str) -> None:
        self._path.pop()
        if name != "testcase" or self._case is None:
            return
        given, self._case = self._case, None
        setattr(self, self._state, getattr(self, self._state) + 1)
        if self._state != "skipped":
            self.items.append(_test(given, self._state == "passed", self._why, self._hide))


def _test(given: dict[str, str], passed: bool, why: str, hide: Callable[[str], str]) -> Item:
    name = ".".join(part for part in (given.get("classname", ""), given.get("name", "")) if part)
    said = f" — {_short(why, hide)}" if why and not passed else ""
    return Item(
        text=f"{_short(name, hide, 200) or 'a test'}{said}", passed=passed,
        file=_file(given.get("file", ""), hide), line=_number(given.get("line", "")),
    )  # fmt: skip


def _junit(text: str, hide: Callable[[str], str]) -> ToolReport | None:
    suites, parser = _Suites(hide), expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise _Unfit("a document type")

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = suites.start, suites.end
    parser.CharacterDataHandler = suites.text
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except (expat.ExpatError, _Unfit, ValueError, LookupError):
        return None
    return ToolReport(
        what="test", items=_worst_first(suites.items), passed=suites.passed, failed=suites.failed,
        skipped=suites.skipped,
    )  # fmt: skip


# ---- SARIF -----------------------------------------------------------------------------------------------------------
def _sarif(text: str, hide: Callable[[str], str]) -> ToolReport | None:
    try:
        return _findings(json.loads(text), hide)
    except (ValueError, RecursionError):
        return None


def _findings(found: Any, hide: Callable[[str], str]) -> ToolReport | None:
    runs = found.get("runs") if isinstance(found, dict) else None
    if not isinstance(runs, list) or not ("sarif" in str(found.get("$schema", "")) or "version" in found):
        return None
    items = [item for run in runs if isinstance(run, dict) for item in _results(run, hide)]
    failed = sum(not each.passed for each in items)
    return ToolReport(what="finding", items=_worst_first(items), passed=len(items) - failed, failed=failed)


def _results(run: dict[str, Any], hide: Callable[[str], str]) -> Iterator[Item]:
    rules = _listed(_at(run, "tool", "driver", "rules"))
    levels = {str(rule.get("id")): _at(rule, "defaultConfiguration", "level") for rule in rules}
    for result in _listed(run.get("results")):
        if result.get("suppressions"):
            continue
        rule = result.get("ruleId")
        level = result.get("level") or levels.get(str(rule)) or "warning"
        words = _short(_at(result, "message", "text"), hide)
        name = _short(rule, hide, 100)
        place = next(iter(_listed(result.get("locations"))), {})
        yield Item(
            text=f"{name}: {words}" if name and words else name or words or "a finding",
            passed=level not in _BAD_LEVELS or result.get("kind", "fail") != "fail",
            file=_file(_at(place, "physicalLocation", "artifactLocation", "uri"), hide),
            line=_number(_at(place, "physicalLocation", "region", "startLine")),
        )


def _listed(found: Any) -> Iterator[dict[str, Any]]:
    return (each for each in found if isinstance(each, dict)) if isinstance(found, list) else iter(())


def _at(found: Any, *names: str) -> Any:
    for name in names:
        found = found.get(name) if isinstance(found, dict) else None
    return found


# ---- what both hold ----------------------------------------------------------------------------------------------
def _worst_first(items: list[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: item.passed)[:MOST_ITEMS])


def _short(found: object, hide: Callable[[str], str], most: int = LONGEST) -> str:
    """Return a text on one line, without signs that would rewrite a terminal."""
    if not isinstance(found, str):
        return ""
    text = "".join(sign if sign.isprintable() else " " for sign in hide(found[: 4 * most + MARGIN])[: 4 * most])
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[:most]}…"


def _file(found: object, hide: Callable[[str], str]) -> str:
    """Return a path below the project; "" for one that leads elsewhere."""
    path = (
        _short(unquote(_short(found, hide, 400)), hide)
        .removeprefix("file://")
        .removeprefix("/work/")
        .removeprefix("./")
    )
    outside = path.startswith(("/", "~")) or ".." in path.split("/") or re.match(r"[a-z]+:", path, re.I)
    return "" if outside else path


def _number(found: object) -> int:
    text = str(found) if isinstance(found, (int, str)) and not isinstance(found, bool) else ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else 0
