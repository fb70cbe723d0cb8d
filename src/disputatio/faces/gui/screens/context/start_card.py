"""Before a debate begins: what its models will be told, what was held back of it, and whether it keeps a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.values import OptionValue
from disputatio.faces.gui.presenters import words
from disputatio.faces.gui.widgets.buttons import TextButton
from disputatio.faces.gui.widgets.cards import TitledCard

if TYPE_CHECKING:
    from disputatio.app.application import Prepared
    from disputatio.secrets.screening import HeldBack

LISTED: Final = 30
"""Likely secrets that are listed one by one."""


class ContextCard(TitledCard):
    """Hidden while there is no context. `chosen` are the options that follow from it."""

    changed = Signal()
    read_wanted = Signal()
    """Show everything that is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Told to the models", parent)
        self._about = ("", "")
        self._held: dict[str, HeldBack] = {}
        self._released: set[str] = set()
        self.line, self.secrets = QLabel(), QLabel()
        self.secrets.setProperty("look", "caution")
        for label in (self.line, self.secrets):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.read = TextButton("See it all…", icon="eye")
        self.read.setToolTip("Section by section, what was cut, and who gets it")
        self.read.clicked.connect(self.read_wanted)
        self.branch = QCheckBox("Keep what it comes to on a branch of its own")
        self.branch.setToolTip(
            "Texts, notes and proposed changes as commits of debate/ID. Work tree, index and HEAD stay as they are."
        )
        self._decided = False
        self.branch.clicked.connect(self._decide)
        self._boxes = QVBoxLayout()
        self._boxes.setSpacing(4)
        row = QHBoxLayout()
        row.addWidget(self.line, 1)
        row.addWidget(self.read, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(row)
        self.body.addWidget(self.secrets)
        self.body.addLayout(self._boxes)
        self.body.addWidget(self.branch)
        self.hide()

    def fill(self, prepared: Prepared) -> None:
        """What would be started as things are."""
        context = prepared.opened.context
        if (context.kind, context.ref) != self._about:
            self._about = (context.kind, context.ref)
            self._held, self._released = {}, set()
            if self._decided:  # about another repository nothing was decided yet
                self._decided = False
                self.changed.emit()
        self.setVisible(bool(context.sections))
        size = words.count(sum(len(section.text) for section in context.sections), "character")
        names = ", ".join(section.title for section in context.sections if section.text)
        missing = " ".join(section.cut for section in context.sections if not section.text)
        self.line.setText(f"{size}: {names}. {missing}".strip())
        self.branch.setVisible(context.kind == "repository")
        if not self._decided:
            self.branch.setChecked(prepared.opened.options.get("branch") is True)
        self._show_held(prepared)

    def _show_held(self, prepared: Prepared) -> None:
        kept = {id: held for id, held in self._held.items() if id in self._released}
        held = {**kept, **{each.id: each for each in prepared.held}}
        left = len(held) - len(self._released & held.keys())
        self.secrets.setText(f"{words.count(left, 'likely secret')} held back. Tick what may leave nevertheless:")
        self.secrets.setVisible(bool(held))
        if held == self._held:
            return
        self._held = held
        while (item := self._boxes.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for each in list(held.values())[:LISTED]:
            self._boxes.addWidget(self._box(each))
        self._boxes.setContentsMargins(0, 0, 0, 8 if held else 0)  # the next box is no secret

    def _box(self, held: HeldBack) -> QCheckBox:
        box = QCheckBox(f"{held.kind}  —  {held.place}")
        box.setChecked(held.id in self._released)
        box.setAccessibleName(f"Release {held.kind} in {held.place}")
        box.toggled.connect(lambda on, id=held.id: self._release(id, on))
        return box

    def _decide(self) -> None:
        """From now on the person's choice counts, not that of the settings."""
        self._decided = True
        self.changed.emit()

    def _release(self, id: str, on: bool) -> None:
        (self._released.add if on else self._released.discard)(id)
        self.changed.emit()

    def chosen(self) -> dict[str, OptionValue]:
        """As options of a debate."""
        found: dict[str, OptionValue] = {}
        if released := sorted(self._released & self._held.keys()):
            found["release"] = released
        if self._decided:
            found["branch"] = self.branch.isChecked() and self.branch.isVisibleTo(self)
        return found
