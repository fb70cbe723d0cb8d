"""The library page: what a person does there is in the library afterwards, and can be taken back."""

import asyncio
import os
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from tests.faces.conftest import until

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.debate_files import write
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit.inputs import FileDrop
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.library.contents import Place, row
from disputatio.faces.gui.library.library_errands import Form
from disputatio.faces.gui.library.library_page import LibraryPage
from disputatio.faces.gui.library.subject import New, Press
from disputatio.library.text_file import markdown_of
from disputatio.library.workspace import PURPLE, Assignment, Document, Note, Project, Task, Workspace


class Opened:
    """A page in a window, over an application of its own."""

    def __init__(self, app: Application) -> None:
        self.app, self.bridge = app, Bridge()
        self.errors: list[str] = []
        self.bridge.explained.connect(lambda error: self.errors.append(error.user_message))
        self.bridge.crashed.connect(lambda fault: self.errors.append("".join(traceback.format_exception(fault))))
        self.window = QMainWindow()
        self.page = LibraryPage(app, self.bridge)
        self.window.setCentralWidget(self.page)
        self.window.resize(1000, 700)
        self.window.show()
        self.page.refresh()

    def titles(self, list: QListWidget) -> list[str]:
        return [row.title for row in list.rows()]

    def form(self) -> Form | None:
        return next((each for each in self.page.findChildren(Form) if each.isVisible()), None)

    async def fill(self, **texts: str) -> None:
        """Wait for a form, fill it and save it."""
        await until(self.form)
        form = self.form()
        for name, text in texts.items():
            field = form.fields[name]
            if isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(text))
            elif isinstance(field, QPlainTextEdit):
                field.setPlainText(text)
            else:
                field.setText(text)
        form.save.click()
        await until(lambda: self.form() is None)


@asynccontextmanager
async def opened() -> AsyncIterator[Opened]:
    async with application(os.environ) as app:
        shown = Opened(app)
        try:
            await until(lambda: shown.page.navigator.list.rows())
            yield shown
        finally:
            await shown.bridge.close()
            shown.window.close()
            shown.window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            assert not shown.errors, "".join(shown.errors)


async def eventually(holds: Callable[[], object]) -> None:
    """As `until`, for what has to be asked of the application."""
    for _ in range(3000):
        if await holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come about")


# ---- projects ------------------------------------------------------------------------------------------------------
async def test_a_project_is_made_by_its_form_and_shown(loop, home):
    async with opened() as shown:
        shown.page.navigator.new.click()
        await until(shown.form)
        assert not shown.form().save.isEnabled(), "it needs a name"
        await shown.fill(name="Storage engine", goals="One\n\n Two ", status="paused")
        await until(lambda: shown.page.project.title.text() == "Storage engine")
        (made,) = await shown.app.library.all(Project)
        assert (made.goals, made.status) == (("One", "Two"), "paused")
        await until(lambda: "Storage engine" in shown.titles(shown.page.navigator.list))


async def test_names_with_numbers_stand_as_a_person_counts(loop, home):
    async with opened() as shown:
        numbered = (10, 2, 11, 1)
        projects = [await shown.app.library.create(Project(name=f"Phase {number}")) for number in numbered]
        for number in numbered:
            await shown.app.library.create(Task(title=f"task {number}", project=projects[0].id))
        work = await shown.app.library.create(Assignment(name="Start", project=projects[0].id))
        shown.page.refresh()
        phases = ["Phase 1", "Phase 2", "Phase 10", "Phase 11"]
        await until(lambda: [each for each in shown.titles(shown.page.navigator.list) if "Phase" in each] == phases)
        tasks = ["task 1", "task 2", "task 10", "task 11"]
        shown.page.go("project", projects[0].id)
        await until(lambda: shown.titles(shown.page.project.sections["Tasks"].list) == tasks)
        shown.page.go("assignment", work.id)
        await until(lambda: shown.page.assignment.title.text() == "Start")
        shown.page.carry_out(Press.EDIT)
        await until(shown.form)
        assert [box.text() for box in shown.form().fields["tasks"].boxes.values()] == tasks
        shown.form().reject()


