"""The page of personas: what a person does there is stored afterwards, and can be taken back."""

import os
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow
from tests.faces.conftest import question, until

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.paths import file_name
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.personas.persona_page import PersonasPage
from disputatio.faces.gui.start.persona_choice import NOBODY, PersonaChoice, PersonaOffer
from disputatio.library.persona import Persona

GUIDE = "# Guide\n\nStale caches served old prices.\n\n# Keys\n\npassword = 'correct-horse-battery-42'\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with a text, a PDF and a persona of which the last two are none."""
    (tmp_path / "guide.md").write_text(GUIDE)
    (tmp_path / "bad.pdf").write_bytes(b"rubbish")
    (tmp_path / "bad.toml").write_text("voice = 3")
    return tmp_path


class Opened:
    """A page in a window, over an application of its own."""

    def __init__(self, app: Application) -> None:
        self.app, self.bridge = app, Bridge()
        self.errors: list[str] = []
        self.bridge.explained.connect(lambda error: self.errors.append(error.user_message))
        self.bridge.crashed.connect(lambda fault: self.errors.append("".join(traceback.format_exception(fault))))
        self.window = QMainWindow()
        self.page = PersonasPage(app, self.bridge)
        self.window.setCentralWidget(self.page)
        self.window.resize(1000, 700)
        self.window.show()
        self.page.go("", "")

    @property
    def names(self) -> list[str]:
        return [row.title for row in self.page.shelf.list.rows()]

    @property
    def sheet(self) -> dict[str, str]:
        return {name: field.text for name, field in self.page.sheet.fields.items()}

    def type(self, name: str, text: str) -> None:
        edit = self.page.sheet.fields[name].edit
        edit.setPlainText(text) if hasattr(edit, "setPlainText") else edit.setText(text)

    async def stored(self) -> Persona:
        """What was typed, once it is stored."""
        saving = self.page.sheet.flush()
        assert saving is not None
        await saving
        assert self.page.sheet.persona is not None
        return await self.app.personas.get(self.page.sheet.persona.id)

    async def show(self, persona: Persona) -> None:
        self.page.go("persona", persona.id)
        await until(lambda: self.page.sheet.persona is not None and self.page.sheet.persona.id == persona.id)


@asynccontextmanager
async def opened() -> AsyncIterator[Opened]:
    async with application(os.environ) as app:
        shown = Opened(app)
        await until(lambda: shown.names != [])
        yield shown
        await shown.page.finish()
        await shown.bridge.close()
        shown.window.close()
        shown.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert shown.errors == []


async def test_the_examples_wait_with_a_word_on_what_this_is_for(loop, home) -> None:
    async with opened() as shown:
        assert len(shown.names) >= 6
        assert shown.page.stack.currentWidget() is shown.page.nobody
        await shown.show(await shown.app.personas.by_name("newcomer"))
        sheet = shown.page.sheet
        assert sheet.notice.isVisible()
        assert all(field.edit.isReadOnly() for field in sheet.fields.values())
        assert not sheet.delete.isVisible()
        assert not shown.page.corpus.isVisible()


