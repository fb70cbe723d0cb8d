"""Where a person types a provider's key. What is kept is never shown again, not even in part."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.faces.gui.screens.settings.provider import ProviderView
from disputatio.faces.gui.widgets.buttons import IconButton, TextButton
from disputatio.faces.gui.widgets.elided_label import caption


class KeyRow(QWidget):
    """A field that hides what is typed, and what can be done with it."""

    save_wanted = Signal(str)
    session_wanted = Signal(str)
    """The person chose to keep the key until the application ends."""
    remove_wanted = Signal()
    typed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(f"Key for {title}")
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._save)
        self.reveal = IconButton("eye", f"Show what is typed as key for {title}", size=16)
        self.reveal.setCheckable(True)
        self.reveal.toggled.connect(self._show_typed)
        self.save = TextButton("Keep key", icon="key", kind="primary")
        self.save.setAccessibleName(f"Keep the key for {title}")
        self.save.clicked.connect(self._save)
        self.remove = TextButton("Remove key", icon="trash", kind="danger")
        self.remove.setAccessibleName(f"Remove the key for {title}")
        self.remove.clicked.connect(self.remove_wanted)
        self.words, self.fault = caption(), caption(look="error")
        self.session = TextButton("Keep it for this session only", icon="clock")
        self.session.clicked.connect(lambda: self.session_wanted.emit(self.text()))
        for button in (self.save, self.remove, self.session):
            button.setAutoDefault(False)
        self._lay_out()
        self._typed()
        self.explain("")

    def _lay_out(self) -> None:
        label = QLabel("Key")
        label.setFixedWidth(72)
        label.setBuddy(self.field)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(label)
        line.addWidget(self.field, 1)
        for widget in (self.reveal, self.save, self.remove):
            line.addWidget(widget)
        below = QVBoxLayout()
        below.setContentsMargins(80, 0, 0, 0)
        below.setSpacing(6)
        below.addWidget(self.words)
        below.addWidget(self.fault)
        choice = QHBoxLayout()
        choice.addWidget(self.session)
        choice.addStretch()
        below.addLayout(choice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(line)
        column.addLayout(below)

    def in_order(self) -> list[QWidget]:
        """What can have the focus, from left to right, then down."""
        return [self.field, self.reveal, self.save, self.remove, self.session]

    def text(self) -> str:
        return self.field.text().strip()

    def show_view(self, view: ProviderView) -> None:
        """How the key stands; what is being typed stays."""
        kept = view.key.source in ("keyring", "session")
        self.field.setPlaceholderText("A key is kept" if view.key else "Paste the key")
        self.words.setText(view.explained)
        self.remove.setVisible(kept)

    def clear(self) -> None:
        """What was typed was taken."""
        self.field.clear()
        self.reveal.setChecked(False)
        self.explain("")

    def explain(self, words: str, *, session: bool = False) -> None:
        """Why a key was not kept; with `session` the person may keep it until the application ends."""
        self.fault.setText(words)
        self.fault.setVisible(bool(words))
        self.session.setVisible(session)

    def _typed(self) -> None:
        there = bool(self.text())
        self.save.setEnabled(there)
        self.save.setToolTip("" if there else "Paste a key first")
        self.reveal.setEnabled(there)
        self.explain("")
        self.typed.emit()

    def _save(self) -> None:
        if self.text():
            self.save_wanted.emit(self.field.text())

    def _show_typed(self, shown: bool) -> None:
        self.field.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