async def test_tasks_and_assignments_are_made_in_their_project_and_linked(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        shown.page.go("project", project.id)
        await until(lambda: shown.page.project.title.text() == "Ledger")
        shown.page.carry_out(New(kind="task"))
        await shown.fill(title="Measure it", priority="urgent")
        tasks = shown.page.project.sections["Tasks"]
        await until(lambda: shown.titles(tasks.list) == ["Measure it"])
        (task,) = await shown.app.library.all(Task)
        assert (task.project, task.priority) == (project.id, "urgent")

        shown.page.carry_out(New(kind="assignment"))
        await until(shown.form)
        shown.form().fields["tasks"].boxes[task.id].setChecked(True)
        await shown.fill(name="Audit trail")
        await until(lambda: shown.titles(shown.page.project.sections["Assignments"].list) == ["Audit trail"])
        (assignment,) = await shown.app.library.all(Assignment)
        assert assignment.tasks == (task.id,)

        assignments = shown.page.project.sections["Assignments"].list
        assignments.opened.emit(assignments.rows()[0].key)
        await until(lambda: shown.page.assignment.title.text() == "Audit trail")
        assert shown.titles(shown.page.assignment.sections["Tasks"].list) == ["Measure it"]
        shown.page.assignment.back.click()
        await until(lambda: shown.page.stage.stack.currentWidget() is shown.page.project)


async def test_a_debate_about_a_project_is_wanted_and_listed(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        about = ContextChoice(kind="project", ref=project.id)
        prepared = await shown.app.prepare(DebateConfig(question="Is it worth it?", context=about), rehearse=True)
        debate = await shown.app.start(prepared)
        asked, wanted = [], []
        shown.page.question_wanted.connect(asked.append)
        shown.page.debate_opened.connect(wanted.append)
        shown.page.go("project", project.id)
        debates = shown.page.project.sections["Debates"]
        await until(lambda: debates.list.rows())
        shown.page.project.debate.click()
        assert asked == [about]
        debates.list.opened.emit(debates.list.rows()[0].key)
        assert wanted == [debate]


async def test_a_rename_that_is_refused_stays_in_the_form(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        places = shown.page.navigator.list
        shown.page.refresh()
        await until(lambda: "Ledger" in shown.titles(places))
        places.select(Place(kind="project", id=project.id).key)
        QTest.keyClick(places, Qt.Key.Key_F2)
        await until(shown.form)
        await shown.app.library.delete(Project, project.id)
        form = shown.form()
        form.fields["name"].setText("Another name")
        form.save.click()
        await until(lambda: not form.fault.isHidden())
        assert form.fields["name"].text() == "Another name"
        assert form.save.isEnabled()
        form.reject()


async def test_a_form_stays_while_it_is_being_stored(loop, home, monkeypatch):
    async with opened() as shown:
        may_come, create = asyncio.Event(), shown.app.library.create

        async def late(item):
            await may_come.wait()
            return await create(item)

        monkeypatch.setattr(shown.app.library, "create", late)
        shown.page.navigator.new.click()
        await until(shown.form)
        form = shown.form()
        form.fields["name"].setText("Ledger")
        form.save.click()
        form.reject()
        assert form.isVisible()
        may_come.set()
        await until(lambda: "Ledger" in shown.titles(shown.page.navigator.list))
        await until(lambda: shown.form() is None)


# ---- deleting ------------------------------------------------------------------------------------------------------
async def test_what_is_deleted_comes_back_with_undo(loop, home, buttons):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        await shown.app.library.create(Task(title="One", project=project.id))
        shown.page.go("project", project.id)
        await until(lambda: shown.page.project.title.text() == "Ledger")
        shown.page.project.delete.click()
        await until(lambda: not shown.page.toast.isHidden())
        assert await shown.app.library.all(Project) == []
        await until(lambda: shown.page.stage.stack.currentWidget() is shown.page.shelves["notes"])
        buttons(shown.page.toast)["Undo"].click()
        await until(lambda: "Ledger" in shown.titles(shown.page.navigator.list))
        assert [task.title for task in await shown.app.library.all(Task)] == ["One"]


async def test_the_bin_restores_and_is_emptied_only_after_a_question(loop, home):
    async with opened() as shown:
        one = await shown.app.library.create(Note(title="One", body=""))
        two = await shown.app.library.create(Note(title="Two", body=""))
        await shown.app.library.delete(Note, one.id)
        await shown.app.library.delete(Note, two.id)
        shown.page.go("bin", "")
        listed = shown.page.shelves["bin"].section.list
        await until(lambda: len(listed.rows()) == 2)
        listed.select(next(row.key for row in listed.rows() if row.title == "One"))
        shown.page.carry_out(Press.RESTORE)
        await until(lambda: shown.titles(listed) == ["Two"])
        assert [note.title for note in await shown.app.library.all(Note)] == ["One"]
        shown.page.carry_out(Press.EMPTY_BIN)
        await until(lambda: shown.page.findChildren(Confirm))
        shown.page.findChildren(Confirm)[0].go.click()
        await until(lambda: not shown.page.shelves["bin"].section.list.rows())
        assert await shown.app.library.bin() == []


async def test_delete_and_f2_work_on_the_selected_row(loop, home):
    async with opened() as shown:
        await shown.app.library.create(Note(title="Old name", body=""))
        shown.page.refresh()
        listed = shown.page.shelves["notes"].section.list
        await until(lambda: listed.rows())
        listed.select(listed.rows()[0].key)
        QTest.keyClick(listed, Qt.Key.Key_F2)
        await shown.fill(title="New name")
        await until(lambda: shown.titles(listed) == ["New name"])
        listed.select(listed.rows()[0].key)
        QTest.keyClick(listed, Qt.Key.Key_Delete)
        await until(lambda: not shown.page.shelves["notes"].section.list.rows())


# ---- writing -------------------------------------------------------------------------------------------------------
async def test_a_note_is_stored_once_with_its_first_letters_and_again_when_left(loop, home):
    async with opened() as shown:
        shown.page.carry_out(New(kind="note"))
        writing = shown.page.writing
        await until(lambda: shown.page.stage.writes)
        assert await shown.app.library.all(Note) == [], "nothing was written yet"
        writing.body.edit.setPlainText("# A finding\nIt holds.")
        writing.flush()
        writing.body.edit.appendPlainText("Still.")
        writing.flush()
        await eventually(lambda: stored(shown.app, body="# A finding\nIt holds.\nStill."))
        (note,) = await shown.app.library.all(Note)
        assert note.title == "A finding", "its first words stand in for a title"
        writing.title.setText("Finding")
        writing.title.textEdited.emit("Finding")
        writing.back.click()
        await eventually(lambda: stored(shown.app, title="Finding"))
        assert len(await shown.app.library.all(Note)) == 1


async def test_what_is_typed_is_saved_by_itself_and_when_the_page_is_hidden(loop, home):
    async with opened() as shown:
        note = await shown.app.library.create(Note(title="Plan", body="one"))
        shown.page.go("note", note.id)
        await until(lambda: shown.page.stage.writes)
        shown.page.writing.body.edit.setPlainText("two")
        await eventually(lambda: stored(shown.app, body="two"))
        shown.page.writing.body.edit.setPlainText("three")
        shown.page.hide()
        await eventually(lambda: stored(shown.app, body="three"))


async def test_closing_waits_for_what_was_typed_last(loop, home):
    async with opened() as shown:
        note = await shown.app.library.create(Note(title="Plan", body="one"))
        shown.page.go("note", note.id)
        await until(lambda: shown.page.stage.writes)
        shown.page.writing.body.edit.setPlainText("the last words")
        await shown.page.finish()
        assert await stored(shown.app, body="the last words")
        await shown.page.finish()


async def stored(app: Application, **wanted: str) -> bool:
    notes = await app.library.all(Note)
    return bool(notes) and all(getattr(notes[0], name) == text for name, text in wanted.items())


async def test_a_note_of_a_debate_leads_back_to_it_and_keeps_what_it_has(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        given = Note(
            title="Kept", body="**Agreed.**", author="Analyst", tags=("ai-debate",), colour=PURPLE, debate="abc"
        )
        note = await shown.app.library.create(given)
        wanted = []
        shown.page.debate_opened.connect(wanted.append)
        shown.page.go("note", note.id)
        await until(lambda: shown.page.stage.writes)
        shown.page.writing.debate.click()
        assert wanted == ["abc"]
        assert "**" not in shown.page.writing.body.preview.body.toPlainText()
        fields = shown.page.writing.fields
        fields.project.setCurrentIndex(fields.project.findData(project.id))
        fields.project.activated.emit(1)
        fields.tags.setText("ai-debate, kept,  kept")
        fields.tags.textEdited.emit("")
        shown.page.writing.flush()
        await eventually(lambda: stored(shown.app, project=project.id))
        (changed,) = await shown.app.library.all(Note)
        assert (changed.tags, changed.colour, changed.debate) == (("ai-debate", "kept"), PURPLE, "abc")
        assert (changed.author, changed.created_at) == ("Analyst", note.created_at)


def test_a_row_keeps_the_headings_and_the_text_of_a_note_apart():
    note = Note(title="Kept", body="## Why\n\nIt is **one file**, of #14.\n\n### Then\n")
    assert row(note, note.updated_at).subtitle.endswith("Why · It is one file, of 14. · Then")
    plain = Note(title="Kept", body="> Agreed.\n")
    assert row(plain, plain.updated_at).subtitle.endswith(" · Agreed.")


async def test_a_document_opens_where_a_note_is_asked_for(loop, home):
    async with opened() as shown:
        document = await shown.app.library.create(Document(title="Requirements", text="Text"))
        shown.page.go("note", document.id)
        await until(lambda: shown.page.writing.place == Place(kind="document", id=document.id))
        assert not shown.page.writing.fields.tags.isVisible(), "tags are of notes"
        assert shown.page.writing.fields.project.isVisible()


async def test_what_is_gone_is_said_on_the_page(loop, home):
    async with opened() as shown:
        shown.page.go("note", "nothing")
        await until(lambda: not shown.page.stage.fault.isHidden())
        assert "nothing" in shown.page.stage.fault.text()


async def test_a_deleted_note_is_not_saved_again(loop, home):
    async with opened() as shown:
        note = await shown.app.library.create(Note(title="Plan", body="one"))
        shown.page.go("note", note.id)
        await until(lambda: shown.page.stage.writes)
        shown.page.writing.body.edit.setPlainText("two")
        shown.page.writing.delete.click()
        await until(lambda: not shown.page.toast.isHidden())
        await until(lambda: not shown.page.stage.writes)
        assert shown.page.writing.flush() is None
        assert await shown.app.library.all(Note) == []


# ---- files, search, workspaces -------------------------------------------------------------------------------------
async def test_files_dropped_on_a_project_become_its_documents(loop, home, tmp_path):
    await asyncio.to_thread((tmp_path / "plan.md").write_text, "# Plan")
    await asyncio.to_thread((tmp_path / "picture.png").write_bytes, b"\x89PNG")
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        shown.page.go("project", project.id)
        await until(lambda: shown.page.project.title.text() == "Ledger")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(tmp_path / name)) for name in ("plan.md", "picture.png")])
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        dropped = QDropEvent(QPointF(10, 10), copy, data, left, none)
        assert shown.page.findChild(FileDrop).eventFilter(shown.page, dropped)
        documents = shown.page.project.sections["Documents"]
        await until(lambda: shown.titles(documents.list) == ["plan"])
        await until(lambda: "picture.png" in shown.page.stage.fault.text())
        (made,) = await shown.app.library.all(Document)
        assert (made.project, made.source) == (project.id, "plan.md")


async def test_files_dropped_on_the_notes_become_notes_and_exported_debates_come_in(loop, home, tmp_path):
    note = Note(title="Why: now", body="Because.", tags=("plan",))
    await asyncio.to_thread((tmp_path / "why.md").write_text, markdown_of(note))
    async with opened() as shown:
        id = await shown.app.start(await shown.app.prepare(DebateConfig(question="Does it swim?"), rehearse=True))
        await write(shown.app, id, "json", tmp_path / "debate.json")
        await shown.app.catalogue.delete(id)
        said = []
        shown.page._errands.imported.connect(lambda done: said.append(done.sentence))
        shown.page.go("notes", "")
        await until(lambda: shown.page.going.trail.kind == "notes")
        shown.page.import_files([tmp_path / "why.md", tmp_path / "debate.json"])
        await until(lambda: shown.titles(shown.page.shelves["notes"].section.list) == ["Why: now"])
        await until(lambda: said)
        assert said == ["1 note and 1 debate imported"]
        (made,) = await shown.app.library.all(Note)
        assert (made.body.strip(), made.tags) == ("Because.", ("plan",))
        assert (await shown.app.catalogue.get(id)).deleted_at is None


async def test_a_sheet_goes_to_a_file_as_it_is_typed(loop, home, tmp_path):
    async with opened() as shown:
        document = await shown.app.library.create(Document(title="Plan", text="One."))
        project = await shown.app.library.create(Project(name="Ledger"))
        shown.page.go("document", document.id)
        await until(lambda: shown.page.writing.item == document)
        shown.page.writing.body.edit.appendPlainText("Two.")
        said = []
        shown.page._errands.said.connect(lambda words, undo: said.append(words.partition(" /")[0]))
        shown.page.writing.export.click()
        chooser = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QFileDialog))
        assert "plan.md" in chooser.selectedFiles()[0]
        chooser.filesSelected.emit([str(tmp_path / "plan.md")])
        chooser.done(1)
        await until(lambda: "Exported to" in said)
        assert await asyncio.to_thread((tmp_path / "plan.md").read_text) == '---\ntitle: "Plan"\n---\n\nOne.\nTwo.\n'
        fields = shown.page.writing.fields
        assert not fields.tags.isVisible(), "a document has none"
        fields.project.setCurrentIndex(fields.project.findData(project.id))
        fields.changed.emit()
        await shown.page.finish()
        assert (await shown.app.library.get(Document, document.id)).project == project.id


