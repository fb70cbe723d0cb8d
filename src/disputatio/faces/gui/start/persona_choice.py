"""What a seat can be given besides a model: whom it plays (nobody, one of the person's own personas, an example), and
which role it has (that of the format, one of the person's own, a built-in one)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPaintEvent, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter

from disputatio.debate.values import value
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.fonts import CAPTION, font
from disputatio.faces.gui.kit.inputs import DropDown
from disputatio.faces.gui.kit.labels import tip

NOBODY: Final = tr("No persona")
USUAL: Final = tr("Usual role")
WIDE: Final = 190
"""Pixels at most: names may be long, and the rest of the row has to fit."""
NARROW: Final = 140
"""Pixels at least: in a small window, names are cut here first."""


AROUND: Final = 68
"""Pixels of a choice beside what stands there."""
BESIDE: Final = 4
"""Pixels beside a name."""


@value
class PersonaOffer:
    """A persona or a role that a seat can be given; `example`: it comes with the program."""

    id: str
    name: str
    about: str = ""
    example: bool = False


class PersonaChoice(DropDown):
    chosen = Signal(str)
    """The id that the person chose, "" for none."""
    kind, nothing, sign = tr("Persona"), NOBODY, "user"
    about_nothing, hint = tr("The seat has only its role"), tr("Who this seat plays")
    headings = (tr("Yours"), tr("Examples"))

    def __init__(self) -> None:
        super().__init__()
        self._offered: tuple[PersonaOffer, ...] = ()
        self._look = theme.current()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(WIDE)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(QSize(15, 15))
        self.show_seat("")
        self.offer(())
        self.activated.connect(lambda row: self.chosen.emit(self.itemData(row) or ""))

    def show_seat(self, seat: str) -> None:
        """Name the seat for those who hear the window."""
        self.setAccessibleName(tr("{kind} of {seat}").format(kind=self.kind, seat=seat) if seat else self.kind)

    def offer(self, personas: Sequence[PersonaOffer]) -> None:
        """Offer what there is now; what was chosen stays chosen where it is still there."""
        if self.count() and tuple(personas) == self._offered:
            return
        before = self.currentData() or ""
        self._offered = tuple(personas)
        model = QStandardItemModel(self)
        model.appendRow(_item(self.nothing, "", self.about_nothing))
        for title, example in zip(self.headings, (False, True), strict=True):
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
        self.setToolTip(tip(about) if found else self.hint)
        self._draw()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._narrow(), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self._narrow(), super().sizeHint().height())

    def _narrow(self) -> int:
        """Return the pixels that it has at least: what stands there at first is whole in every language."""
        return min(WIDE, max(NARROW, self.fontMetrics().horizontalAdvance(self.nothing) + AROUND))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A name that is cut says so."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - BESIDE
        room -= option.iconSize.width() + BESIDE if not option.currentIcon.isNull() else 0
        option.currentText = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let the page scroll, so that nothing is chosen by accident."""
        event.ignore()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._look is not theme.current():
            self._draw()

    def _draw(self) -> None:
        """An icon tells the seats that play somebody from the others at a glance."""
        self._look = theme.current()
        sign = icons.icon(self.sign, self._look.muted, 15) if self.sign else QIcon()
        for row in range(self.count()):
            self.setItemIcon(row, sign if self.itemData(row) else QIcon())
            if self.itemData(row) is None:
                self.setItemData(row, QColor(self._look.muted), Qt.ItemDataRole.ForegroundRole)


class RoleChoice(PersonaChoice):
    kind, nothing, sign = tr("Role"), USUAL, ""
    about_nothing, hint = tr("What the format asks of this seat"), tr("What this seat is asked to be")
    headings = (tr("Yours"), tr("Built-in"))


def _item(text: str, id: str, about: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setData(id, Qt.ItemDataRole.UserRole)
    item.setToolTip(tip(about))
    return item


def _heading(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setFont(font(CAPTION, QFont.Weight.DemiBold))
    return item
