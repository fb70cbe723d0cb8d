"""The sheet of a persona. What is typed is saved by itself, and at once when the person goes elsewhere; an example is
read, and copied to be changed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from disputatio.app.application import Application
from disputatio.app.personas.files import is_example
from disputatio.debate.personas import Character
from disputatio.debate.wording import figure, plural, tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.layouts import FLUSH, column, row
from disputatio.faces.gui.kit.plain_text import PlainEdit
from disputatio.faces.gui.library.parts import SavingSheet, label
from disputatio.library.persona import LIMITS, TITLES, Persona
from disputatio.prompting import personas

HINTS: Final = {
    "name": tr("What they are called in the debate"),
    "about": tr("Who they are, in a sentence"),
    "holds": tr("Their convictions on what matters here, as concrete as you can"),
    "cares_for": tr("What comes first when they cannot have everything"),
    "would_change": tr("Which evidence or reason would move them, and which would not"),
    "voice": tr("How they speak: length, tone, questions they keep asking"),
}
LINES: Final = {"holds": 5, "cares_for": 4, "would_change": 4, "voice": 2}
"""Lines of the fields that have several, while little stands in them; the others have one."""
MOST_LINES: Final = 14


class GrowingText(PlainEdit):
    """As high as its text, within bounds. Tab leaves it."""

    def __init__(self, lines: int) -> None:
        super().__init__()
        self._least = lines
        self.setTabChangesFocus(True)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Make the field as high as its text: the layout of a plain text counts its height in lines."""
        lines = min(MOST_LINES, max(self._least, math.ceil(self.document().size().height())))
        margins = self.contentsMargins()
        frame = margins.top() + margins.bottom() + 2 * round(self.document().documentMargin()) + 2
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + frame)