async def test_search_finds_in_every_kind_and_leads_there(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Walrus research"))
        await shown.app.library.create(Task(title="Feed the walrus", project=project.id))
        note = await shown.app.library.create(Note(title="On animals", body="The walrus agrees."))
        shown.page.navigator.field.setText("walrus")
        found = shown.page.shelves["search"].section.list
        await until(lambda: len(found.rows()) == 3)
        task = next(row for row in found.rows() if row.place.kind == "task")
        found.opened.emit(task.key)
        await until(lambda: shown.page.project.title.text() == "Walrus research")
        assert shown.page.project.section().name == "Tasks"
        shown.page.going.back()
        await until(lambda: shown.page.stage.stack.currentWidget() is shown.page.shelves["search"])
        found.opened.emit(next(row.key for row in found.rows() if row.place.kind == "note"))
        await until(lambda: shown.page.writing.place == Place(kind="note", id=note.id))


async def test_a_workspace_keeps_its_things_apart(loop, home):
    async with opened() as shown:
        await shown.app.library.create(Note(title="At home", body=""))
        shown.page.carry_out(New(kind="workspace"))
        await shown.fill(name="Office")
        notes = shown.page.shelves["notes"].section
        await until(lambda: not notes.list.rows() and shown.page.navigator.workspace.currentText() == "Office")
        shown.page.carry_out(New(kind="note"))
        await until(lambda: shown.page.stage.writes)
        shown.page.writing.body.edit.setPlainText("At work")
        shown.page.going.back()
        await until(lambda: shown.titles(notes.list) == ["At work"])
        shown.page.carry_out(Press.DELETE_WORKSPACE)
        await until(lambda: shown.page.navigator.workspace.currentText() != "Office")
        assert [each.id for each in await shown.app.library.all(Workspace)] == ["default"]
        await until(lambda: shown.titles(notes.list) == ["At home"])


# ---- keyboard and names --------------------------------------------------------------------------------------------
async def test_keys_of_the_page_go_before_those_of_the_window(loop, home):
    async with opened() as shown:
        taken = []
        action = shown.window.addAction("New debate")
        action.setShortcut("Ctrl+N")
        action.triggered.connect(lambda: taken.append(True))
        shown.window.activateWindow()
        shown.page.navigator.list.setFocus()
        QTest.keyClick(shown.page.navigator.list, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: shown.page.stage.writes)
        assert taken == []
        QTest.keyClick(shown.page.writing.body.edit, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        assert shown.page.navigator.field.hasFocus()
        QTest.keyClick(shown.page.navigator.field, Qt.Key.Key_Escape)
        await until(lambda: not shown.page.stage.writes)


@pytest.mark.parametrize(("tab", "kind"), [("Tasks", "task"), ("Assignments", "assignment")])
async def test_new_means_what_the_tab_shows(loop, home, tab, kind):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        shown.page.go("project", project.id)
        await until(lambda: shown.page.project.title.text() == "Ledger")
        shown.page.project.turn_to(tab)
        QTest.keyClick(shown.page.project, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        await until(shown.form)
        assert shown.form().windowTitle() == f"New {kind}"
        shown.form().reject()


async def test_empty_places_have_a_way_on_and_what_can_be_written_has_one_to_write(loop, home):
    async with opened() as shown:
        for section in shown.page.stage.sections():
            if section.name not in ("Deletions", "Places"):
                ways = [each.text() for each in section.empty.findChildren(QAbstractButton)]
                files = section.name in ("Notes", "Documents")
                assert ways[0].startswith("New" if section.name != "Debates" else "Debate this")
                assert ways[1:] == ["Import files…"] * files


async def test_everything_that_takes_the_keyboard_has_a_name(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        shown.page.go("project", project.id)
        await until(lambda: shown.page.project.title.text() == "Ledger")
        for widget in shown.page.findChildren(QWidget):
            if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | QPlainTextEdit | QListWidget | QTabBar):
                inside = isinstance(widget.parent(), QComboBox | QLineEdit | QWidget) and "qt_" in widget.objectName()
                words = widget.text() if isinstance(widget, QAbstractButton) else ""
                needed = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not inside
                assert not needed or widget.accessibleName() or words, f"{widget} has no name"


async def test_the_menu_of_a_row_offers_what_can_be_done(loop, home):
    async with opened() as shown:
        project = await shown.app.library.create(Project(name="Ledger"))
        await shown.app.library.create(Task(title="One", project=project.id))
        shown.page.go("project", project.id)
        tasks = shown.page.project.sections["Tasks"].list
        await until(tasks.rows)
        tasks.menu_wanted.emit(tasks.rows()[0].key, QPoint(10, 10))
        menu = shown.page.findChildren(QMenu)[-1]
        next(each for each in menu.actions() if each.text().startswith("Done")).trigger()
        menu.close()
        await eventually(lambda: finished(shown.app))


async def finished(app: Application) -> bool:
    return [task.status for task in await app.library.all(Task)] == ["done"]
