"""Where the data is, and what keeps it: backup, restore, checks. And what may leave the computer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from disputatio.app import audit, data, debate_files, restoration
from disputatio.app.application import Application
from disputatio.app.data import GOES, stays
from disputatio.app.diagnosis import told_of_exposed
from disputatio.app.paths import exposed, make_private, said_of_mended
from disputatio.app.settings import declarations
from disputatio.debate.errors import DisputatioError
from disputatio.debate.wording import plural, tr, visible
from disputatio.faces.gui.bridge import Bridge, answer
from disputatio.faces.gui.kit import layouts, phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import LineField, ask_file, ask_place
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.library.library_errands import EXPORTS
from disputatio.faces.gui.settings.settings_page import Saver, SettingsPage, rule

# ---- asking before everything is deleted ------------------------------------------------------------------------
WORD: Final = tr("delete everything")


class EraseDialog(QDialog):
    """Await it with `bridge.answer`."""

    def __init__(self, place: str, goes: Sequence[str], stays: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Delete everything?"))
        self.setMinimumWidth(560)
        column = layouts.column(of=self, margins=(22, 20, 22, 16), spacing=10)
        head = QLabel(tr("Delete everything?"))
        head.setProperty("look", "title")
        column.addWidget(head)
        column.addWidget(
            caption(
                tr("Everything that Disputatio keeps in {place} is deleted for good. You cannot undo this.").format(
                    place=place
                ),
                "error",
            )
        )
        for title, lines in ((tr("Deleted"), goes), (tr("Kept"), stays)):
            section = QLabel(title)
            section.setProperty("look", "section")
            column.addWidget(section)
            column.addWidget(caption("\n".join(f"•  {line}" for line in lines), "muted"))
        self.field = LineField()
        self.field.setPlaceholderText(WORD)
        self.field.setAccessibleName(tr("Type “{word}” to confirm").format(word=WORD))
        self.field.textChanged.connect(self._typed)
        asked = QLabel(tr("Type “{word}” to confirm:").format(word=WORD))
        asked.setBuddy(self.field)
        column.addSpacing(4)
        column.addWidget(asked)
        column.addWidget(self.field)
        self.stay = TextButton(tr("Keep everything"))
        self.go = TextButton(tr("Delete everything"), icon="trash", kind="danger")
        self.stay.setDefault(True)
        self.go.setEnabled(False)
        self.stay.clicked.connect(self.reject)
        self.go.clicked.connect(self.accept)
        row = layouts.row(None, self.go, self.stay)
        column.addSpacing(4)
        column.addLayout(row)
        self.field.setFocus()

    def _typed(self, text: str) -> None:
        self.go.setEnabled(" ".join(text.casefold().split()) == WORD)


PRIVATE = tuple(each for each in declarations.SETTINGS if each.group == declarations.PRIVACY and not each.internal)
LEAVES = (declarations.CONFIRM_SENDING,)
CARDS = (
    (tr("What leaves this computer"), LEAVES),
    (tr("What is written down on it"), tuple(each for each in PRIVATE if each not in LEAVES)),
)
ZIP = tr("Backups of Disputatio (*.zip)")
RESTORING = tr(
    "Running debates stop where they are. The backup replaces everything in the library; what is there now is kept "
    "beside it as another backup. Keys and settings stay. Then Disputatio starts again."
)
WHOSE = tr(
    "A backup from somebody else can contain debates that never happened. So its debates count as imported: your "
    "debates recall nothing from them until you confirm it. Say that it is your own only if you made it yourself."
)
MINE = tr("It is my own, from another computer or data folder")


class DataPage(SettingsPage):
    restored = Signal(str)
    """A backup took the place of the data and the application is closed: start it again."""
    erasing = Signal()
    """The person wants everything deleted, and has typed so."""

    def __init__(self, app: Application, saver: Saver, bridge: Bridge) -> None:
        super().__init__(tr("Privacy and data"), CARDS, saver, bridge)
        self._app, self._bridge = app, bridge
        self.place = caption(look="muted")
        self.results: dict[str, QLabel] = {}
        self.buttons: dict[str, TextButton] = {}
        self.body.addWidget(self._make_place())
        self.body.addWidget(self._make_keeping())
        self.body.addWidget(self._make_erasing())
        self.finish()

    def _make_place(self) -> TitledCard:
        card = TitledCard(tr("Where the data is"))
        open_ = TextButton(tr("Open folder"), icon="folder")
        open_.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._app.paths.data))))
        line = layouts.row((self.place, 1), open_)
        card.body.addLayout(line)
        self._exposed = QWidget()
        help = tr("Stops everybody else on this computer from reading your data.")
        task = self._line(
            "private",
            tr("Make private"),
            "shield",
            help,
            lambda: self._run("private", tr("Changing…"), self._make_private()),
        )
        task.setContentsMargins(0, 0, 0, 0)
        self._exposed.setLayout(task)
        self._exposed.hide()
        card.body.addWidget(self._exposed)
        return card

    def _make_keeping(self) -> TitledCard:
        card = TitledCard(tr("Back up and restore"))
        tasks: tuple[tuple[str, str, str, str, Callable[[], object]], ...] = (
            (
                "backup",
                tr("Back up…"),
                "export",
                tr("Saves everything except keys and settings in one file. Debates can keep running."),
                self._choose_backup,
            ),
            (
                "merge",
                tr("Restore…"),
                "import",
                tr(
                    "Adds whatever a backup contains that is missing here. Nothing that is here changes; differences "
                    "are listed."
                ),
                self._choose_merge,
            ),
            (
                "restore",
                tr("Replace…"),
                "retry",
                tr("Replaces everything with a backup. What is here now is kept beside it as another backup."),
                self._choose_restore,
            ),
            ("import", tr("Import…"), "import", tr("Imports one debate from its JSON export."), self._choose_import),
            (
                "check",
                tr("Check"),
                "check",
                tr("Checks whether the database is intact."),
                lambda: self._run("check", tr("Checking…"), self._check()),
            ),
            (
                "rebuild",
                tr("Rebuild"),
                "retry",
                tr("Rebuilds the tables of all debates from their logs, which never change."),
                lambda: self._run("rebuild", tr("Rebuilding…"), self._rebuild()),
            ),
        )
        for place, (name, label, icon, help, work) in enumerate(tasks):
            if place:
                card.body.addWidget(rule())
            card.body.addLayout(self._line(name, label, icon, help, work))
        return card

    def _make_erasing(self) -> TitledCard:
        card = TitledCard(tr("Delete your data"))
        help = tr(
            "Debates, library, memory, keys, consents, settings and logs are deleted for good. You are asked first."
        )
        card.body.addLayout(
            self._line("erase", tr("Delete everything…"), "trash", help, self._ask_to_erase, kind="danger")
        )
        return card

    def _line(
        self, name: str, label: str, icon: str, help: str, work: Callable[[], object], kind: str = ""
    ) -> QVBoxLayout:
        button = self.buttons[name] = TextButton(label, icon=icon, kind=kind)
        button.setAccessibleDescription(help)
        button.setMinimumWidth(118)
        button.clicked.connect(work)
        line = layouts.row((caption(help, "muted"), 1), button)
        result = caption()
        result.hide()
        self.results[name] = result
        column = layouts.column(line, result)
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
        if wide := await asyncio.to_thread(lambda: told_of_exposed(exposed(self._app.paths))):
            self._exposed.show()
            self.say("private", f"{wide[0].upper()}{wide[1:]}.", bad=True)
        self.place.setText("\n".join((str(path), phrases.size(taken), *self._app.database.notices)))

    def _run(self, name: str, waiting: str, work: Coroutine[object, object, str]) -> None:
        self.say(name, waiting)
        held = self.window().focusWidget() is self.buttons[name]
        self.buttons[name].setEnabled(False)
        self._bridge.start(self._report(name, work, held=held))

    async def _report(self, name: str, work: Coroutine[object, object, str], *, held: bool) -> None:
        """`held`: the button had the keyboard, which Qt gives to the next one: that does something else."""
        try:
            said, bad = await work, False
        except DisputatioError as error:
            said, bad = error.user_message, True
        finally:
            self.buttons[name].setEnabled(True)
            if held and self.window().focusWidget() in self.buttons.values():
                self.buttons[name].setFocus()
        self.say(name, said, bad=bad)

    async def _make_private(self) -> str:
        mended = await asyncio.to_thread(make_private, self._app.paths)
        return said_of_mended(len(mended))

    # ---- check and rebuild -----------------------------------------------------------------------------------------
    async def _check(self) -> str:
        found = await self._app.database.integrity_check()
        if not found:
            return tr("The database is intact.")
        more = tr(" and {number_of_found} more").format(number_of_found=len(found) - 3) if len(found) > 3 else ""
        return tr("Something is damaged: {found}{more}. Replace it with a backup.").format(
            found="; ".join(found[:3]), more=more
        )

    async def _rebuild(self) -> str:
        done = await audit.rebuild(self._app)
        debates, events = (
            plural("{count} debate", "{count} debates", len(done)),
            plural("{count} event", "{count} events", sum(done.values())),
        )
        return tr("{debates} rebuilt from {events}.").format(debates=debates, events=events)

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
        ask_place(self, tr("Back up Disputatio"), name, self.back_up, kinds=ZIP, folder=folder, replaces=False)

    def back_up(self, archive: Path) -> None:
        self._run("backup", tr("Writing the backup…"), self._back_up(archive))

    async def _back_up(self, archive: Path) -> str:
        manifest = await data.backup(self._app.database, self._app.paths, archive, self._app.clock)
        saved = plural(
            "Saved in {archive}: {count} debate, {size} unpacked.",
            "Saved in {archive}: {count} debates, {size} unpacked.",
            manifest.debates,
        ).format(archive=archive, size=phrases.size(manifest.size))
        return "\n".join(filter(None, (saved, data.told_of_damage(manifest))))

    # ---- import ----------------------------------------------------------------------------------------------------
    def _choose_import(self) -> None:
        ask_file(self, tr("Import a debate"), self.take_in, kinds=EXPORTS)

    def take_in(self, path: Path) -> None:
        self._run("import", tr("Reading the debate…"), self._take_in(path))

    async def _take_in(self, path: Path) -> str:
        done = await debate_files.take_in_file(self._app, path)
        return tr("{sentence} It is in the list on the left: {catalogue_title}").format(
            sentence=done.sentence, catalogue_title=(await self._app.catalogue.get(done.id)).title
        )

    # ---- restore ---------------------------------------------------------------------------------------------------
    def _choose_merge(self) -> None:
        ask_file(self, tr("Restore from a backup"), self.merge, kinds=ZIP, folder=self._app.paths.backups)

    def merge(self, archive: Path) -> None:
        """Add what a backup holds to what is here; ask before that whose it is, if it could be somebody else's."""
        self._run("merge", tr("Reading the backup…"), self._merge(archive))

    async def _merge(self, archive: Path) -> str:
        mine = False
        if await restoration.owner_matters(self._app, archive):
            title = tr("{archive} was not made here. Is it yours?").format(archive=visible(archive.name))
            asked = Confirm(title, WHOSE, tr("Add it"), tr("Not now"), self.window(), kind="primary", choice=MINE)
            if not await answer(asked):
                return tr("Nothing was changed.")
            mine = asked.chosen
        done = await restoration.merge(self._app, archive, mine=mine)
        return "\n".join(done.sentences)

    def _choose_restore(self) -> None:
        ask_file(self, tr("Replace everything with a backup"), self.restore, kinds=ZIP, folder=self._app.paths.backups)

    def restore(self, archive: Path) -> None:
        """Ask, then put the backup in place of what is there."""
        self._run("restore", tr("Reading the backup…"), self._restore(archive))

    async def _restore(self, archive: Path) -> str:
        manifest, warnings = await asyncio.to_thread(data.examine, archive, self._app.paths)
        if not await answer(self._question(archive, manifest.debates, warnings)):
            return tr("Nothing was changed.")
        await self._app.close()
        said = tr("{archive} could not be restored. What was there before is still there.").format(
            archive=visible(archive.name)
        )
        try:
            done = await asyncio.to_thread(data.restore, archive, self._app.environment)
            before = (
                tr(" What was there before is in {previous}.").format(previous=done.previous) if done.previous else ""
            )
            said = " ".join(
                (
                    tr("Restored {archive}.{before}").format(archive=visible(archive.name), before=before),
                    *data.told_of_files(done.files),
                )
            )
        finally:
            self.restored.emit(said)
        return said

    def _question(self, archive: Path, debates: int, warnings: Sequence[str]) -> Confirm:
        title = plural(
            "Replace the library with {archive} ({count} debate)?",
            "Replace the library with {archive} ({count} debates)?",
            debates,
        ).format(archive=visible(archive.name))
        said = "\n\n".join((RESTORING, *warnings))
        return Confirm(title, said, tr("Replace and restart"), tr("Keep current data"), self.window())


def size(database: Path) -> int:
    """Return the bytes that the database takes."""
    parts = (database, database.with_name(database.name + "-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())