async def test_somebody_new_is_stored_as_they_are_typed(loop, home) -> None:
    async with opened() as shown:
        QTest.keyClick(shown.page.shelf.list, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert shown.page.stack.currentWidget() is shown.page.paper
        shown.type("holds", "Numbers decide.")
        assert shown.page.sheet.flush() is None
        assert "give it a name" in shown.page.sheet.state.text()
        shown.type("name", "Ada")
        ada = await shown.stored()
        assert (ada.name, ada.holds) == ("Ada", "Numbers decide.")
        await until(lambda: shown.names[0] == "Ada")
        assert shown.page.shelf.list.key() == ada.id
        assert shown.page.corpus.isVisible()
        shown.type("voice", "Slow.")
        assert (await shown.stored()).voice == "Slow."
        assert len(await shown.app.library.all(Persona)) == 1, "stored once"


async def test_what_is_too_long_stays_on_the_sheet_and_is_said(loop, home) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada", voice="Slow."))
        await shown.show(ada)
        shown.type("voice", "x" * 261)
        assert shown.page.sheet.fields["voice"].room.text() == "261 of 260"
        shown.page.sheet.flush()
        await until(lambda: "“Voice” has 261 characters" in shown.page.sheet.state.text())
        assert (await shown.app.personas.get(ada.id)).voice == "Slow."
        shown.type("voice", "x" * 260)
        assert len((await shown.stored()).voice) == 260


async def test_an_example_is_made_ones_own_and_a_copy_finds_a_name(loop, home) -> None:
    async with opened() as shown:
        await shown.show(await shown.app.personas.by_name("newcomer"))
        shown.page.sheet.adopt.click()
        await until(lambda: shown.page.sheet.persona and not shown.page.sheet.notice.isVisible())
        assert not shown.page.sheet.fields["holds"].edit.isReadOnly()
        shown.page.sheet.duplicate.click()
        await until(lambda: shown.sheet["name"] == "Newcomer to the code (2)")
        own = [each.name for each in await shown.app.library.all(Persona)]
        assert sorted(own) == ["Newcomer to the code", "Newcomer to the code (2)"]


async def test_deleting_can_be_undone(loop, home, buttons) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada"))
        await shown.show(ada)
        await until(lambda: shown.page.shelf.list.key() == ada.id)
        QTest.keyClick(shown.page.shelf.list, Qt.Key.Key_Delete)
        await until(lambda: "Ada" not in shown.names)
        assert shown.page.stack.currentWidget() is shown.page.nobody
        buttons(shown.page.toast)["Undo"].click()
        await until(lambda: "Ada" in shown.names and shown.sheet["name"] == "Ada")


async def test_every_word_narrows_the_list(loop, home) -> None:
    async with opened() as shown:
        shown.page.shelf.field.setText("intervals")
        await until(lambda: shown.names == ["Empiricist statistician"])
        shown.page.shelf.field.setText("nobodyatall")
        await until(lambda: shown.names == [])
        assert shown.page.shelf.nobody.isVisible()
        shown.page.shelf.field.clear()
        await until(lambda: len(shown.names) >= 6)


async def test_files_are_read_and_what_is_left_out_is_shown(loop, home, files: Path) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada"))
        await shown.show(ada)
        corpus = shown.page.corpus
        assert corpus.empty.isVisible()
        assert not corpus.question.isVisible()
        drop(shown.page, files / "guide.md", files / "bad.pdf")
        await until(lambda: corpus.files.rows())
        assert "bad.pdf cannot be read as a PDF" in corpus.fault.text()
        (row,) = corpus.files.rows()
        assert (row.title, row.chip) == ("guide.md", "held back")
        assert "choose it to see what" in corpus.left_out.text()
        corpus.files.setCurrentRow(0)
        assert "Held back as likely secrets" in corpus.left_out.text()
        assert not corpus.busy.isVisible()
        await until(lambda: shown.page.shelf.list.rows()[0].chip == "1 source")


async def test_a_question_shows_what_would_be_quoted(loop, home, files: Path) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada"))
        await shown.app.personas.corpora.add(ada, files / "guide.md")
        await shown.show(ada)
        corpus = shown.page.corpus
        await until(lambda: corpus.files.rows())
        corpus.question.setText("What about stale prices?")
        corpus.try_it.click()
        await until(lambda: corpus.found.rows())
        assert [row.title for row in corpus.found.rows()] == ["guide.md, Guide"]
        assert "by words only" in corpus.note.text()
        corpus.question.setText("Zebras?")
        corpus.try_it.click()
        await until(lambda: not corpus.found.rows())
        assert corpus.note.text().startswith("Nothing they have read is relevant to this.")
        corpus.question.clear()
        assert not corpus.note.isVisible()


async def test_removing_a_file_is_asked_about(loop, home, files: Path) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada"))
        await shown.app.personas.corpora.add(ada, files / "guide.md")
        await shown.show(ada)
        await until(lambda: shown.page.corpus.files.rows())
        for answer in ("stay", "go"):
            shown.page.corpus.files.setCurrentRow(0)
            shown.page.corpus.remove.click()
            await until(lambda: question(shown.page) is not None)
            getattr(question(shown.page), answer).click()
            await until(lambda: question(shown.page) is None)
        await until(lambda: not shown.page.corpus.files.rows())
        assert await shown.app.personas.corpora.of(ada) == []


async def test_files_dropped_on_nobody_or_on_an_example_are_not_lost_in_silence(loop, home, files: Path) -> None:
    async with opened() as shown:
        drop(shown.page, files / "guide.md")
        assert "Choose one of yours first" in shown.page.fault.text()
        await shown.show(await shown.app.personas.by_name("newcomer"))
        assert not shown.page.fault.isVisible()
        drop(shown.page, files / "guide.md")
        await until(lambda: "Make it yours first" in shown.page.fault.text())
        assert shown.page.fault.isVisible(), "the card of files is hidden for an example"


async def test_personas_go_out_and_come_in_by_file(loop, home, files: Path, read) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada / 2", holds="Numbers decide."))
        await shown.app.personas.corpora.add(ada, files / "guide.md")
        await shown.show(ada)
        shown.page.sheet.export.click()
        chooser = await dialog()
        assert [Path(name).name for name in chooser.selectedFiles()] == ["ada-2.toml"]
        chooser.filesSelected.emit([str(files / "ada.toml")])
        chooser.reject()
        await until(lambda: "Written: ada.toml" in read(shown.page.toast))
        await shown.app.personas.delete(ada)
        drop(shown.page, files / "ada.toml")
        await until(lambda: shown.page.sheet.persona and shown.page.sheet.persona.id not in ("", ada.id))
        assert shown.sheet["holds"] == "Numbers decide."
        await until(lambda: "had read guide.md" in shown.page.fault.text())
        drop(shown.page, files / "bad.toml")
        await until(lambda: "voice is not text" in shown.page.fault.text())
        shown.page.sheet.export.click()
        chooser = await dialog()
        chooser.filesSelected.emit([str(files / "no" / "such.toml")])
        chooser.reject()
        await until(lambda: "cannot be written" in shown.page.fault.text())


async def dialog() -> QFileDialog:
    def found() -> QFileDialog | None:
        return next((w for w in QApplication.topLevelWidgets() if isinstance(w, QFileDialog) and w.isVisible()), None)

    await until(found)
    shown = found()
    assert shown is not None
    return shown


def drop(page: PersonasPage, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    event = QDropEvent(QPointF(400, 300), Qt.DropAction.CopyAction, data, left, none)
    page.findChild(FileDrop).eventFilter(page, event)


@pytest.mark.parametrize(
    ("name", "file"), [("Ada L.", "ada-l"), ("../../etc/passwd", "etc-passwd"), ("Ünï", "ünï"), ("…", "persona")]
)
def test_names_become_names_of_files(name: str, file: str) -> None:
    assert file_name(name, "persona") == file


def test_a_long_title_is_cut_between_words() -> None:
    name = file_name("Should we " + "really " * 40, "x")
    assert len(name) <= 100
    assert name.startswith("should-we-really")
    assert name.endswith("really")
    assert len(file_name("語" * 300, "x").encode()) <= 100


async def test_what_was_typed_last_is_stored_when_the_window_closes(loop, home) -> None:
    async with opened() as shown:
        ada = await shown.app.personas.save(Persona(name="Ada"))
        await shown.show(ada)
        shown.type("holds", "To the end.")
        await shown.page.finish()
        assert (await shown.app.personas.get(ada.id)).holds == "To the end."
        await shown.app.personas.save(replace(ada, name="Somebody else's change"))


# ---- whom a seat plays -----------------------------------------------------------------------------------------------
PEOPLE = (
    PersonaOffer(id="a1", name="Ada", about="Counts."),
    PersonaOffer(id="example/n", name="Newcomer", example=True),
)


def test_a_seat_is_offered_ones_own_personas_and_the_examples(qtbot) -> None:
    choice = PersonaChoice()
    qtbot.addWidget(choice)
    choice.show_seat("Analyst")
    choice.offer(PEOPLE)
    assert [choice.itemText(row) for row in range(choice.count())] == [NOBODY, "Yours", "Ada", "Examples", "Newcomer"]
    assert choice.accessibleName() == "Persona of Analyst"
    heard: list[str] = []
    choice.chosen.connect(heard.append)
    choice.show_choice("Newcomer")
    assert (choice.currentData(), heard) == ("example/n", []), "by name too, and nothing is said"
    choice.offer((PEOPLE[1],))
    assert choice.currentData() == "example/n"
    choice.offer((PEOPLE[0],))
    assert choice.currentText() == NOBODY, "who is gone plays nobody"
    choice.activated.emit(2)
    choice.activated.emit(0)
    assert heard == ["a1", ""]


def test_the_wheel_chooses_nobody_by_accident(qtbot) -> None:
    choice = PersonaChoice()
    qtbot.addWidget(choice)
    choice.offer(PEOPLE)
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(choice, turn)
    assert choice.currentText() == NOBODY
    assert not turn.isAccepted()
