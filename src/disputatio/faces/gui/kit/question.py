"""A question before something that cannot be taken back by a click, or before something leaves the computer. Enter
never says yes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Final, TypeVar

from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QWidget

from disputatio.app.privacy.consent_needed import ConsentNeeded
from disputatio.app.privacy.sendings import Asked
from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import answer
from disputatio.faces.gui.kit import layouts
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import caption

if TYPE_CHECKING:
    from disputatio.app.erasures import Erasure


class Confirm(QDialog):
    """Await it with `bridge.answer`. `kind` is that of the button that says yes: "danger" where something is lost.
    `choice` can be ticked along with it, and is not unless the person does."""

    def __init__(
        self,
        title: str,
        words: str,
        go: str,
        stay: str,
        parent: QWidget | None = None,
        *,
        kind: str = "danger",
        choice: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(460)
        head = QLabel(title)
        head.setProperty("look", "title")
        head.setWordWrap(True)
        self.stay, self.go = TextButton(stay), TextButton(go, kind=kind)
        self.stay.setDefault(True)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        row = layouts.row(None, self.go, self.stay)
        column = layouts.column(head, caption(words, "muted"), of=self, margins=(22, 20, 22, 16), spacing=12)
        self.choice = QCheckBox(choice)
        self.choice.setVisible(bool(choice))
        column.addWidget(self.choice)
        column.addStretch()
        column.addLayout(row)
        self.stay.setFocus()

    @classmethod
    def of(cls, erasure: Erasure, stay: str, parent: QWidget | None = None) -> Confirm:
        """Return the question to ask before something is erased for good."""
        go = tr("{verb} for good").format(verb=erasure.verb)
        return cls(erasure.question, "\n".join(erasure.means), go, stay, parent, choice=erasure.choice)

    @property
    def chosen(self) -> bool:
        """Whether what could be chosen was."""
        return self.choice.isChecked()


# ---- asking for consent in a dialog -----------------------------------------------------------------------------
T = TypeVar("T")
CONSENT_QUESTION: Final = tr("Do you agree to this?")


async def with_consent(
    parent: QWidget | None,
    work: Callable[[Collection[Asked]], Awaitable[T]],
    *,
    go: str = tr("Agree"),
    stay: str = tr("Not now"),
) -> T | None:
    """Do `work`, which is given what the person has agreed to so far; where it needs more they are asked, and it is
    repeated. None where they say no."""
    agreed: tuple[Asked, ...] = ()
    while True:
        try:
            return await work(agreed)
        except ConsentNeeded as needed:
            words = "\n".join(each.sentence for each in needed.asked)
            if not await answer(Confirm(CONSENT_QUESTION, words, go, stay, parent, kind="primary")):
                return None
            agreed += needed.asked
