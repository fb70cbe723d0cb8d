"""What turned out to be right: which answers of a debate that is over, or none, or nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QSizePolicy, QWidget

from disputatio.debate.log.commands import Mark
from disputatio.debate.views.track_records import Markable
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.labels import caption

WIDE: Final = 560
LOW, HIGH = 120, 320
"""Pixels of the answers, at the least and at the most."""


class Answers(layouts.SteadyArea):
    """As high as what is in it, up to a limit; lower where the screen is."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setWidget(inside)
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, min(HIGH, self._inside.heightForWidth(WIDE - layouts.BAR)))

    def minimumSizeHint(self) -> QSize:
        return QSize(WIDE, LOW)


class MarkDialog(QDialog):
    """Await it with `bridge.answer`; then read `order`. What is ticked is right, and the rest is not."""

    def __init__(self, answers: Sequence[Markable], none: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = tr("What turned out to be right?")
        self.setWindowTitle(title)
        head = QLabel(title)
        head.setProperty("look", "title")
        about = caption(
            tr(
                "How sure each model was of what is right, or wrong, becomes its track record. In later debates a vote "
                "of a model with a better record counts for more."
            )
        )
        self.boxes = {str(one.number): QCheckBox((one.who or one.text).replace("&", "&&")) for one in answers}
        for one in answers:
            self.boxes[str(one.number)].setChecked(one.right is True)
            self.boxes[str(one.number)].setAccessibleDescription(one.whole)
        self.none = QCheckBox(tr("None of these is right"))
        self.none.setChecked(none)
        self.none.toggled.connect(self._fit)
        self.why = LineField()
        self.why.setPlaceholderText(tr("How you know (may be left empty)"))
        self.why.setAccessibleName(tr("How you know what turned out to be right"))
        self.save, cancel = TextButton(tr("Mark"), kind="primary"), TextButton(tr("Cancel"))
        self.unknown = TextButton(tr("Take it back"))
        self.unknown.setVisible(none or any(one.right is not None for one in answers))
        self.order: Mark | None = None
        cancel.setDefault(True)
        self.save.clicked.connect(lambda: self._give(("none",) if self.none.isChecked() else self._ticked()))
        self.unknown.clicked.connect(lambda: self._give(("unknown",)))
        cancel.clicked.connect(self.reject)
        for box in self.boxes.values():
            box.toggled.connect(self._fit)
        foot = layouts.row(self.unknown, None, self.save, cancel)
        layouts.column(
            *(head, about, (self._list(answers), 1), self.none, self.why, None, foot),
            of=self,
            margins=(22, 20, 22, 16),
            spacing=10,
        )
        self._fit()

    def _list(self, answers: Sequence[Markable]) -> QWidget:
        """Return the answers, all of each; many are scrolled to."""
        inside = QWidget()
        column = layouts.column(of=inside, margins=layouts.FLUSH, spacing=10)
        for one in answers:
            whole = caption(one.whole if one.who else "")
            whole.setContentsMargins(*layouts.margins_from_the_side(26, 0, 0, 0))
            whole.setVisible(bool(one.who))
            column.addLayout(layouts.column(self.boxes[str(one.number)], whole, spacing=2))
        return Answers(inside)

    def _ticked(self) -> tuple[str, ...]:
        return tuple(number for number, box in self.boxes.items() if box.isChecked())

    def _fit(self) -> None:
        for box in self.boxes.values():
            box.setEnabled(not self.none.isChecked())
        self.save.setEnabled(self.none.isChecked() or bool(self._ticked()))

    def _give(self, right: tuple[str, ...]) -> None:
        self.order = Mark(right=right, why=self.why.text().strip())
        self.accept()
