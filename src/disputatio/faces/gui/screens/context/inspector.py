"""The inspector "Context": what the models of this debate are told, what was left out, and to whom it goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.screens.context.dialog import ContextDialog
from disputatio.faces.gui.screens.context.parts_card import PartRow
from disputatio.faces.gui.screens.context.told import Told, told
from disputatio.faces.gui.screens.debate.inspecting import InspectorView
from disputatio.faces.gui.screens.debate.live import LiveDebate
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard

if TYPE_CHECKING:
    from disputatio.app.application import Application


class ContextInspector(InspectorView):
    def __init__(self, app: Application, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._app, self._bridge = app, bridge
        self._told: Told | None = None
        self.sections, self.left, self.who = (
            TitledCard("Told to every model"),
            TitledCard("Left out or held back"),
            TitledCard("Who gets it"),
        )
        self._line = _label("caption")
        self._rows, self._cuts, self._receivers = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        self._rows.setSpacing(2)
        self.read = TextButton("Read it all…", icon="eye")
        self.read.clicked.connect(lambda: self._open(""))
        self.sections.body.addWidget(self._line)
        self.sections.body.addLayout(self._rows)
        self.sections.body.addWidget(self.read, 0, Qt.AlignmentFlag.AlignLeft)
        self.left.body.addLayout(self._cuts)
        self.who.body.addLayout(self._receivers)
        for card in (self.sections, self.left, self.who):
            self.column.addWidget(card)
        self.column.addStretch()

    def focus(self) -> QWidget:
        return self.read

    def nothing(self, live: LiveDebate) -> tuple[str, str]:
        if live.debate.context.sections:
            return "", ""
        return (
            "No context",
            "The models of this debate get the question and what is said, nothing else. A new debate can take a "
            "project, a repository or files.",
        )

    def show_live(self, live: LiveDebate) -> None:
        debate = live.debate
        found = told(debate.context, debate.seats.values(), debate.services, self._app.providers)
        if found == self._told:
            return
        self._told = found
        self._line.setText(found.line)
        _fill(self._rows, [self._row(place) for place in range(len(found.parts))])
        _fill(self._cuts, [_label("caption", cut) for cut in found.cuts])
        _fill(self._receivers, [_label("caption", each.sentence) for each in found.receivers])
        self.left.setVisible(bool(found.cuts))

    def _row(self, place: int) -> PartRow:
        assert self._told is not None, "rows are of what is shown"
        row = PartRow(self._told.parts[place])
        row.opened.connect(self._open)
        return row

    def _open(self, name: str) -> None:
        if self._told is None:
            return
        dialog = ContextDialog(self._app, self._bridge, self._told, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open_at(name)
        dialog.open()


def _fill(column: QVBoxLayout, widgets: Sequence[QWidget]) -> None:
    while (item := column.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
    for each in widgets:
        column.addWidget(each)


def _label(look: str, text: str = "") -> QLabel:
    label = QLabel(text)
    label.setProperty("look", look)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
