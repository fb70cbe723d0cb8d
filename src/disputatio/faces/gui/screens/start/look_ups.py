"""Whether participants may read more of the repository than they are given, for this debate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from disputatio.debate.values import OptionValue
from disputatio.debate.views.look_ups import OPTION

if TYPE_CHECKING:
    from disputatio.app.application import Prepared

LABEL: Final = "Look things up"
MEANING: Final = (
    "The models may read and search more of the repository than they are given: up to 8 look-ups a turn, shown as they "
    "happen. They add tokens. Likely secrets are held back from them too."
)

UNKNOWN: Final = "What there is to look up is known as soon as the context could be read."


class LookUps(QCheckBox):
    """Grey, with the reason in its words, where there is nothing to look up or nobody who could."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(LABEL, parent)
        self._decided: bool | None = None
        self.clicked.connect(self._decide)
        self.setEnabled(False)

    def fill(self, prepared: Prepared) -> None:
        """What would be started as things are. A choice of the person stays while another context is tried."""
        found = prepared.looking_up
        wanted = prepared.opened.options.get(OPTION) is True if self._decided is None else self._decided
        self.setVisible(isinstance(prepared.opened.options.get(OPTION), bool))
        self.setEnabled(found.possible)
        self.setChecked(wanted and found.possible)
        self.setText(LABEL if found.possible else f"{LABEL} ({found.short})")
        told = " ".join(part for part in (found.why, MEANING) if part)
        self.setToolTip(told)
        self.setAccessibleDescription(told)

    def wait(self) -> None:
        """Another context was chosen: grey until that one was read, and for good where it cannot be."""
        self.setEnabled(False)
        self.setChecked(False)
        self.setText(LABEL)
        self.setToolTip(UNKNOWN)
        self.setAccessibleDescription(UNKNOWN)

    def chosen(self) -> dict[str, OptionValue]:
        """As options of a debate; nothing where the settings decide."""
        return {} if self._decided is None else {OPTION: self._decided}

    def _decide(self, on: bool) -> None:
        self._decided = on
        self.changed.emit()
