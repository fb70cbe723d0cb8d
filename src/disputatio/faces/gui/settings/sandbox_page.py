"""What isolates code of participants, and whether this computer can do so as it is chosen."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from disputatio.app.application import Application
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.reasons import reason
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage

NEEDED: Final = frozenset(
    each.key for each in (declarations.SANDBOX_USE, declarations.SANDBOX_BOX, declarations.SANDBOX_IMAGE)
)
"""What decides whether anything can be run."""
BUBBLEWRAP: Final = declarations.SANDBOX_BOX.default
CARDS: Final = (
    (
        tr("How programs are run"),
        [each for each in declarations.SETTINGS if each.group == declarations.SANDBOX and not each.internal],
    ),
)


class SandboxPage(SettingsPage):
    """Nothing is tried before code may be run at all."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr(declarations.SANDBOX), CARDS, saver, bridge)
        self._app, self._bridge = app, bridge
        self._step = 0
        self.fault, self.state = caption(look="caution"), caption(look="muted")
        self.usual = TextButton(tr("Use Bubblewrap"))
        self.usual.clicked.connect(
            lambda: bridge.start(saver.save(declarations.SANDBOX_BOX, BUBBLEWRAP), self._refused)
        )
        for place, widget in enumerate((self.fault, self.usual, self.state)):
            widget.hide()
            self.body.insertWidget(1 + place, widget)
        self.body.setAlignment(self.usual, Qt.AlignmentFlag.AlignLeft)
        self.finish()
        saver.saved.connect(lambda key: self.enter() if key in NEEDED and self.isVisible() else None)

    def enter(self) -> None:
        self._bridge.start(self._look())

    def _refused(self, error: DisputatioError) -> None:
        self.fault.setText(reason(error.user_message))

    async def _look(self) -> None:
        """Say what comes of running code as it is chosen now; a newer look says it instead of this one."""
        self._step += 1
        step, fault, state = self._step, "", ""
        if self._app.settings.get(declarations.SANDBOX_USE):
            try:
                _, languages = await self._app.sandbox.described()
                state = tr("Can be run here: {languages}.").format(languages=", ".join(languages)) if languages else ""
                fault = "" if languages else tr("Nothing in there runs any language that participants write.")
            except DisputatioError as error:
                fault = reason(error.user_message)
        if step == self._step:
            otherwise = self._app.settings.get(declarations.SANDBOX_BOX) != BUBBLEWRAP
            self.usual.setVisible(bool(fault) and otherwise)
            for label, words in ((self.fault, fault), (self.state, state)):
                label.setText(words)
                label.setVisible(bool(words))
