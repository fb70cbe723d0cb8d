"""A unified diff, to be read: old and new line numbers, what went and what came in colour and by its sign."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QWidget

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import mix
from disputatio.faces.gui.sources.code_pane import CodePane, Run, visible_lines

_HUNK: Final = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_HEADS: Final = ("diff --git ", "--- ", "+++ ")
LARGEST: Final = 3_000_000
"""Characters of a diff that are shown."""
CUT: Final = tr("(cut: the difference is longer than is shown)")
_TONES: Final = {"+": "ok", "-": "error", "@": "definition"}


@value
class Diff:
    """A diff as it is shown: lines, the numbers beside them, what each is, and its colour."""

    lines: tuple[str, ...]
    numbers: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    runs: tuple[tuple[Run, ...], ...]
    widest: int


def read_diff(text: str) -> Diff:
    """Read a diff. It takes long for a large one: call it in a thread."""
    cut = text[:LARGEST].rpartition("\n")[0] if len(text) > LARGEST else text
    lines, _ = visible_lines(cut if cut == text else f"{cut}\n{CUT}")
    numbers, kinds = numbered_lines(lines)
    runs: list[tuple[Run, ...]] = [
        ((0, len(line.encode("utf-16-le", "surrogatepass")) // 2, _TONES[kind]),) if kind in _TONES else ()
        for line, kind in zip(lines, kinds, strict=True)
    ]
    widest = max((len(number) for pair in numbers for number in pair), default=3)
    return Diff(lines=tuple(lines), numbers=tuple(numbers), kinds=tuple(kinds), runs=tuple(runs), widest=widest)


class DiffView(CodePane):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Differences"))
        self._diff = read_diff("")

    def show_diff(self, found: Diff) -> None:
        self._diff = found
        self.set_lines(found.lines)
        self.set_colours(found.runs)
        self.verticalScrollBar().setValue(0)

    def columns(self) -> Sequence[int]:
        return (self._diff.widest, self._diff.widest)

    def labels(self, line: int) -> Sequence[str]:
        numbers = self._diff.numbers
        return numbers[line - 1] if line <= len(numbers) else ("", "")

    def ground(self, line: int) -> str:
        kind = self._diff.kinds[line - 1] if line <= len(self._diff.kinds) else ""
        look = theme.current()
        share = 0.1 if look.dark else 0.09
        match kind:
            case "+":
                return mix(look.ok, look.surface, share)
            case "-":
                return mix(look.error, look.surface, share)
            case "@":
                return look.raised
            case "file":
                return mix(look.accent, look.surface, share)
        return ""


def numbered_lines(lines: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the old and the new number of each line of a diff, and what it is: "+", "-", "@", "file" or ""."""
    numbers, kinds = [], []
    old = new = old_left = new_left = 0
    for line in lines:
        hunk = _HUNK.match(line)
        inside = old_left > 0 or new_left > 0
        if hunk:
            old, new, old_left, new_left = int(hunk[1]), int(hunk[3]), int(hunk[2] or 1), int(hunk[4] or 1)
            kind, pair = "@", ("", "")
        elif inside and not line.startswith("\\"):
            kind = line[:1] if line[:1] in ("+", "-") else ""
            pair = (str(old) if kind != "+" else "", str(new) if kind != "-" else "")
            old, old_left = (old + 1, old_left - 1) if kind != "+" else (old, old_left)
            new, new_left = (new + 1, new_left - 1) if kind != "-" else (new, new_left)
        else:
            kind, pair = "file" if line.startswith(_HEADS) else "", ("", "")
        numbers.append(pair)
        kinds.append(kind)
    return numbers, kinds
