"""Attacks as a table, the newest first: what it is, what answers it, and whether that closes it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from disputatio.debate.views.plain_text import without_marks
from disputatio.debate.views.workshop import AttackRow, closed_of
from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.inspector import ToneChip
from disputatio.faces.gui.kit.fonts import SMALL, font
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.phases.pressed_row import INSET, PressedRow, RowsCard

NARROW: Final = 430
"""Pixels below which the defence stands below the attack."""
FEW: Final = 8
"""Attacks that are shown before somebody asks for all."""
UNANSWERED: Final = tr("No defence")
ID, WIDE = 40, 124
"""Pixels of the ids, and of the chips at the end."""


class AttackLine(PressedRow):
    """One attack with its defence; a click leads to the turn that made it."""

    def __init__(self, row: AttackRow) -> None:
        super().__init__(row.id, ruled=True)
        self.row = row
        self.setAccessibleName(tr("{line} Go to the turn").format(line=row.line))
        self.setToolTip(row.label.meaning)
        id = QLabel(row.id)
        id.setFont(font(SMALL, mono=True))
        id.setProperty("look", "muted")
        self._title = _words(without_marks(row.title), "")
        self._kind = _words(", ".join(filter(None, (row.category, row.severity))) or row.by, "caption")
        self._defence = _words(without_marks(row.defence) or UNANSWERED, "muted" if row.defence else "")
        chip = ToneChip(row.label.marked, row.label.tone)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(INSET, 8, INSET, 9)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnMinimumWidth(0, ID - 12)
        self._grid.setColumnMinimumWidth(3, WIDE - 12)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(id, 0, 0, top)
        self._grid.addWidget(self._title, 0, 1, top)
        self._grid.addWidget(self._kind, 1, 1, top)
        self._grid.addWidget(chip, 0, 3, 2, 1, top | Qt.AlignmentFlag.AlignRight)
        self._grid.setRowStretch(3, 1)
        self._place()

    def _place(self) -> None:
        wide = self._wide = self.width() >= NARROW
        self._grid.removeWidget(self._defence)
        if wide:
            self._grid.addWidget(self._defence, 0, 2, 2, 1, Qt.AlignmentFlag.AlignTop)
        else:
            self._grid.addWidget(self._defence, 2, 1, 1, 3, Qt.AlignmentFlag.AlignTop)
        self._grid.setColumnStretch(1, 10)
        self._grid.setColumnStretch(2, 9 if wide else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wide != (event.size().width() >= NARROW):
            self._place()


def _words(text: str, look: str) -> QLabel:
    made = caption(text, look)
    if not look:
        made.setProperty("look", "strong" if text != UNANSWERED else "")
    return made


class AttacksCard(RowsCard):
    def __init__(self) -> None:
        super().__init__(tr("Attacks and defences"), tr("Attacks appear here once somebody has made one."))
        self.lines: list[AttackLine] = []
        self._attacks: tuple[AttackRow, ...] = ()
        self.closed = caption()
        self.closed.setWordWrap(False)
        self.corner.addWidget(self.closed)
        self.corner.addSpacing(INSET)
        self._head = _Head()
        self.body.insertWidget(1, self._head)
        self.changed()

    def show_attacks(self, attacks: tuple[AttackRow, ...]) -> None:
        if attacks != self._attacks:
            self._attacks = attacks
            self.changed()

    def changed(self) -> None:
        attacks = self._attacks
        self.closed.setText(closed_of(attacks))
        self.empty.setHidden(bool(attacks))
        self._head.setVisible(bool(attacks))
        self.lines = [AttackLine(each) for each in (attacks if self.all else attacks[:FEW])]
        for line in self.lines:
            line.clicked.connect(lambda _checked=False, path=line.row.path: self.opened.emit(path))
        self.fill(
            self.lines,
            tr("Show all {number_of_attacks} attacks").format(number_of_attacks=len(attacks))
            if len(self.lines) < len(attacks)
            else "",
        )


class _Head(QWidget):
    """What stands above the two columns; where the defence stands below its attack, it needs no name."""

    def __init__(self) -> None:
        super().__init__()
        row = QGridLayout(self)
        row.setContentsMargins(INSET, 2, INSET, 0)
        row.setHorizontalSpacing(12)
        row.setColumnMinimumWidth(0, ID - 12)
        row.setColumnMinimumWidth(3, WIDE - 12)
        for end in (0, 3):  # a column without anything in it would have no gap beside it
            row.addWidget(QWidget(), 0, end)
        self.names = [QLabel(tr("Attack")), QLabel(tr("Defence"))]
        for place, (label, stretch) in enumerate(zip(self.names, (10, 9), strict=True), 1):
            label.setFont(font(SMALL, QFont.Weight.DemiBold))
            label.setProperty("look", "section")
            row.addWidget(label, 0, place)
            row.setColumnStretch(place, stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.names[1].setVisible(self.width() >= NARROW)
