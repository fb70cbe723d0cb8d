"""The card "On GitHub": what is open there about a repository, or why that is not known."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from disputatio.app.github import KEY, Standing
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.screens.repository import presenting
from disputatio.faces.gui.screens.repository.listed import ListedCard
from disputatio.faces.gui.widgets.buttons import IconButton
from disputatio.repository.github import Slug, Threads

MOST = 12
MISSING: Final[dict[str, tuple[str, str]]] = {
    "no token": (
        "There is no token for GitHub yet",
        "With one that may only read, the five most discussed issues and pull requests stand here, and debates about "
        "this repository are told their titles. Nothing is asked without it.",
    ),
    "off": (
        "GitHub is not asked",
        "That is switched off in the settings, under Debates. Debates have what is on this computer.",
    ),
}
PLACES: Final = {"no token": KEY, "off": "Debates"}
"""Where in the settings that is changed."""


class DiscussionCard(ListedCard):
    opened = Signal(int)
    """The number of an issue or a pull request that is to be read."""
    anew_wanted = Signal()
    settings_wanted = Signal(str)
    """A page of the settings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("On GitHub", "Open issues and pull requests on GitHub", MOST, parent)
        self._standing: Standing = "elsewhere"
        self.again = IconButton("retry", "Ask GitHub again", size=15)
        self.again.clicked.connect(self.anew_wanted)
        self.corner.addWidget(self.again)
        self.settings = self.none.add_button("settings", "Open the settings…", icon="settings")
        self.none.chosen.connect(lambda _name: self.settings_wanted.emit(PLACES[self._standing]))
        self.list.opened.connect(lambda key: self.opened.emit(int(key)))
        self.hide()

    def show_standing(self, standing: Standing, slug: Slug | None) -> None:
        """Elsewhere: there is no card. `ready`: what is open comes next."""
        self._standing, self._plain = standing, f"On GitHub · {slug}" if slug else "On GitHub"
        self.setVisible(standing != "elsewhere")
        self.again.setVisible(standing == "ready")
        self.settings.setVisible(standing in PLACES)
        self.settings.setText("Add a token…" if standing == "no token" else "Open the settings…")
        self.say(*MISSING.get(standing, ("Asking GitHub…", "")))

    def show_threads(self, found: Threads) -> None:
        if found.issues or found.pulls:
            self.show_rows(presenting.thread_rows(found))
        else:
            self.say("Nothing is open", "No open issues and no open pull requests.")

    def refuse(self, error: DisputatioError) -> None:
        """GitHub cannot be asked or did not answer: said, and nothing else depends on it."""
        self.say(error.what, f"{error.remedy} Debates have what is on this computer.".strip())