class ContractField(QWidget):
    """One part of a persona's contract: what it is, what there is room for, the text."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self._limit = name, LIMITS[name]
        self.edit: QLineEdit | QPlainTextEdit
        if name in LINES:
            self.edit = GrowingText(LINES[name])
            self.edit.textChanged.connect(self._typed)
        else:
            self.edit = LineField()
            self.edit.textChanged.connect(lambda _text: self._typed())
        self.edit.setPlaceholderText(HINTS[name])
        self.edit.setAccessibleName(TITLES[name])
        title = label(TITLES[name], "section")
        title.setBuddy(self.edit)
        self.room = QLabel()
        column(row(title, None, self.room), self.edit, of=self, margins=FLUSH, spacing=5)
        self._count()

    @property
    def text(self) -> str:
        raw = self.edit.text() if isinstance(self.edit, QLineEdit) else self.edit.toPlainText()
        return raw.strip() if self.name in LINES else " ".join(raw.split())

    @property
    def fits(self) -> bool:
        return len(self.text) <= self._limit

    def show_text(self, text: str) -> None:
        """Show a text, and say nothing of it."""
        self.edit.blockSignals(True)
        if isinstance(self.edit, QLineEdit):
            self.edit.setText(text)
            self.edit.setCursorPosition(0)
        else:
            self.edit.setPlainText(text)
        self.edit.blockSignals(False)
        self._count()

    def set_writable(self, writable: bool) -> None:
        self.edit.setReadOnly(not writable)
        self.edit.setPlaceholderText(HINTS[self.name] if writable else "")
        self.room.setVisible(writable)

    def _typed(self) -> None:
        self._count()
        self.changed.emit()

    def _count(self) -> None:
        """Say how much room there is once it gets narrow."""
        size = len(self.text)
        self.room.setText(
            tr("{size} of {limit}").format(size=figure(size), limit=figure(self._limit))
            if size > self._limit * 0.7
            else ""
        )
        self.room.setProperty("look", "error" if size > self._limit else "caption")
        self.room.style().unpolish(self.room)
        self.room.style().polish(self.room)


NARROW: Final = 560
"""Pixels below which what they value and what would change their mind stand below one another."""


class PersonaSheet(SavingSheet):
    copy_wanted = Signal(object)
    export_wanted = Signal(object)
    """Who is on the sheet, as typed (Persona)."""
    delete_wanted = Signal(str)
    """The id of who is on the sheet."""

    def __init__(self, app: Application, bridge: Bridge) -> None:
        super().__init__(app, bridge)
        self.fields = {name: ContractField(name) for name in LIMITS}
        self.told = label(look="caption")
        self.duplicate = TextButton(tr("Duplicate"), icon="copy")
        self.export = TextButton(tr("Export…"), icon="export")
        self.delete = TextButton(tr("Delete"), icon="trash", kind="danger")
        self.notice = self._notice()
        for field in self.fields.values():
            field.changed.connect(self._typed)
        self.duplicate.clicked.connect(self._want_copy)
        self.export.clicked.connect(self._want_export)
        self.delete.clicked.connect(self._want_deletion)
        self._lay_out()

    def _notice(self) -> QFrame:
        frame = QFrame()
        frame.setProperty("notice", True)
        text = QLabel(tr("This persona ships with Disputatio. Copy it to change it, or to give it something to read."))
        text.setWordWrap(True)
        self.adopt = TextButton(tr("Make it yours"), icon="copy", kind="primary")
        self.adopt.clicked.connect(self._want_copy)
        row((text, 1), self.adopt, of=frame, margins=(14, 10, 12, 10), spacing=12)
        return frame

    def _lay_out(self) -> None:
        self._middle = QGridLayout()
        self._middle.setHorizontalSpacing(14)
        self._middle.setVerticalSpacing(14)
        head = row(self.state, None, self.duplicate, self.export, self.delete, spacing=8)
        upper = (self.fields[name] for name in ("name", "about", "holds"))
        lower = (self._middle, self.fields["voice"], self.told)
        column(head, self.notice, *upper, *lower, of=self, margins=FLUSH, spacing=14)
        self.set_narrow(False)

    def set_narrow(self, narrow: bool) -> None:
        for place, name in enumerate(("cares_for", "would_change")):
            at = (place, 0) if narrow else (0, place)
            self._middle.addWidget(self.fields[name], *at, Qt.AlignmentFlag.AlignTop)

    @property
    def persona(self) -> Persona | None:
        found: Persona | None = self._item
        return found

    def open(self, persona: Persona) -> None:
        """Show somebody; what was typed before is saved."""
        self.flush()
        self._begin(persona)
        example = is_example(persona)
        for name, field in self.fields.items():
            field.show_text(getattr(persona, name))
            field.set_writable(not example)
        self.notice.setVisible(example)
        self._show_stored()
        if example:
            self._said(tr("Example"))
        self._show_size(persona)

    def _show_stored(self) -> None:
        stored = bool(self.persona and self.persona.id)
        example = bool(self.persona and is_example(self.persona))
        self.duplicate.setVisible(stored and not example)
        self.export.setVisible(stored)
        self.delete.setVisible(stored and not example)

    def _want_copy(self) -> None:
        self.flush()
        if self.persona is not None:
            self.copy_wanted.emit(self.persona)

    def _want_export(self) -> None:
        self.flush()
        if self.persona is not None:
            self.export_wanted.emit(self.persona)

    def _want_deletion(self) -> None:
        if self.persona is not None and self.persona.id:
            self.delete_wanted.emit(self.persona.id)

    # ---- saving ----------------------------------------------------------------------------------------------------
    def _typed(self) -> None:
        if self.persona is not None:
            super()._typed()
            self._show_size(self._on_sheet())

    def _on_sheet(self) -> Persona:
        texts: dict[str, Any] = {name: field.text for name, field in self.fields.items()}
        persona: Persona = replace(self._item, **texts)
        return persona

    def _typed_item(self) -> Persona | None:
        typed = self._on_sheet()
        if not typed.name:
            self._said(tr("Not saved: give it a name."), bad=True)
        return typed if typed.name else None

    async def _store(self, item: Persona) -> Persona:
        return await self._app.personas.save(item)

    def _said(self, text: str, *, bad: bool = False) -> None:
        super()._said(text, bad=bad)
        self.state.setWordWrap(bad)

    def _show_size(self, persona: Persona) -> None:
        told = personas.persona_text(Character(**{name: getattr(persona, name) for name in LIMITS}))
        tokens = plural("{count} token", "{count} tokens", self._app.prices.estimate_tokens(told))
        self.told.setText(
            tr("About {tokens} are sent with every turn, including the rules for playing a persona.").format(
                tokens=tokens
            )
        )
