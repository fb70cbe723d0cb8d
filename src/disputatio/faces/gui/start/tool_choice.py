"""Whether participants use tools, and which of those that there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QMenu

from disputatio.debate.tools import CODE, DOCUMENTS, FORM, MEMORY, OPTION, REPOSITORY, SERVER, WEB
from disputatio.debate.values import OptionValue
from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.buttons import TextButton

if TYPE_CHECKING:
    from disputatio.app.application import StartPlan

LABEL: Final = tr("Look things up")
MEANING: Final = tr(
    "The models may use the tools available for this context. They get up to 8 look-ups a turn, and you see each "
    "one. Look-ups use tokens. Likely secrets are still held back."
)
UNKNOWN: Final = tr("The tools are listed once the context has been read.")
GROUPS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (tr("The repository"), REPOSITORY),
    (tr("Documents, notes and files"), (DOCUMENTS,)),
    (tr("What earlier debates settled"), (MEMORY,)),
    (tr("The web"), WEB),
)
FORMED: Final = tr("May answer with a form")
RUNS: Final = tr("Programs, run in isolation")


def in_words(tools: Sequence[str]) -> tuple[str, ...]:
    """Return what tools look into or run; those of a server by their names."""
    groups = (*GROUPS, (RUNS, CODE), (FORMED, (FORM,)))
    known = {name for _, names in groups for name in names}
    named = (title for title, names in groups if not set(names).isdisjoint(tools))
    return (*named, *(name for name in tools if name not in known))


class LookUps(QCheckBox):
    """Grey, with the reason in its words, where there is nothing to look up or nobody who could. `which` opens the
    list of the tools."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(LABEL)
        self._decided: bool | None = None
        self._changed: dict[str, bool] = {}
        self._groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
        self.which = TextButton(tr("Tools…"))
        self.which.setAccessibleName(tr("Tools that the models may use"))
        self.menu = QMenu(self.which)
        self.which.setMenu(self.menu)
        self.which.hide()
        self.clicked.connect(self._decide)
        self.setEnabled(False)

    def fill(self, prepared: StartPlan) -> None:
        """Show what would be started. A choice of the person stays while another context is tried."""
        found, wanted = prepared.looking_up, prepared.opening.options.get(OPTION)
        on = bool(wanted) if self._decided is None else self._decided
        self.setVisible(isinstance(wanted, (bool, list)))
        self.setEnabled(found.possible)
        self.setChecked(on and found.possible)
        self.setText(LABEL if found.possible else f"{LABEL} ({tr(found.short)})")
        told = " ".join(part for part in (tr(found.why), MEANING) if part)
        self.setToolTip(told)
        self.setAccessibleDescription(told)
        self._list(found.tools)
        self.which.setVisible(found.possible and self.isChecked())

    def wait(self) -> None:
        """Another context was chosen: grey until that one was read, and for good where it cannot be."""
        self.setEnabled(False)
        self.setChecked(False)
        self.which.hide()
        self.setText(LABEL)
        self.setToolTip(UNKNOWN)
        self.setAccessibleDescription(UNKNOWN)

    def chosen_options(self) -> dict[str, OptionValue]:
        """Return what was chosen as options of a debate; nothing where the settings decide."""
        if self._decided is False or not self._changed:
            return {} if self._decided is None else {OPTION: self._decided}
        return {OPTION: [name for title, names in self._groups if self._on(title) for name in names]}

    def _list(self, tools: tuple[str, ...]) -> None:
        servers = tuple(
            (tr("Tool server {name}").format(name=name.removeprefix(SERVER)), (name,))
            for name in tools
            if name.startswith(SERVER)
        )
        known = tuple(group for group in GROUPS if group[1][0] in tools)
        groups = (*known, *servers, (FORMED, (FORM,)))
        if groups == self._groups:
            return
        self._groups = groups
        self.menu.clear()
        for title, _ in groups:
            entry = QAction(title, self.menu, checkable=True, checked=self._on(title))
            entry.triggered.connect(lambda on, title=title: self._choose(title, on))
            self.menu.addAction(entry)

    def _on(self, title: str) -> bool:
        return self._changed.get(title, title != FORMED)

    def _choose(self, title: str, on: bool) -> None:
        self._changed[title] = on
        self.changed.emit()

    def _decide(self, on: bool) -> None:
        self._decided = on
        self.changed.emit()
