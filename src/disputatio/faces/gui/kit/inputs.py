"""What a person gives a widget: numbers, keys, and files or folders that are chosen or dropped on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QAbstractAnimation, QDir, QEvent, QObject, QRectF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QPainterPath,
    QRegion,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QStyleOptionComboBox,
    QTextEdit,
    QWidget,
)

from disputatio.debate.wording import tr
from disputatio.faces.gui.kit.labels import isolated


# ---- a line of text ---------------------------------------------------------------------------------------------
class LineField(QLineEdit):
    """A field for one line. While an input method composes, Enter and Escape are for the method, not for the field: Qt
    would send what was there before, or close the dialog. Its button that clears it does not fade."""

    _composing = False

    def setClearButtonEnabled(self, enable: bool) -> None:
        super().setClearButtonEnabled(enable)
        self.textChanged.connect(self._end_fading)  # after Qt's own part has heard of it, which begins to fade

    def _end_fading(self) -> None:
        for fading in self.findChildren(QAbstractAnimation):
            fading.setCurrentTime(fading.totalDuration())

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._composing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.accept()
        else:
            super().keyPressEvent(event)


# ---- fields for numbers, indented because Qt would put the number on the border ---------------------------------
INSET: Final = 8
"""Pixels, as in the other fields."""


class NumberBox(QSpinBox):
    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)


class DecimalBox(QDoubleSpinBox):
    def __init__(self) -> None:
        super().__init__()
        self.lineEdit().setTextMargins(INSET, 0, 0, 0)


def put_currency(box: QAbstractSpinBox) -> None:
    """Have dollars stand where the language has them: "$ 5.00", "5,00 $"."""
    before, _, after = tr("${amount}").partition("{amount}")
    box.setProperty("prefix", f"{before} " if before else "")
    box.setProperty("suffix", after)


ROUND: Final = 10
"""Pixels of the corners of a list that drops down."""
WORDS: Final = 40
"""Pixels beside the words of a line in it."""


class DropDown(QComboBox):
    """A choice among a few. Its list has round corners, and no bars above and below."""

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        option.currentText = isolated(option.currentText)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the list with Enter, too, as every other control is used."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.showPopup()
        else:
            super().keyPressEvent(event)

    def showPopup(self) -> None:
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + WORDS)
        super().showPopup()
        around = self.view().window()
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(around.rect()), ROUND, ROUND)
        around.setMask(QRegion(shape.toFillPolygon().toPolygon()))  # translucent corners are black on some desktops


# ---- keys of a part of the window -------------------------------------------------------------------------------
def install_keys(widget: QWidget, keys: Mapping[str, Callable[[], object]]) -> None:
    """Install `keys`: each is the sequence as Qt writes it ("Alt+Down"), with what it does."""
    for sequence, work in keys.items():
        shortcut = QShortcut(QKeySequence(sequence), widget)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(work)


# ---- files and folders: each asks over the window of `over`, and gives `take` what was chosen ----------------------
def ask_file(
    over: QWidget, title: str, take: Callable[[Path], object], *, kinds: str = "", folder: str | Path = ""
) -> None:
    """Ask for a file that is there, of certain `kinds` ("Backups (*.zip)"), beginning in a folder."""
    chooser = _chooser(over, title, kinds, folder)
    chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
    _ask(chooser, lambda paths: take(paths[0]))


def ask_files(over: QWidget, title: str, take: Callable[[list[Path]], object], *, kinds: str = "") -> None:
    """Ask for files that are there."""
    chooser = _chooser(over, title, kinds)
    chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
    _ask(chooser, take)


def ask_folder(over: QWidget, title: str, take: Callable[[Path], object]) -> None:
    """Ask for a folder that is there."""
    chooser = _chooser(over, title)
    chooser.setFileMode(QFileDialog.FileMode.Directory)
    chooser.setOption(QFileDialog.Option.ShowDirsOnly)
    _ask(chooser, lambda paths: take(paths[0]))


def ask_place(
    over: QWidget,
    title: str,
    name: str,
    take: Callable[[Path], object],
    *,
    kinds: str = "",
    folder: str | Path = "",
    replaces: bool = True,
) -> None:
    """Ask where to write a file; `name` is proposed. `replaces`: a file that is there may be replaced, which the dialog
    asks about; otherwise whoever writes refuses."""
    chooser = _chooser(over, title, kinds, folder)
    chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    chooser.setDefaultSuffix(Path(name).suffix.lstrip("."))
    chooser.setOption(QFileDialog.Option.DontConfirmOverwrite, not replaces)
    chooser.selectFile(name)
    _ask(chooser, lambda paths: take(paths[0]))


_visited: Final = [QDir.homePath()]
"""The folder in which somebody chose something last; the program may have been started anywhere."""


def _chooser(over: QWidget, title: str, kinds: str = "", folder: str | Path = "") -> QFileDialog:
    return QFileDialog(over.window(), title, str(folder or _visited[-1]), kinds)


def _ask(chooser: QFileDialog, take: Callable[[list[Path]], object]) -> None:
    def chosen(names: list[str]) -> None:
        _visited[:] = [str(Path(names[0]).parent)]
        take([Path(name) for name in names])

    chooser.filesSelected.connect(chosen)
    chooser.finished.connect(chooser.deleteLater)
    chooser.open()


class FileDrop(QObject):
    """Gives `take` what is dropped on `target` from this computer, on its text fields too: those would write the
    address of the file instead. Anything else is not accepted."""

    def __init__(self, target: QWidget, take: Callable[[Sequence[Path]], object]) -> None:
        super().__init__(target)
        self._target, self._take = target, take
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._target and event.type() in (QEvent.Type.Show, QEvent.Type.DragEnter):
            for field in self._fields():
                field.installEventFilter(self)
        if not isinstance(event, (QDragEnterEvent, QDropEvent)):
            return False
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        paths = [Path(name) for name in names if "\0" not in name]
        if not paths:
            return False
        if watched is not self._target:
            event.ignore()  # it goes on to what is around the field
            return True
        # Files are read and stay: a move, which some file managers propose, would let them delete their own.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._take(paths)
        return True

    def _fields(self) -> Iterator[QWidget]:
        """Return what takes text below the target; text areas do so through their viewports."""
        yield from self._target.findChildren(QLineEdit)
        yield from (area.viewport() for area in self._target.findChildren(QTextEdit))
        yield from (area.viewport() for area in self._target.findChildren(QPlainTextEdit))
