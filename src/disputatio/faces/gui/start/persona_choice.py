"""Whom a seat plays: nobody, one of the person's own personas, or one of the examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from disputatio.debate.values import value
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.inputs import DropDown

NOBODY: Final = "No persona"
WIDE: Final = 190
"""Pixels at most: names may be long, and the rest of the row has to fit."""
NARROW: Final = 132
"""Pixels at least: in a small window, names are cut here first."""


@value
class PersonaOffer:
    """A persona that a seat can be given."""

    id: str
    name: str
    about: str = ""
    example: bool = False


class PersonaChoice(DropDown):
    chosen = Signal(str)
    """The id of a persona that the person chose, "" for none."""

    def __init__(self, seat: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: tuple[PersonaOffer, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(WIDE)
        self.setMinimumContentsLength(14)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(QSize(15, 15))
        self.show_seat(seat)
        self.offer(())
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row) or ""))

    def show_seat(self, seat: str) -> None:
        """Name the seat for those who hear the window."""
        self.setAccessibleName(f"Persona of {seat}" if seat else "Persona")

    def offer(self, personas: Sequence[PersonaOffer]) -> None:
        """Offer what there is now; what was chosen stays chosen where it is still there."""
        if self.count() and tuple(personas) == self._offered:
            return
        before = self.currentData() or ""
        self._offered = tuple(personas)
        model = QStandardItemModel(self)
        model.appendRow(_item(NOBODY, "", "The seat has only its role"))
        for title, example in (("Yours", False), ("Examples", True)):
            some = [each for each in personas if each.example == example]
            if some:
                model.appendRow(_heading(title))
            for each in some:
                model.appendRow(_item(each.name, each.id, each.about))
        self.setModel(model)
        self.show_choice(before)

    def show_choice(self, id: str) -> None:
        """Show the one with that id, or with that name; nothing is emitted."""
        found = next((each.id for each in self._offered if id and id in (each.id, each.name)), "")
        self.setCurrentIndex(max(0, self.findData(found)))
        about = next((each.about for each in self._offered if each.id == found), "")
        self.setToolTip(about if found else "Whom this seat plays")
        self._draw()

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW, super().minimumSizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll, so that nothing is chosen by accident."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        """An icon tells the seats that play somebody from the others at a glance."""
        sign = icons.icon("user", theme.current().muted, 15)
        for row in range(self.count()):
            self.setItemIcon(row, sign if self.itemData(row) else QIcon())
            if self.itemData(row) is None:
                self.setItemData(row, QColor(theme.current().muted), Qt.ItemDataRole.ForegroundRole)


def _item(text: str, id: str, about: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(id, Qt.ItemDataRole.UserRole)
    item.setToolTip(about)
    return item


def _heading(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(font(CAPTION, QFont.Weight.DemiBold))
    return item
