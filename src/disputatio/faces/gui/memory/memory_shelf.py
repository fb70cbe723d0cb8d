"""What stands beside an insight on the page of the memory: search and list on the left, how embedding stands below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QProgressBar, QWidget

from disputatio.debate.wording import figure, tr
from disputatio.faces.gui.debate.inspector import text_label
from disputatio.faces.gui.kit import icons, layouts, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import DropDown, LineField
from disputatio.faces.gui.kit.lists import RowItem
from disputatio.faces.gui.kit.wrapped_rows import RowsView
from disputatio.faces.gui.memory.insights import Context, MemoryState
from disputatio.library.memory import Insight

PAUSE: Final = 250
"""Milliseconds after the last key before the memory is searched."""


def _everything(insight: Insight) -> bool:
    return True


def _established(insight: Insight) -> bool:
    return insight.established


def _disputed(insight: Insight) -> bool:
    return insight.status == "disputed"


def _unconfirmed(insight: Insight) -> bool:
    return insight.status == "unconfirmed"


def _lesson(insight: Insight) -> bool:
    return insight.kind == "lesson"


COUNTS: Final = {
    tr("Everything"): _everything,
    tr("Established facts"): _established,
    tr("Lessons"): _lesson,
    tr("To be confirmed"): _unconfirmed,
    tr("Disputed"): _disputed,
}
"""What insights can count as, and which do."""


class MemoryShelf(QWidget):
    """Search, what an insight is about, what it counts as, and the list."""

    asked = Signal()
    """Words, context or state are others."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("shelf")
        self.field, self.about, self.counts = LineField(), DropDown(), DropDown()
        self.field.setPlaceholderText(tr("Search by words and meaning…"))
        self.field.setAccessibleName(tr("Search the memory"))
        self.field.setClearButtonEnabled(True)
        lens = icons.icon("search", theme.current().outline, 16)
        self.field.addAction(lens, QLineEdit.ActionPosition.LeadingPosition).setText(tr("Search"))
        self.about.setAccessibleName(tr("Filter by context"))
        self.counts.setAccessibleName(tr("Filter by status"))
        self.about.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._contexts: dict[Context, str] = {}
        self.about.addItem(tr("All contexts"))
        self.counts.addItems(list(COUNTS))
        self.note = text_label("", "caption")
        self.list = RowsView(tr("Insights"))
        self.empty = EmptyState("", compact=True)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.asked)
        self.field.textChanged.connect(lambda _text: self._pause.start())
        self.field.returnPressed.connect(self._now)
        for box in (self.about, self.counts):
            box.currentIndexChanged.connect(lambda _place: self.asked.emit())
        self._lay_out()

    def _lay_out(self) -> None:
        layouts.column(
            text_label(tr("Memory"), "title"),
            self.field,
            self.about,
            self.counts,
            self.note,
            self.empty,
            (self.list, 1),
            None,
            of=self,
            margins=(16, 18, 12, 12),
            spacing=8,
        )

    def widen(self) -> None:
        """Ask for nothing in particular, without telling."""
        for each in (self.field, self.about, self.counts):
            each.blockSignals(True)
        self.field.clear()
        self.about.setCurrentIndex(0)
        self.counts.setCurrentIndex(0)
        for each in (self.field, self.about, self.counts):
            each.blockSignals(False)
        self._pause.stop()

    def _now(self) -> None:
        self._pause.stop()
        self.asked.emit()

    @property
    def context(self) -> Context | None:
        """Return what the list is narrowed to; None for all contexts."""
        place = self.about.currentIndex()
        return list(self._contexts)[place - 1] if place > 0 else None

    def counts_as_chosen(self, insight: Insight) -> bool:
        return COUNTS[self.counts.currentText()](insight)

    def offer(self, contexts: Mapping[Context, str]) -> None:
        """Offer what the list can be narrowed to, by name."""
        if contexts == self._contexts:
            return
        chosen = self.context
        self._contexts = dict(contexts)
        self.about.blockSignals(True)
        self.about.clear()
        self.about.addItem(tr("All contexts"))
        self.about.addItems(list(contexts.values()))
        self.about.setCurrentIndex([None, *contexts].index(chosen) if chosen in contexts else 0)
        self.about.blockSignals(False)

    def show_rows(self, rows: Sequence[RowItem], note: str, nothing: tuple[str, str]) -> None:
        """Show rows. `note`: how it was searched; `nothing`: what is said where there are no rows."""
        self.note.setText(note)
        self.note.setVisible(bool(note))
        self.empty.set_text(*nothing)
        self.empty.setVisible(not rows)
        self.list.setVisible(bool(rows))
        self.list.show_rows(rows)


class EmbeddingBar(QFrame):
    """How memories are found, and how far embedding has come."""

    embed_wanted = Signal()
    stop_wanted = Signal()
    calibration_wanted = Signal()
    drop_wanted = Signal()
    """Vectors that are no longer in use are to be deleted."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("notice", True)
        self._words, self._detail = text_label("", "strong"), text_label("", "caption")
        self._least = text_label("", "caption")
        self._trouble = text_label("", "caution")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Embedding"))
        self.embed = TextButton(tr("Embed waiting texts"), icon="play")
        self.stop = TextButton(tr("Stop embedding"), icon="stop")
        self.calibrate = TextButton(tr("Calibrate the similarity"), icon="scale")
        self.calibrate.setToolTip(
            tr(
                "Embed sample sentences that ship with Disputatio, and use them to set how similar a memory must be "
                "to be recalled."
            )
        )
        self.drop = TextButton(tr("Forget unused vectors"), icon="trash")
        self.embed.clicked.connect(self.embed_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self.calibrate.clicked.connect(self.calibration_wanted)
        self.drop.clicked.connect(self.drop_wanted)
        column = layouts.column(
            self._words,
            self._detail,
            self._least,
            self.bar,
            self._trouble,
            of=self,
            margins=(14, 10, 14, 10),
            spacing=5,
        )
        row = layouts.row(self.embed, self.stop, self.calibrate, self.drop, None)
        column.addLayout(row)
        self.show_state(MemoryState(words=tr("Reading how memories are found …")))

    def show_state(self, state: MemoryState) -> None:
        running = state.share is not None
        self._words.setText(state.words)
        self._detail.setText(state.detail)
        self._detail.setVisible(bool(state.detail))
        self._least.setText(state.least)
        self._least.setVisible(bool(state.least))
        self._trouble.setText(state.trouble)
        self._trouble.setVisible(bool(state.trouble))
        self.bar.setVisible(running)
        self.bar.setValue(round(100 * (state.share or 0.0)))
        self.embed.setVisible(state.ready and bool(state.waiting) and not running)
        self.stop.setVisible(running)
        self.calibrate.setVisible(state.ready and not running)
        self.drop.setVisible(bool(state.unused) and not running)
        self.drop.setToolTip(
            tr("{unused} vectors of models that are no longer in use.").format(unused=figure(state.unused))
        )
