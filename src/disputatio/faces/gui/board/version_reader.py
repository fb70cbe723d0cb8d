"""One version of code: whole, beside another or as what is different from it, with its tests and what was measured."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from disputatio.debate.languages import file_ending
from disputatio.debate.views.code_quality import FORMULA
from disputatio.debate.views.code_versions import OutcomeOfTest, Version
from disputatio.debate.views.differences import side_by_side
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.layouts import FlowLayout, SteadyArea
from disputatio.faces.gui.sources.code_pane import CodePane, Run, coloured_lines, visible_lines
from disputatio.faces.gui.sources.diff import DiffView, Half, SideBySideView, read_diff, read_half

if TYPE_CHECKING:
    from disputatio.faces.gui.bridge import Bridge

AGAINST: Final = 24
"""Characters of a version in the list of those to compare with."""
CORNER: Final = 10
"""Pixels below the text, so that it does not cover the round corners of the card."""
HIGH: Final = 420
"""Pixels of height that a program has at least."""
NARROW, ROOMY = 760, 1_000
"""Pixels of the whole view's width below which two texts are never side by side, and from which on they are unless
somebody wants it otherwise."""
Way = Literal["beside", "difference", "program", "measures"]
WAYS: Final[tuple[tuple[Way, str], ...]] = (
    ("beside", tr("Side by side")),
    ("difference", tr("Difference")),
    ("program", tr("Program")),
    ("measures", tr("Tests and score")),
)


class VersionReader(QFrame):
    """`deeds` has room for what can be done with the version."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__()
        self._bridge = bridge
        self.version: Version | None = None
        self.way: Way | None = None
        """How the version is shown; until somebody chooses, as it suits the room that there is."""
        self._others: dict[int, Version] = {}
        self._room = 0
        self._shown: tuple[object, ...] = ()
        self._step = 0
        self.setProperty("card", True)
        self.head, self.facts = ElidedLabel(look="strong"), text_label("", "caption")
        self.facts.setToolTip(tr(FORMULA))
        self.deeds = FlowLayout(spacing=6)
        above = QVBoxLayout()
        above.setContentsMargins(15, 0, 15, 0)
        above.addWidget(self.head)
        above.addWidget(self.facts)
        above.addWidget(_held(self.deeds))
        above.addWidget(self._switch())
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 12, 1, CORNER)
        column.setSpacing(8)
        column.addLayout(above)
        column.addWidget(self._pages(), 1)

    def _switch(self) -> QWidget:
        switch = QFrame()
        switch.setObjectName("switch")
        inside = QHBoxLayout(switch)
        inside.setContentsMargins(3, 3, 3, 3)
        inside.setSpacing(2)
        self.ways: dict[Way, TextButton] = {}
        for way, words in WAYS:
            button = TextButton(words)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.clicked.connect(lambda _checked=False, way=way: self.show_way(way))
            self.ways[way] = button
            inside.addWidget(button)
        self.against = DropDown()
        self.against.setSizeAdjustPolicy(DropDown.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.against.setMinimumContentsLength(AGAINST)
        self.against.setAccessibleName(tr("Compare with"))
        self.against.currentIndexChanged.connect(lambda _: self._show())
        row = FlowLayout(spacing=6)
        row.addWidget(switch)
        row.addWidget(self.against)
        return _held(row)

    def _pages(self) -> QWidget:
        self.beside, self.diff, self.program = SideBySideView(), DiffView(), CodePane()
        self.program.setAccessibleName(tr("Program"))
        self.measures = text_label("")
        words = QWidget()
        inside = QVBoxLayout(words)
        inside.setContentsMargins(15, 4, 15, 12)
        inside.addWidget(self.measures)
        inside.addStretch()
        self.told = SteadyArea()
        self.told.setWidget(words)
        self.told.viewport().setAutoFillBackground(False)
        words.setAutoFillBackground(False)
        self.same = EmptyState("")
        self.stack = QStackedWidget()
        self.stack.setMinimumHeight(HIGH)
        for page in (self.beside, self.diff, self.program, self.told, self.same):
            self.stack.addWidget(page)
        return self.stack

    # ---- what is wanted ----------------------------------------------------------------------------------------------
    def show_version(self, one: Version, versions: Sequence[Version]) -> None:
        """Show a version, which can be compared with all others, with that which it follows at first."""
        before, self.version = self.version, one
        self._others = {other.number: other for other in versions if other.number != one.number}
        self.head.setText(f"{one.name} · {one.title}")
        about = [
            one.written_in,
            plural("{count} line", "{count} lines", one.lines),
            tr("follows v{follows}").format(follows=one.follows) if one.follows else "",
        ]
        about += [
            tr("tests: {tests_told}").format(tests_told=one.tests_told),
            tr("score: {score_told}").format(score_told=one.score_told),
        ]
        self.facts.setText(" · ".join(filter(None, about)))
        if before is None or before.number != one.number or self.against.count() != len(self._others):
            self.against.blockSignals(True)
            self.against.clear()
            for other in self._others.values():
                self.against.addItem(
                    tr("Against {other}, {other_title}").format(other=other.name, other_title=other.title), other.number
                )
            self.against.setCurrentIndex(max(0, self.against.findData(one.follows)))
            self.against.blockSignals(False)
        self._show()

    def show_way(self, way: Way) -> None:
        self.way = way
        self._show()

    def set_room(self, pixels: int) -> None:
        """Set how wide the whole view is."""
        self._room = pixels
        self.ways["beside"].setVisible(pixels >= NARROW)
        self._show()

    # ---- what is shown -----------------------------------------------------------------------------------------------
    def _show(self) -> None:
        one, before = self.version, self._others.get(self.against.currentData() or 0)
        if one is None:
            return
        way: Way = self.way or ("beside" if self._room >= ROOMY and not one.changes else "difference")
        if way == "beside" and self._room < NARROW:
            way = "difference"
        if before is None and (way == "beside" or (way == "difference" and not one.changes)):
            way = "program"
        self.ways[way].setChecked(True)
        self.ways["beside"].setEnabled(before is not None)
        self.ways["difference"].setEnabled(before is not None or one.changes)
        compared = way == "beside" or (way == "difference" and not one.changes)
        self.against.setVisible(before is not None and compared)
        # a program never changes: who reads it stays where they are when it has been measured
        shown = (way, one.number, one if way == "measures" else before and before.number)
        if shown != self._shown:
            self._shown = shown
            self._step += 1
            self._bridge.start(self._read(one, before, way, self._step))

    async def _read(self, one: Version, before: Version | None, way: Way, step: int) -> None:
        """Make what is shown in a thread, and show it, if nothing else is wanted by then."""
        file = f"program.{file_ending(one.language)}"
        if way == "measures":
            self.measures.setText("\n".join(_measures(one)))
            self.stack.setCurrentWidget(self.told)
        elif way == "difference" and one.changes:
            found = await asyncio.to_thread(read_diff, one.code)
            if step == self._step:
                self.diff.show_diff(found)
                self.stack.setCurrentWidget(self.diff)
        elif before is None or way == "program":
            lines, runs = await asyncio.to_thread(_coloured, one.code, file)
            if step == self._step:
                self.program.set_lines(lines)
                self.program.set_colours(runs)
                self.stack.setCurrentWidget(self.program)
        elif one.code == before.code:
            self._say(tr("{before} and {one} are the same.").format(before=before.name, one=one.name))
        elif way == "difference":
            found = await asyncio.to_thread(lambda: read_diff(one.diff_to(before)))
            if step == self._step:
                self.diff.show_diff(found)
                self.stack.setCurrentWidget(self.diff)
        else:
            halves = await asyncio.to_thread(_halves, before, one, file)
            if step == self._step and halves is not None:
                self.beside.show_halves(*halves, (f"{before.name}, {before.title}", f"{one.name}, {one.title}"))
                self.stack.setCurrentWidget(self.beside)
            elif step == self._step:
                self._say(
                    tr("{before} and {one} are too long to compare line by line.").format(
                        before=before.name, one=one.name
                    )
                )

    def _say(self, words: str) -> None:
        self.same.set_text(words)
        self.stack.setCurrentWidget(self.same)


def _held(row: FlowLayout) -> QWidget:
    made = QWidget()
    made.setLayout(row)
    return made


def _halves(before: Version, one: Version, file: str) -> tuple[Half, Half] | None:
    rows = side_by_side(before.code, one.code)
    return (read_half(rows, "left", file), read_half(rows, "right", file)) if rows else None


def _coloured(code: str, file: str) -> tuple[list[str], tuple[tuple[Run, ...], ...]]:
    lines, _ = visible_lines(code)
    return lines, coloured_lines(file, lines)


def _outcome(test: OutcomeOfTest) -> str:
    """Return a test and what came of it; the record says it in English: "passed: test_empty"."""
    said, _, name = test.text.partition(": ")
    told = name if said.partition(" ")[0] in ("passed", "failed") and name else test.text
    return f"  {'✓' if test.passed else '✕'} {told}"


def _measures(one: Version) -> list[str]:
    """Return what its tests said, what was measured and the score, in lines."""
    tests = [_outcome(test) for test in one.run.tests] if one.run is not None else []
    measured = one.metrics.lines if one.metrics is not None else (tr("Being measured …"),)
    tools = (
        [tr("Measured by {tools}.").format(tools=", ".join(one.metrics.tools))]
        if one.metrics is not None and one.metrics.tools
        else []
    )
    return [
        tr("Tests: {tests_told}").format(tests_told=one.tests_told),
        *tests,
        "",
        *measured,
        "",
        tr("Score: {score_told}").format(score_told=one.score_told),
        tr(FORMULA),
        *tools,
    ]
