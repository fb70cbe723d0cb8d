"""Where the data is, and what keeps it: backup, restore, checks. And what may leave the computer."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.app import data, debate_files, restoration
from disputatio.app.application import Application
from disputatio.app.data import GOES, stays
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import ask_file, ask_place
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.library.library_errands import EXPORTS
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage, rule
from disputatio.storage import backup as archives

# ---- asking before everything is deleted ------------------------------------------------------------------------
WORD: Final = "delete everything"


class EraseDialog(QDialog):
    """Await it with `bridge.answer`."""

    def __init__(self, place: str, goes: Sequence[str], stays: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Delete everything?")
        self.setMinimumWidth(560)
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 20, 22, 16)
        column.setSpacing(10)
        head = QLabel("Delete everything?")
        head.setProperty("look", "title")
        column.addWidget(head)
        column.addWidget(
            caption(f"Everything that Disputatio keeps in {place} is deleted for good. You cannot undo this.", "error")
        )
        for title, lines in (("Deleted", goes), ("Kept", stays)):
            section = QLabel(title)
            section.setProperty("look", "section")
            column.addWidget(section)
            column.addWidget(caption("\n".join(f"•  {line}" for line in lines), "muted"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(WORD)
        self.field.setAccessibleName(f"Type “{WORD}” to confirm")
        self.field.textChanged.connect(self._typed)
        asked = QLabel(f"Type “{WORD}” to confirm:")
        asked.setBuddy(self.field)
        column.addSpacing(4)
        column.addWidget(asked)
        column.addWidget(self.field)
        self.stay = TextButton("Keep everything")
        self.go = TextButton("Delete everything", icon="trash", kind="danger")
        self.stay.setDefault(True)
        self.go.setAutoDefault(False)
        self.go.setEnabled(False)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.go)
        row.addWidget(self.stay)
        column.addSpacing(4)
        column.addLayout(row)
        self.field.setFocus()

    def _typed(self, text: str) -> None:
        self.go.setEnabled(" ".join(text.casefold().split()) == WORD)


PRIVATE = tuple(each for each in declarations.SETTINGS if each.group == declarations.PRIVACY and not each.internal)
CARDS = (("What leaves this computer", PRIVATE),)
ZIP = "Backups of Disputatio (*.zip)"
RESTORING = (
    "Debates that run are stopped where they are. Everything in the library is replaced by what the backup holds; "
    "what is there now is kept beside it as another backup. Keys and settings stay. Then Disputatio starts again."
)


class DataPage(SettingsPage):
    restored = Signal(str)
    """A backup took the place of the data and the application is closed: start it again."""
    erasing = Signal()
    """The person wants everything deleted, and has typed so."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__("Privacy and data", CARDS, saver, bridge)
        self._app, self._bridge = app, bridge
        self.place = caption(look="muted")
        self.results: dict[str, QLabel] = {}
        self.buttons: dict[str, TextButton] = {}
        self.body.addWidget(self._make_place())
        self.body.addWidget(self._make_keeping())
        self.body.addWidget(self._make_erasing())
        self.finish()

    def _make_place(self) -> TitledCard:
        card = TitledCard("Where the data is")
        open_ = TextButton("Open folder", icon="folder")
        open_.setAutoDefault(False)
        open_.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._app.paths.data))))
        line = QHBoxLayout()
        line.addWidget(self.place, 1)
        line.addWidget(open_)
        card.body.addLayout(line)
        return card

    def _make_keeping(self) -> TitledCard:
        card = TitledCard("Keeping it")
        tasks: tuple[tuple[str, str, str, str, Callable[[], object]], ...] = (
            (
                "backup",
                "Back up…",
                "export",
                "Saves everything but keys in one file. Debates may go on.",
                self._choose_backup,
            ),
            (
                "merge",
                "Restore…",
                "import",
                "Adds what a backup holds and is not here. Nothing that is here is changed; what differs is named.",
                self._choose_merge,
            ),
            (
                "restore",
                "Replace…",
                "retry",
                "Puts a backup in place of everything. What is here now is kept beside it as another backup.",
                self._choose_restore,
            ),
            ("import", "Import…", "import", "Imports one debate from its JSON export.", self._choose_import),
            (
                "check",
                "Check",
                "check",
                "Checks whether the database is intact.",
                lambda: self._run("check", "Checking…", self._check()),
            ),
            (
                "rebuild",
                "Rebuild",
                "retry",
                "Rebuilds the tables of all debates from their logs, which never change.",
                lambda: self._run("rebuild", "Rebuilding…", self._rebuild()),
            ),
        )
        for place, (name, label, icon, help, work) in enumerate(tasks):
            if place:
                card.body.addWidget(rule())
            card.body.addLayout(self._line(name, label, icon, help, work))
        return card

    def _make_erasing(self) -> TitledCard:
        card = TitledCard("Leaving")
        help = "Debates, library, memory, keys, consents, settings and logs are deleted for good. You are asked first."
        card.body.addLayout(self._line("erase", "Delete everything…", "trash", help, self._ask_to_erase, kind="danger"))
        return card

    def _line(
        self, name: str, label: str, icon: str, help: str, work: Callable[[], object], kind: str = ""
    ) -> QVBoxLayout:
        button = self.buttons[name] = TextButton(label, icon=icon, kind=kind)
        button.setAutoDefault(False)
        button.setAccessibleDescription(help)
        button.setMinimumWidth(118)
        button.clicked.connect(work)
        line = QHBoxLayout()
        line.addWidget(caption(help, "muted"), 1)
        line.addWidget(button)
        result = caption()
        result.hide()
        self.results[name] = result
        column = QVBoxLayout()
        column.addLayout(line)
        column.addWidget(result)
        return column

    def say(self, name: str, said: str, *, bad: bool = False) -> None:
        """Say what became of one of the tasks, in its own line."""
        result = self.results[name]
        result.setProperty("look", "error" if bad else "caption")
        result.style().unpolish(result)
        result.style().polish(result)
        result.setText(said)
        result.setVisible(bool(said))

    def enter(self) -> None:
        self._bridge.start(self.refresh())

    async def refresh(self) -> None:
        path = self._app.paths.database
        taken = await asyncio.to_thread(size, path)
        self.place.setText(f"{path}\n{phrases.size(taken)}")

    def _run(self, name: str, waiting: str, work: Coroutine[object, object, str]) -> None:
        self.say(name, waiting)
        self.buttons[name].setEnabled(False)
        self._bridge.start(self._report(name, work))

    async def _report(self, name: str, work: Coroutine[object, object, str]) -> None:
        try:
            said, bad = await work, False
        except DisputatioError as error:
            said, bad = error.user_message, True
        finally:
            self.buttons[name].setEnabled(True)
        self.say(name, said, bad=bad)

    # ---- check and rebuild -----------------------------------------------------------------------------------------
    async def _check(self) -> str:
        found = await self._app.database.integrity_check()
        if not found:
            return "The database is intact."
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        return f"Something is damaged: {'; '.join(found[:3])}{more}. Replace it with a backup."

    async def _rebuild(self) -> str:
        done = await data.rebuild(self._app.database)
        debates, events = phrases.count(len(done), "debate"), phrases.count(sum(done.values()), "event")
        return f"{debates} rebuilt from {events}."

    # ---- delete everything -----------------------------------------------------------------------------------------
    def _ask_to_erase(self) -> None:
        self._bridge.start(self._erase())

    async def _erase(self) -> None:
        paths = self._app.paths
        if await answer(EraseDialog(str(paths.data), GOES, stays(paths), self.window())):
            self.erasing.emit()

    # ---- backup ----------------------------------------------------------------------------------------------------
    def _choose_backup(self) -> None:
        day = datetime.fromtimestamp(self._app.clock.now(), UTC).astimezone().strftime("%Y-%m-%d")
        name, folder = f"disputatio-{day}.zip", self._app.paths.backups
        ask_place(self, "Back up Disputatio", name, self.back_up, kinds=ZIP, folder=folder, replaces=False)

    def back_up(self, archive: Path) -> None:
        self._run("backup", "Writing the backup…", self._back_up(archive))

    async def _back_up(self, archive: Path) -> str:
        manifest = await data.backup(self._app.database, archive, self._app.clock)
        return (
            f"Saved in {archive}: {phrases.count(manifest.debates, 'debate')}, {phrases.size(manifest.size)} unpacked."
        )

    # ---- import ----------------------------------------------------------------------------------------------------
    def _choose_import(self) -> None:
        ask_file(self, "Import a debate", self.take_in, kinds=EXPORTS)

    def take_in(self, path: Path) -> None:
        self._run("import", "Reading the debate…", self._take_in(path))

    async def _take_in(self, path: Path) -> str:
        done = await debate_files.take_in_file(self._app, path)
        return f"{done.sentence} It is in the list on the left: {(await self._app.catalogue.get(done.id)).title}"

    # ---- restore ---------------------------------------------------------------------------------------------------
    def _choose_merge(self) -> None:
        ask_file(self, "Restore from a backup", self.merge, kinds=ZIP, folder=self._app.paths.backups)

    def merge(self, archive: Path) -> None:
        """Add what a backup holds to what is here."""
        self._run("merge", "Reading the backup…", self._merge(archive))

    async def _merge(self, archive: Path) -> str:
        done = await restoration.merge(self._app, archive)
        return "\n".join(done.sentences)

    def _choose_restore(self) -> None:
        ask_file(self, "Replace everything with a backup", self.restore, kinds=ZIP, folder=self._app.paths.backups)

    def restore(self, archive: Path) -> None:
        """Ask, then put the backup in place of what is there."""
        self._run("restore", "Reading the backup…", self._restore(archive))

    async def _restore(self, archive: Path) -> str:
        debates = await asyncio.to_thread(examine, archive, self._app.paths.data)
        if not await answer(self._question(archive, debates)):
            return "Nothing was changed."
        await self._app.close()
        said = f"{archive.name} could not be restored. What was there before is still there."
        try:
            done = await asyncio.to_thread(data.restore, archive, self._app.environment)
            before = f" What was there before is in {done.previous}." if done.previous else ""
            said = f"Restored {archive.name}.{before}"
        finally:
            self.restored.emit(said)
        return said

    def _question(self, archive: Path, debates: int) -> Confirm:
        title = f"Replace the library with {archive.name} ({phrases.count(debates, 'debate')})?"
        return Confirm(title, RESTORING, "Replace and start again", "Keep what is there", self.window())


def examine(archive: Path, folder: Path) -> int:
    """Whether a backup could be restored, tried beside the data; returns its debates. Raises Refused."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=".examine-") as spare:
        return archives.restore(archive, Path(spare) / archives.DATABASE, 0.0).manifest.debates


def size(database: Path) -> int:
    """Return the bytes that the database takes."""
    parts = (database, database.with_name(database.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())
