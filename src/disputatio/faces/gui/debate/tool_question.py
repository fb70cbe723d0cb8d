"""A participant wants to call a tool of a server that the person wants to be asked about: once, in this debate, always,
or not. Enter never allows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QVBoxLayout, QWidget

from disputatio.debate.wording import tr
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.plain_text import PlainEdit

if TYPE_CHECKING:
    from disputatio.app.application import Application
    from disputatio.app.tools.permissions import Answer, ToolQuestion

CHOICES: Final[tuple[tuple[Answer, str], ...]] = (
    ("once", tr("Allow this call")),
    ("debate", tr("Allow in this debate")),
    ("always", tr("Always allow")),
    ("no", tr("Do not allow")),
)


class ToolQuestionDialog(QDialog):
    """Await it with `bridge.answer`; then read `chosen`."""

    def __init__(self, question: ToolQuestion, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen: Answer = "no"
        self.setWindowTitle(tr("A participant wants to use a tool"))
        self.setMinimumWidth(520)
        head = QLabel(
            tr("May {who} call {tool} of {server}?").format(
                who=question.who, tool=question.tool, server=question.server
            )
        )
        head.setProperty("look", "title")
        head.setWordWrap(True)
        where = caption(
            tr("In the debate “{title}”. The text below goes to {place}, which acts on its own.").format(
                title=title, place=question.place
            )
        )
        self.arguments = PlainEdit(question.arguments)
        self.arguments.setReadOnly(True)
        self.arguments.setAccessibleName(tr("What would be passed to the tool"))
        self.arguments.setMaximumHeight(180)
        self.buttons: dict[str, TextButton] = {}
        row = QGridLayout()
        for place, (value, words) in enumerate(CHOICES):
            button = self.buttons[value] = TextButton(words)
            button.clicked.connect(lambda _=False, value=value: self._choose(value))
            row.addWidget(button, place // 2, place % 2)
        self.buttons["no"].setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(12)
        column.addWidget(head)
        column.addWidget(where)
        column.addWidget(self.arguments)
        column.addLayout(row)
        self.buttons["no"].setFocus()

    def _choose(self, value: Answer) -> None:
        self.chosen = value
        self.accept()


class ToolQuestions(QObject):
    """Shows the questions of the application over a window, one after another as they come."""

    def __init__(self, bridge: Bridge, window: QWidget) -> None:
        super().__init__(window)
        self._bridge, self._window = bridge, window
        self._app: Application | None = None
        self.open: list[ToolQuestionDialog] = []

    def adopt(self, app: Application) -> None:
        self._app = app
        app.tools.permissions.listen(self._show)

    def _show(self, question: ToolQuestion) -> None:
        self._bridge.start(self._ask(question))

    async def _ask(self, question: ToolQuestion) -> None:
        assert self._app is not None
        entry = await self._app.catalogue.get(question.debate)
        dialog = ToolQuestionDialog(question, entry.title or entry.topic, self._window)
        self.open.append(dialog)
        try:
            await answer(dialog)
            chosen = dialog.chosen
        finally:
            self.open.remove(dialog)
        self._app.tools.permissions.answer(question, chosen)
