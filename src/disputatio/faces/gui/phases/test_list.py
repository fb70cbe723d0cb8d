"""The last tests as a list, what failed first: name, whether it was made up here, how long it took; a click shows what
came of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.views.workshop import TestResult, TestRun
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.inspector import ToneChip
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import LinkButton
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel, caption
from disputatio.faces.gui.kit.layouts import clear
from disputatio.faces.gui.phases.pressed_row import INSET, PressedRow, RowsCard

FEW: Final = 6
"""Tests that are shown before somebody asks for all; what failed is always shown."""
SIGN: Final = 16


class ResultSign(QWidget):
    def __init__(self, *, passed: bool) -> None:
        super().__init__()
        self._passed = passed
        self.setFixedSize(SIGN, SIGN)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        name, tone = ("check", look.ok) if self._passed else ("close", look.error)
        painter.drawPixmap(QPointF(1, 1), icons.pixmap(name, tone, SIGN - 2, self.devicePixelRatioF()))
        painter.end()


class ResultLine(PressedRow):
    """One test. What came of it opens below it; of one that failed it is open."""

    def __init__(self, result: TestResult) -> None:
        super().__init__(result.name)
        self.result = result
        self.clicked.connect(self.toggle)
        column = QVBoxLayout(self)
        column.setContentsMargins(INSET, 5, INSET, 5)
        column.setSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(8)
        name = ElidedLabel(result.name)
        name.setFont(font(SMALL, mono=True))
        row.addWidget(ResultSign(passed=result.passed))
        row.addWidget(name, 1)
        if result.generated:
            row.addWidget(Chip(tr("generated")))
        time = QLabel(result.time)
        time.setProperty("look", "caption")
        row.addWidget(time)
        column.addLayout(row)
        self.output = QFrame()
        self.output.setProperty("notice", True)
        inside = QVBoxLayout(self.output)
        inside.setContentsMargins(10, 7, 10, 7)
        self._words = caption(result.output or tr("No output."))
        self._words.setFont(font(SMALL, mono=bool(result.output)))
        inside.addWidget(self._words)
        column.addWidget(self.output)
        self._open(shown=not result.passed and bool(result.output))

    @property
    def is_open(self) -> bool:
        return not self.output.isHidden()

    def toggle(self) -> None:
        self._open(shown=not self.is_open)

    def _open(self, *, shown: bool) -> None:
        self.output.setVisible(shown)
        state = tr("passed") if self.result.passed else tr("failed")
        made = tr(", generated") if self.result.generated else ""
        time = f", {self.result.time}" if self.result.time else ""
        what = tr("Hide the output") if shown else tr("Show the output")
        self.setAccessibleName(f"{self.result.name}: {state}{made}{time}. {what}")
        self.setAccessibleDescription(self.result.output if shown else "")


class TestsCard(RowsCard):
    __test__ = False  # no test of ours, for those who collect them by name

    def __init__(self) -> None:
        super().__init__(tr("Tests"), tr("Tests appear here once code has been run."))
        self.lines: list[ResultLine] = []
        self._run: TestRun | None = None
        self.chips = QHBoxLayout()
        self.chips.setSpacing(6)
        self.corner.addLayout(self.chips)
        self.corner.addSpacing(INSET)
        self.whole = LinkButton(tr("Show the whole report"))
        self.whole.clicked.connect(lambda: self.opened.emit(self._run.path if self._run else ""))
        self.foot.addWidget(self.whole)
        self.changed()

    def show_run(self, run: TestRun | None) -> None:
        if run != self._run:
            self._run, self.all = run, False
            self.changed()

    def changed(self) -> None:
        run = self._run
        self.set_title(tr("Tests of {of}").format(of=run.of) if run is not None and run.of else tr("Tests"))
        self.empty.setVisible(run is None)
        self.whole.setVisible(run is not None)
        clear(self.chips)
        for words, good in run.counts if run is not None else ():
            self.chips.addWidget(ToneChip(words, "ok" if good else "error"))
        failed = run.failed if run is not None else 0
        results = run.sorted if run is not None else ()
        self.lines = [ResultLine(each) for each in (results if self.all else results[: max(FEW, failed)])]
        rest = len(results) - len(self.lines)
        self.fill(self.lines, tr("{rest} more passed").format(rest=rest) if rest else "")
