"""The page of the memory over a real application: found, explained, reworded, disputed, merged, forgotten, undone."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from scripted_board import learn

from disputatio.app import debate_files, erasures
from disputatio.app.memory.memories import Status
from disputatio.app.memory.thresholds import Least
from disputatio.app.models.embedding import Progress
from disputatio.app.receipts import Grounds
from disputatio.app.settings import declarations
from disputatio.faces.gui.memory import insights
from disputatio.faces.gui.memory.insight_sheet import MergeDialog
from disputatio.library.memory import Insight, terms
from disputatio.library.similarity import Threshold
from disputatio.library.workspace import Project
from disputatio.storage.memories import Coverage
from disputatio.storage.vectors import Space

LOG, COLD, RAIN = "An append-only log explains every balance", "Snapshots keep the start short", "It rains in November"


async def page_of(gui):
    gui.window.places.show_page("memory")
    page = gui.window.places.pages["memory"]
    await gui.until(lambda: any(label.text().startswith("Found by") for label in page.state.findChildren(QLabel)))
    return page


async def filled(gui):
    """The page over three insights of one project."""
    project = await gui.app.library.create(Project(name="Storage"))
    await learn(gui.app, "one", "Is the log worth it?", LOG, COLD, ref=project.id)
    await learn(gui.app, "two", "What is the weather?", RAIN, kind="finding", ref=project.id)
    page = await page_of(gui)
    await gui.until(lambda: page.sheet.item is not None and page.shelf.list.rows.rowCount() == 3)
    return page


async def choose(gui, page, text):
    page.shelf.list.choose(next(row.key for row in page.shelf.list.rows.items if row.text == text))
    await gui.until(lambda: page.sheet.item is not None and page.sheet.item.text == text)


def texts(page):
    return {row.text for row in page.shelf.list.rows.items}


async def test_an_empty_memory_says_what_will_be_kept(loop, opened, read):
    async with opened() as gui:
        page = await page_of(gui)
        await gui.until(lambda: page.shelf.empty.isVisibleTo(page.shelf))
        assert page.stack.currentWidget() is page.nobody
        assert "no key for OpenAI" in read(page.state)
        assert not page.state.embed.isVisibleTo(page.state), "there is no model to embed with"


async def test_an_insight_says_where_it_comes_from_and_what_it_counts_as(loop, opened):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, LOG)
        item = page.sheet.item
        assert (item.chip, item.about, item.origin_title) == (
            "✓ established",
            "Project Storage",
            "Is the log worth it?",
        )
        seen = []
        page.debate_opened.connect(seen.append)
        page.sheet.debate_opened.emit(item.origin)
        assert seen == ["one"]
        assert item.used == "Not used yet"
        assert item.kind == "agreed point, all agreed"


@pytest.mark.parametrize(
    ("kind", "all_agreed", "sure", "said"),
    [
        ("agreed", True, 0.5, "all agreed"),
        ("agreed", True, 0.9, "agreed point, all agreed"),
        ("decision", True, 0.5, "all agreed"),
        ("decision", False, 0.9, ""),
    ],
)
def test_no_chip_repeats_the_one_beside_it(kind, all_agreed, sure, said):
    insight = Insight(text=LOG, kind=kind, confidence=sure, agreed_by_all=all_agreed)
    told = insights.item(insight, names={}, title=None, merged=(), recalls=(), grounds=Grounds(), now=0.0)
    assert told.kind == said


async def test_a_search_explains_why_each_came_up(loop, opened):
    async with opened() as gui:
        page = await filled(gui)
        page.shelf.field.setText("append-only log")
        await gui.until(lambda: texts(page) == {LOG})
        await gui.until(lambda: page.sheet.item.why is not None)
        assert [term.name for term in page.sheet.item.why.terms] == ["Recency", "Relevance", "Importance"]
        assert page.sheet.item.why.places == "no. 1 by words"
        assert "by words only" in page.shelf.note.text()
        page.shelf.field.setText("zebra crossing")
        await gui.until(lambda: not texts(page))
        assert page.stack.currentWidget() is page.nobody


async def test_an_insight_is_reworded_in_place(loop, opened, buttons):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, COLD)
        buttons(page.sheet)["Edit"].click()
        page.sheet.edit.setPlainText("Snapshots keep the cold start short")
        page.sheet.edit.saved.emit()
        await gui.until(lambda: "Snapshots keep the cold start short" in texts(page))
        buttons(page.sheet)["Edit"].click()
        page.sheet.edit.setPlainText("   ")
        buttons(page.sheet)["Save"].click()
        await gui.until(lambda: page.fault.isVisibleTo(page))
        assert "needs a text" in page.fault.text()


async def test_what_is_disputed_is_no_fact_until_it_is_undone(loop, opened, buttons):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, LOG)
        buttons(page.sheet)["Dispute…"].click()
        page.sheet.reason.setText("The table was replaced")
        buttons(page.sheet)["Dispute it"].click()
        await gui.until(lambda: page.sheet.item.disputed)
        assert page.sheet.item.why_not == "The table was replaced"
        page.shelf.counts.setCurrentText("Disputed")
        await gui.until(lambda: texts(page) == {LOG})
        buttons(page.toast)["Undo"].click()
        await gui.until(lambda: not texts(page))
        assert [each.text for each in await gui.app.insights.all() if each.status == "disputed"] == []


async def test_what_an_imported_debate_left_waits_to_be_confirmed(loop, opened, buttons):
    async with opened() as gui:
        project = await gui.app.library.create(Project(name="Storage"))
        await learn(gui.app, "theirs", "Is the log worth it?", LOG, ref=project.id)
        text = str(await debate_files.export(gui.app, "theirs", "json"))
        await gui.app.catalogue.delete("theirs")
        await erasures.erase_debates(gui.app, await erasures.of_debates(gui.app), insights=True)
        await debate_files.take_in(gui.app, text)
        await learn(gui.app, "mine", "Is it cold?", COLD, ref=project.id)
        page = await page_of(gui)
        page.shelf.counts.setCurrentText("To be confirmed")
        await gui.until(lambda: texts(page) == {LOG} and page.sheet.item is not None and page.sheet.item.text == LOG)
        assert page.sheet.item.chip == "? unconfirmed"
        said = [label.text() for label in page.sheet.findChildren(QLabel)]
        assert any(text.startswith("This comes from an imported debate") for text in said)
        assert "Merge with…" not in buttons(page.sheet)
        buttons(page.sheet)["Confirm"].click()
        await gui.until(lambda: not texts(page))
        buttons(page.toast)["Undo"].click()
        await gui.until(lambda: texts(page) == {LOG} and "Confirm" in buttons(page.sheet))
        buttons(page.sheet)["Confirm"].click()
        await gui.until(lambda: not texts(page))
        page.shelf.counts.setCurrentText("Established facts")
        await gui.until(lambda: texts(page) == {LOG, COLD})


async def test_what_is_forgotten_can_be_had_back(loop, opened, buttons):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, RAIN)
        buttons(page.sheet)["Forget"].click()
        await gui.until(lambda: texts(page) == {LOG, COLD})
        buttons(page.toast)["Undo"].click()
        await gui.until(lambda: texts(page) == {LOG, COLD, RAIN})


async def test_two_insights_become_one(loop, opened, buttons):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, LOG)
        buttons(page.sheet)["Merge with…"].click()

        def dialog():
            found = [each for each in QApplication.topLevelWidgets() if isinstance(each, MergeDialog)]
            return found[0] if found and found[0].isVisible() else None

        await gui.until(dialog)
        assert {row.text for row in dialog().list.rows.items} == {COLD, RAIN}
        dialog().list.choose(next(row.key for row in dialog().list.rows.items if row.text == COLD))
        dialog().button.click()
        await gui.until(lambda: texts(page) == {LOG, RAIN})
        await gui.until(lambda: page.sheet.item.merged == (COLD,))


def test_the_formula_is_shown_with_its_terms():
    why = insights.explanation(terms(0, 0.5, 9.0, by_words=2, by_meaning=1))
    assert [(term.name, term.weight, term.amount, term.share) for term in why.terms] == [
        ("Recency", "0.5", "1.00", "0.50"),
        ("Relevance", "3", "0.50", "1.50"),
        ("Importance", "2", "0.90", "1.80"),
    ]
    assert (why.total, why.places) == ("3.80", "no. 2 by words, no. 1 by meaning")


def test_the_state_says_how_far_embedding_is_and_what_is_not_used_any_more():
    coverage = Coverage(embedded=3, waiting={"project/p": 2})
    status = Status(
        model="local:mini",
        why_not="",
        coverage=coverage,
        spaces=((Space(id=1, name="local:mini@abc", dimension=384), 3), (Space(id=2, name="old@d", dimension=8), 7)),
        index="sqlite-vec",
        least=Least(value=0.7),
    )
    rest = insights.state(status, Progress())
    assert (
        rest.least
        == "Memories are recalled from a similarity of 0.70, a cautious default: not calibrated for this model."
    )
    assert (rest.waiting, rest.unused, rest.share, rest.ready) == (2, 7, None, True)
    runs = insights.state(status, Progress(running=True, done=1, total=4))
    assert (runs.share, runs.detail) == (0.25, "1 of 4 embedded")


async def test_embedding_that_runs_can_be_stopped_in_the_bar(loop, opened, qtbot):
    async with opened() as gui:
        page = await page_of(gui)
        status = await gui.app.memory.status()
        page.state.show_state(insights.state(status, Progress(running=True, done=1, total=4)))
        assert page.state.bar.value() == 25
        assert page.state.stop.isVisibleTo(page.state)
        asked = []
        page.state.stop_wanted.connect(lambda: asked.append("stop"))
        page.state.stop.click()
        assert asked == ["stop"]
        assert all(label.text() for label in page.state.findChildren(QLabel) if label.isVisibleTo(page.state))


async def test_the_similarity_is_calibrated_from_the_bar(loop, opened, read):
    async with opened() as gui:
        page = await page_of(gui)
        assert not page.state.calibrate.isVisibleTo(page.state), "there is no model to calibrate"
        found = Threshold(least=0.41, precision=0.96, recall=0.8, pairs=360)
        status = replace(await gui.app.memory.status(), why_not="", least=Least(value=0.41, calibrated=found))
        page.state.show_state(insights.state(status, Progress()))
        assert "from a similarity of 0.41, calibrated on 360 pairs (precision 96%, recall 80%)" in read(page.state)
        page.state.calibrate.click()
        await gui.until(lambda: page.fault.isVisibleTo(page))
        assert "Nothing can be calibrated: there is no key for OpenAI" in page.fault.text()


async def test_who_set_a_similarity_is_not_told_that_the_calibrated_one_is_in_force(loop, opened, monkeypatch):
    async with opened() as gui:
        page = await page_of(gui)
        await asyncio.to_thread(gui.app.settings.set, declarations.SIMILARITY, 0.9)

        async def calibrate(agreed=()):
            return Threshold(least=0.41, precision=0.96, recall=0.8, pairs=360)

        monkeypatch.setattr(gui.app.memory, "calibrate", calibrate)
        page.state.calibrate.click()
        await gui.until(lambda: page.toast.isVisibleTo(page))
        told = " ".join(label.text() for label in page.toast.findChildren(QLabel))
        assert "Calibrated: memories are recalled from a similarity of 0.90, as you set it (memory.similarity)" in told


async def test_an_insight_quotes_what_it_rests_on(loop, opened, read):
    async with opened() as gui:
        said = {"seat": "analyst", "turn": "round[2]/analysis[analyst]", "quote": "The log explains it"}
        await learn(gui.app, "one", "Is the log worth it?", LOG, receipts=[said])
        page = await page_of(gui)
        await gui.until(lambda: "analyst, round 2: “The log explains it”" in read(page.sheet))


async def test_it_is_reworded_by_the_keyboard_alone(loop, opened):
    async with opened() as gui:
        page = await filled(gui)
        await choose(gui, page, COLD)
        gui.window.activateWindow()
        page.shelf.list.setFocus()
        await gui.until(page.shelf.list.hasFocus)
        page.shelf.list.opened.emit(page.shelf.list.key())
        assert QApplication.focusWidget().text() == "Edit"
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
        assert QApplication.focusWidget() is page.sheet.edit
        page.sheet.edit.setPlainText("Snapshots make the start short")
        QTest.keyClick(page.sheet.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await gui.until(lambda: page.sheet.item.text == "Snapshots make the start short")
        assert QApplication.focusWidget().text() == "Edit", "the keyboard stays where it was"


async def test_an_insight_is_found_whatever_was_looked_for_before(loop, opened):
    async with opened() as gui:
        page = await filled(gui)
        page.shelf.field.setText("weather")
        await gui.until(lambda: texts(page) == set() or texts(page) == {RAIN})
        page.shelf.counts.setCurrentIndex(2)
        found = next(each for each in await gui.app.insights.all() if each.text == LOG)
        page.go("insight", found.id)
        await gui.until(lambda: page.sheet.item is not None and page.sheet.item.id == found.id)
        assert page.shelf.list.key() == found.id
        assert page.shelf.field.text() == ""


async def test_an_insight_that_was_forgotten_says_so(loop, opened):
    async with opened() as gui:
        page = await filled(gui)
        found = next(each for each in await gui.app.insights.all() if each.text == RAIN)
        await gui.app.insights.edit(found.id, status="deleted", why="deleted by you")
        page.go("insight", found.id)
        await gui.until(lambda: "was forgotten: deleted by you" in page.fault.text())
