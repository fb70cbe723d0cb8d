"""The switch among the views of a debate: which of them its pane shows."""

from __future__ import annotations

from math import ceil
from typing import Final, Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
)

from disputatio.debate.wording import tr
from disputatio.faces.gui.debate.debate_actions import (
    CHARTS,
    CODE,
    COLUMNS,
    ICONS,
    PHASES,
    RECORD,
    RESULT,
    TRANSCRIPT,
)
from disputatio.faces.gui.kit.buttons import ICON, TextButton
from disputatio.faces.gui.window_actions import ShowView, ViewName, shortcut

Form = Literal["both", "words", "signs"]
FORMS: Final[tuple[Form, ...]] = ("both", "words")
"""Words and signs, or words alone, where there is room for them; there always is for signs."""
VIEWS: Final = (
    (RESULT, tr("Result")),
    (PHASES, tr("Phases")),
    (TRANSCRIPT, tr("Transcript")),
    (COLUMNS, tr("Columns")),
    (CHARTS, tr("Charts")),
    (CODE, tr("Code")),
    (RECORD, tr("Record")),
)
"""The views of a debate, in the order of their buttons."""


class ViewSwitch(QFrame):
    """Which of its views the pane shows."""

    chosen = Signal(object)
    """The view that is wanted (ShowView)."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("switch")
        self.setAccessibleName(tr("View"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 3, 3, 3)
        row.setSpacing(2)
        self.buttons: dict[ViewName, TextButton] = {}
        self._signs: dict[ViewName, str] = {}
        self._form: Form = "both"
        for action, name in VIEWS:
            button = TextButton(name, icon=ICONS[action.id])
            button.setAccessibleName(name)
            button.setCheckable(True)
            button.setAutoExclusive(True)
            button.setToolTip(f"{action.title} ({shortcut(action)})")
            button.clicked.connect(lambda _checked=False, does=action.does: self.chosen.emit(does))
            assert isinstance(action.does, ShowView)
            self.buttons[action.does.view] = button
            self._signs[action.does.view] = ICONS[action.id]
            row.addWidget(button)

    def show_view(self, view: ViewName) -> None:
        self.buttons[view].setChecked(True)

    def needed(self) -> dict[Form, int]:
        """Return the pixels that it takes in each of its forms."""
        found, words, signs = 6, 0, 0  # its margins
        for button in self.buttons.values():
            if not button.isHidden():
                bold = button.font()
                bold.setWeight(QFont.Weight.DemiBold)
                found += 2 + button.sizeHint().width()
                words += ceil(QFontMetricsF(bold).horizontalAdvance(button.accessibleName()))
                signs += ICON + 4  # Qt leaves 4 between both
        found -= words * (self._form != "signs") + signs * (self._form != "words")
        return {"both": found + words + signs, "words": found + words, "signs": found + signs}

    def show_form(self, form: Form) -> None:
        """Show signs alone where there is no room for words: a screen reader and the tips say them all the same."""
        self._form = form
        for view, button in self.buttons.items():
            button.setText("" if form == "signs" else button.accessibleName())
            button.set_icon("" if form == "words" else self._signs[view])
