"""Choosing a model: search over what the providers offer; a name typed in always works."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.wording import tr
from disputatio.engine.ports import ModelInfo
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.inputs import LineField
from disputatio.faces.gui.kit.lists import HINT, HintedRows
from disputatio.faces.gui.start.model_shelf import NOBODY, ModelShelf

MODEL = Qt.ItemDataRole.UserRole
REHEARSALS = (
    ModelInfo(provider="rehearsal", name="live", title=tr("Rehearsal, at a reading pace: no AI model is asked")),
    ModelInfo(provider="rehearsal", name="quick", title=tr("Rehearsal, at once: no AI model is asked")),
)
CHATS = (ModelInfo(provider="clipboard", name="chat", title=tr("Your own chat: copy the request, paste the reply")),)
MOST = 400
"""Rows that are shown; more are found by typing."""


class ModelPicker(QDialog):
    """`chosen` is the model, "provider:name". `human` offers the seat to the person, `nobody` to leave it empty."""

    picked = Signal(str)

    def __init__(
        self,
        shelf: ModelShelf,
        current: str,
        *,
        human: bool = False,
        nobody: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._shelf, self._current, self._human, self._nobody = shelf, current, human, nobody
        self.chosen = ""
        self.setWindowTitle(tr("Choose a model"))
        self.resize(560, 480)
        self.field = LineField()
        self.field.setPlaceholderText(tr("Search, or type provider:model…"))
        self.field.setAccessibleName(tr("Search models, or type provider:model"))
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._take)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Models"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(HintedRows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self._note = QLabel()
        self._note.setProperty("look", "caption")
        self._note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 12)
        column.setSpacing(8)
        for widget in (self.field, self.list, self._note):
            column.addWidget(widget)
        shelf.changed.connect(self._fill)
        shelf.refresh()
        self._fill()

    def _fill(self) -> None:
        text = self.field.text().strip()
        found = [word.casefold() for word in text.split()]
        self.list.clear()
        if self._human and not text:
            self._add(HUMAN, tr("You: take this seat yourself"), "")
        if self._nobody and not text:
            self._add(NOBODY, tr("Nobody: leave this seat empty, and go on without it"), "")
        if ":" in text and not text.endswith(":") and " " not in text:
            self._add(text, tr("Use “{text}”").format(text=text), "")
        for title, infos in self._sections():
            fitting = [info for info in infos if all(word in f"{info.id} {info.title}".casefold() for word in found)]
            if fitting:
                self._heading(title)
                for info in fitting[: max(0, MOST - self.list.count())]:
                    self._add(info.id, _label(info), _price(info))
        self._select_first()
        self._note.setText(self._said())

    def _sections(self) -> list[tuple[str, list[ModelInfo]]]:
        known = {info.id: info for infos in self._shelf.found.values() for info in infos}
        recent = [known.get(id) or _named(id) for id in self._shelf.recent if ":" in id and id != self._current]
        chosen = [known.get(self._current) or _named(self._current)] if ":" in self._current else []
        others = [(self._shelf.title(name), infos) for name, infos in self._shelf.found.items()]
        return [
            (tr("Chosen now"), chosen),
            (tr("Recently used"), recent),
            *others,
            (tr("Without a key"), list(CHATS)),
            (tr("Without AI"), list(REHEARSALS)),
        ]

    def _said(self) -> str:
        lines = [
            tr("{shelf}: asking for its models…").format(shelf=self._shelf.title(name)) for name in self._shelf.asking
        ]
        lines += [f"{self._shelf.title(name)}: {fault}" for name, fault in self._shelf.faults.items()]
        if not self._shelf.found and not lines:
            lines = [tr("No provider has a key yet. Add one in the settings, or type a name, such as ollama:llama3.2.")]
        return "\n".join(lines)

    def _heading(self, title: str) -> None:
        row = QListWidgetItem(title)
        row.setFlags(Qt.ItemFlag.NoItemFlags)
        self.list.addItem(row)

    def _add(self, model: str, label: str, price: str) -> None:
        row = QListWidgetItem(label)
        row.setData(MODEL, model)
        row.setData(HINT, price)
        row.setData(Qt.ItemDataRole.AccessibleTextRole, f"{label}, {price}" if price else label)
        row.setToolTip(model)
        self.list.addItem(row)

    def _select_first(self) -> None:
        """Select the model that the seat has, else the first one; to sit there oneself, or to leave it, is chosen on
        purpose."""
        rows = [(number, self.list.item(number).data(MODEL)) for number in range(self.list.count())]
        models = [(number, model) for number, model in rows if model]
        models.sort(key=lambda each: (each[1] != self._current, each[1] in (HUMAN, NOBODY)))
        if models:
            self.list.setCurrentRow(models[0][0])

    def _choose(self, row: QListWidgetItem) -> None:
        if model := row.data(MODEL):
            self.chosen = str(model)
            if model != NOBODY:
                self._shelf.note_use(self.chosen)
            self.picked.emit(self.chosen)
            self.accept()

    def _take(self) -> None:
        if (row := self.list.currentItem()) is not None:
            self._choose(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move in the list while one types."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
            if step:
                self._step(step)
            return bool(step)
        return False

    def _step(self, by: int) -> None:
        row = self.list.currentRow() + by
        while 0 <= row < self.list.count():
            if self.list.item(row).data(MODEL):
                self.list.setCurrentRow(row)
                return
            row += by


def _named(id: str) -> ModelInfo:
    provider, _, name = id.partition(":")
    return ModelInfo(provider=provider, name=name)


def _label(info: ModelInfo) -> str:
    told = info.title and info.title != info.name
    named = f"{info.title} ({info.name})" if told else info.name or info.provider
    named = info.title if info in (*CHATS, *REHEARSALS) else named  # a sentence that says all
    return tr("{model}, until {day}").format(model=named, day=info.until) if info.until else named


def _price(info: ModelInfo) -> str:
    """Say the price of a million tokens, in and out."""
    if info.prompt_price is None or info.completion_price is None or info.provider == "rehearsal":
        return ""
    return tr("{prompt_price} / {completion_price} per million tokens").format(
        prompt_price=phrases.money(info.prompt_price), completion_price=phrases.money(info.completion_price)
    )
