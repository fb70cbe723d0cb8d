"""Repositories in the window: citations to their lines, the page, what models are told, secrets, the branch."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pygit2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from disputatio.app.actions.debates import BRANCH
from disputatio.app.privacy.sendings import Sending
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.faces.gui.debate.context_dialog import ContextDialog
from disputatio.faces.gui.debate.context_inspector import PartRow
from disputatio.faces.gui.kit.question import Confirm
from disputatio.faces.gui.repository.runs import KnowledgeDialog
from disputatio.faces.gui.sources.evidence import ShareRow
from disputatio.faces.gui.window_actions import ShowInspector
from disputatio.testing.repositories import commit
from disputatio.testing.scripted import ScriptedProvider

CODE = '''"""Folding a log."""


def fold(events):
    """Every event once."""
    total = 0
    for event in events:
        total += event.amount
    return total
'''
SECRET = 'AWS_ACCESS_KEY_ID = "AKIAQ7YT3XKPLM2ZNB5R"\n'
GOOD_PATCH = """```diff
--- a/src/fold.py
+++ b/src/fold.py
@@ -6,1 +6,1 @@
-    total = 0
+    total = 0.0
```"""
BAD_PATCH = GOOD_PATCH.replace("total = 0\n", "nothing like it\n")
ANSWER = f"""1. It folds once: `src/fold.py:5` says "Every event once.".
2. It begins at seven: `total = 7` (src/fold.py:6).

{GOOD_PATCH}

{BAD_PATCH}
"""


def said(request):
    if request.brief.task == "synthesis":
        return "## Decision\nKeep it.\n\n## Minority report\nNone."
    if request.brief.gives != "assessment":
        return ANSWER
    return "### Agree\n- P1 — it stands there.\n- P2 — `Two words` (budget.txt:1).\n"


pytestmark = pytest.mark.usefixtures("lexers")


@pytest.fixture
def repository(tmp_path) -> Path:
    folder = tmp_path / "ledger"
    folder.mkdir()
    (folder / "link").symlink_to("/etc/passwd")
    others = {"README.md": "# Ledger\n", "keys.py": SECRET, "logo.png": b"\x89PNG\0\0"}
    for text in (CODE.replace("once", "twice"), CODE):
        commit(folder, {**others, "src/fold.py": text}, "Fold")
    return folder


@pytest.fixture
def dropped(tmp_path) -> Path:
    made = tmp_path / "budget.txt"
    made.write_text("Two words\n")
    return made


async def debated(gui, repository, files=(), **more):
    """A debate of two scripted models about the repository, at its end."""
    gui.app.registry.add(ScriptedProvider(said))
    seats = tuple(SeatChoice(seat=seat, model="scripted:one") for seat in ("analyst", "critic"))
    config = DebateConfig(
        question="Does it fold once?",
        context=ContextChoice(kind="repository", ref=str(repository)),
        seats=seats,
        services={"clerk": "", "synthesis": "scripted:one"},
        files=files,
        options={"auto_continue": True, **more},
    )
    id = await gui.app.start(await gui.app.prepare(config))
    gui.window.open_debate(id, begun=True)
    await gui.until(lambda: gui.window.debates.pane() is not None)
    await gui.until(lambda: gui.debate.over and not gui.pane.live.streaming)
    await gui.rested()
    return gui.pane


def analysis(pane):
    return next(turn for turn in pane.live.transcript.turns.values() if turn.evidence and turn.seat == "analyst")


def _worktree(repository):
    """What stands outside of git's own folder."""
    files = (path for path in sorted(repository.rglob("*")) if ".git" not in path.parts and path.is_file())
    return {str(path): path.read_bytes() for path in files}


def dialog_of(gui, kind):
    return next((found for found in gui.window.findChildren(kind) if found.isVisible()), None)


# Citations


async def test_citations_carry_badges_and_a_planted_one_is_caught(loop, opened, repository):
    async with opened() as gui:
        pane = await debated(gui, repository)
        turn = analysis(pane)
        item = pane.transcript.store[pane.transcript.store.row_of(turn.path)]
        assert [mark.status for mark in item.citations] == ["verified", "misquoted"]
        assert "✕ 1 quotation verified; 1 misquoted" in [badge.text for badge in item.badges]


async def test_a_citation_opens_its_source_and_escape_goes_back(loop, opened, repository, read):
    async with opened() as gui:
        pane = await debated(gui, repository)
        turn = analysis(pane)
        pane.transcript.cited.emit(turn.path, 1)
        page = gui.window.places.pages["source"]
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        assert page.bar.title.text().startswith("src/fold.py")
        assert page.source.toPlainText().startswith('"""Folding a log."""')
        assert page.strip.isVisibleTo(page)
        assert page.strip.chip.text() == "✕ misquoted"
        assert "at commit" in read(page.strip)
        page.source.setFocus()
        QTest.keyClick(page.source, Qt.Key.Key_Escape)
        await gui.until(lambda: gui.window.debates.pane() is pane)


async def test_the_source_has_history_authors_and_what_each_commit_changed(loop, opened, repository):
    async with opened() as gui:
        pane = await debated(gui, repository)
        pane.transcript.cited.emit(analysis(pane).path, 0)
        page = gui.window.places.pages["source"]
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        assert page.source.ground(5)
        page.bar.blame.click()
        await gui.until(lambda: page.source.wrote(1) is not None)
        assert page.source.wrote(1).commit.author == "Ada"
        page.bar.history.click()
        await gui.until(lambda: page.history.list.count() == 2)
        page.history.list.itemClicked.emit(page.history.list.item(0))
        await gui.until(lambda: page.stack.currentWidget() is page.diff)
        await gui.until(lambda: '-    """Every event twice."""' in page.diff.toPlainText())
        assert page.bar.title.text() == "Fold"
        page.bar.open_file.click()
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        page.bar.back.click()
        page.bar.back.click()
        await gui.until(lambda: page.wanted.cited is not None and page.stack.currentWidget() is page.source)
        page.source.select_line(6)
        page.bar.copy.click()
        assert QGuiApplication.clipboard().text() == "src/fold.py:6"


async def test_citations_of_dropped_files_open_as_the_models_saw_them(loop, opened, repository, dropped):
    async with opened() as gui:
        pane = await debated(gui, repository, files=(str(dropped),))
        turn = next(turn for turn in pane.live.transcript.turns.values() if turn.seat == "critic" and turn.evidence)
        number = next(n for n, item in enumerate(turn.evidence.items) if item.path == "budget.txt")
        assert turn.evidence.items[number].status == "verified"
        pane.transcript.cited.emit(turn.path, number)
        page = gui.window.places.pages["source"]
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        assert page.source.toPlainText() == "Two words"
        assert page.source.ground(1)


async def test_what_is_no_text_says_what_it_is(loop, opened, repository, read):
    async with opened() as gui:
        pane = await debated(gui, repository)
        pane.transcript.cited.emit(analysis(pane).path, 0)
        page = gui.window.places.pages["source"]
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        for path, title in (
            ("link", "A symbolic link"),
            ("logo.png", "Not a text"),
            ("gone.py", "There is no file gone.py"),
        ):
            page.show_source(_at(page.wanted, path))
            await gui.until(lambda wanted=title: read(page.state).startswith(wanted))
            assert page.stack.currentWidget() is page.absence


def _at(wanted, path):
    return replace(wanted, path=path, first=0, last=0, cited=None, shows="file")


async def test_the_inspector_lists_citations_by_status_and_participant(loop, opened, repository, read):
    async with opened() as gui:
        pane = await debated(gui, repository)
        pane.transcript.opens.emit(ShowInspector(name="evidence"))
        view = gui.window.aside.panel.views["evidence"]
        assert {item.who.name for item in view.list.shown.items} == {"Analyst", "Critic"}
        view.who.setCurrentIndex(view.who.findText("Analyst"))
        whole = len(view.list.shown.items)
        found = {(item.status, item.who.name) for item in view.list.shown.items}
        assert found == {("verified", "Analyst"), ("misquoted", "Analyst")}
        shares = [share.accessibleName() for share in view.findChildren(ShareRow)]
        assert any(one.startswith(f"Analyst: of {whole} citations, {whole // 2} quote") for one in shares), shares
        view.status.setCurrentIndex(view.status.findData("misquoted"))
        assert {item.status for item in view.list.shown.items} == {"misquoted"}
        assert len(view.list.shown.items) == whole // 2
        view.status.setCurrentIndex(view.status.findData("ambiguous"))
        assert "None of these" in read(view)
        view.status.setCurrentIndex(0)
        view.list.activated.emit(view.list.shown.index(1))
        await gui.until(lambda: "source" in gui.window.places.pages)


# The page


async def test_why_nothing_was_opened_stays_said_when_the_list_comes_late(loop, opened, tmp_path, monkeypatch, read):
    async with opened() as gui:
        gui.window.places.show_page("repository")
        page = gui.window.places.pages["repository"]
        await gui.until(lambda: "open" in read(page.nothing).lower())
        may_come, shown = asyncio.Event(), []
        listed = gui.app.repositories.all

        async def late():
            await may_come.wait()
            return await listed()

        monkeypatch.setattr(gui.app.repositories, "all", late)
        monkeypatch.setattr(page.shelf, "show_repositories", lambda found, current, busy: shown.append(found))
        page.go("", "")
        page.show_repository(str(tmp_path))
        await gui.until(lambda: "no git repository" in read(page.nothing))
        may_come.set()
        await gui.until(lambda: shown)
        await asyncio.sleep(0)
        assert "no git repository" in read(page.nothing)


async def test_the_page_opens_indexes_searches_and_begins_a_debate(loop, opened, repository, tmp_path, read):
    async with opened() as gui:
        gui.window.places.show_page("repository")
        page = gui.window.places.pages["repository"]
        await gui.until(lambda: page.stack.currentWidget() is page.nothing)
        twice = (page.opening, page.shelf.open), (page.cloning, page.shelf.clone)
        await gui.until(lambda: all((one.isVisible(), other.isVisible()) == (True, False) for one, other in twice))
        assert read(page).count("changed or run") == 1, "a screen promises it once"
        page.show_repository(str(tmp_path))
        await gui.until(lambda: "no git repository" in read(page.nothing))
        page.show_repository(str(repository))
        await gui.until(lambda: page.current and page.stack.currentWidget() is page.view)
        await gui.until(lambda: page.shelf.open.isVisible() and page.shelf.clone.isVisible(), "nothing offers them now")
        assert page.view.title.text() == "ledger"
        page.view.search.field.setText("nowhere")
        page.view.search.field.returnPressed.emit()
        await gui.until(lambda: "No file has that name" in page.view.search.said.text())
        page.view.search.field.setText("src fold")
        page.view.search.field.returnPressed.emit()
        await gui.until(page.view.search.list.rows)
        assert [row.title for row in page.view.search.list.rows()] == ["fold.py"], "by its name, before any index"
        page.view.search.clear()
        page.view.index.run.click()
        await gui.until(lambda: page.status.index.at)
        page.view.search.field.setText("fold events")
        page.view.search.field.returnPressed.emit()
        await gui.until(page.view.search.list.rows)
        assert page.view.search.list.rows()[0].title.startswith("src/fold.py:")
        page.view.search.list.opened.emit("0")
        source = gui.window.places.pages["source"]
        await gui.until(lambda: source.stack.currentWidget() is source.source)
        source.bar.leave.click()
        assert gui.window.places.stack.currentWidget() is page
        page.view.index.read.click()
        await gui.until(lambda: dialog_of(gui, KnowledgeDialog) is not None)
        dialog_of(gui, KnowledgeDialog).accept()
        page.view.debate.click()
        assert gui.start.context.choice == ContextChoice(kind="repository", ref=str(repository))


async def test_a_repository_is_forgotten_after_a_question(loop, opened, repository):
    async with opened() as gui:
        gui.window.places.show_page("repository", "open", str(repository))
        page = gui.window.places.pages["repository"]
        await gui.until(lambda: page.current)
        page.view.forget.click()
        await gui.until(lambda: dialog_of(gui, Confirm) is not None)
        dialog_of(gui, Confirm).go.click()
        await gui.until(lambda: page.shelf.list.rows() == [])
        assert await asyncio.to_thread(repository.exists)


async def test_summarising_needs_a_model_and_says_so(loop, opened, repository):
    async with opened() as gui:
        gui.window.places.show_page("repository", "open", str(repository))
        page = gui.window.places.pages["repository"]
        await gui.until(lambda: page.current)
        page.view.index.summarise.click()
        await gui.until(lambda: "no model to ask" in page.view.index.said.text())
        asked = []
        page.settings_wanted.connect(asked.append)
        page.view.index.settings.click()
        assert asked == ["Providers"]
        await gui.until(lambda: gui.window.overlays.preferences is not None)
        gui.window.overlays.preferences.close()


# What the models are told


async def test_a_likely_secret_is_held_back_until_it_is_released(loop, opened, repository):
    async with opened() as gui:
        gui.start.composer.set_draft("Which AWS_ACCESS_KEY_ID is in keys.py?")
        gui.window.new_debate(ContextChoice(kind="repository", ref=str(repository)))
        card = gui.start.told
        await gui.until(lambda: card.boxes.count())
        assert "AKIAQ7YT3XKPLM2ZNB5R" not in str(gui.start.preparing.prepared.opening.context)
        assert "1 likely secret held back" in card.secrets.text()
        card.boxes.itemAt(0).widget().click()
        await gui.until(lambda: "AKIAQ7YT3XKPLM2ZNB5R" in str(gui.start.preparing.prepared.opening.context))
        assert card.boxes.count() == 1, "what was released can be held back again"
        card.read.click()
        dialog = dialog_of(gui, ContextDialog)
        assert dialog.summary.parts[0].title.startswith("README")
        assert "AKIAQ7YT3XKPLM2ZNB5R" in dialog.summary.parts[-1].text
        dialog.accept()


async def test_the_inspector_says_what_is_told_and_what_was_agreed_to_can_be_taken_back(loop, opened, repository, read):
    async with opened() as gui:
        await debated(gui, repository)
        gui.window.aside.show(ShowInspector(name="context"))
        view = gui.window.aside.panel.views["context"]
        assert "ledger at commit" in read(view)
        assert "stays on this computer" in view.summary.receivers[0].sentence
        sending = Sending(kind="repository", ref="/a/b", what="", characters=1, provider="openai", address="")
        await gui.app.privacy.give([sending])
        view.findChild(PartRow).click()  # the first is the text of the README
        dialog = dialog_of(gui, ContextDialog)
        assert dialog.title.text().startswith("README")
        await gui.until(lambda: dialog.consents.list.rows())
        assert dialog.consents.list.rows()[0].title == "Repository /a/b"
        dialog.consents.revoke.click()
        await gui.until(lambda: dialog.consents.list.rows() == [])
        assert await gui.app.privacy.all() == []
        dialog.accept()


# The branch


async def test_the_branch_is_asked_for_made_read_and_deleted(loop, opened, repository, read, buttons):
    async with opened() as gui:
        pane = await debated(gui, repository)
        before = await asyncio.to_thread(_worktree, repository)
        pane.act(BRANCH)
        page = gui.window.places.pages["branch"]
        await gui.until(lambda: bool(page.list.rows()))
        states = [row.chip for row in page.list.rows()]
        assert set(states) == {"new", "refused"}
        refused = next(row for row in page.list.rows() if row.chip == "refused")
        page.list.select(refused.key)
        assert "cannot be applied" in read(page.banner)
        fresh = next(row for row in page.list.rows() if row.chip == "new")
        page.list.select(fresh.key)
        await gui.until(lambda: "+    total = 0.0" in page.diff.toPlainText())
        await gui.until(lambda: "Apply to the branch" in buttons(page.banner))
        buttons(page.banner)["Apply to the branch"].click()
        await gui.until(lambda: dialog_of(gui, Confirm) is not None)
        dialog_of(gui, Confirm).go.click()
        await gui.until(lambda: page.branch.tip)
        repo = pygit2.Repository(str(repository))
        assert "total = 0.0" in repo[repo.branches[page.branch.name].target].tree["src/fold.py"].data.decode()
        assert await asyncio.to_thread(_worktree, repository) == before
        page.list.select(page.list.rows()[0].key)
        await gui.until(lambda: page.files.count() == 2)
        page.files.setCurrentIndex(1)
        page.blame.click()
        await gui.until(lambda: page.stack.currentWidget() is page.source)
        assert page.source.wrote(6).commit.subject.startswith("Proposal of")
        page.bar.delete.click()
        await gui.until(lambda: dialog_of(gui, Confirm) is not None)
        dialog_of(gui, Confirm).go.click()
        await gui.until(lambda: not page.branch.tip)
        assert page.branch.name not in pygit2.Repository(str(repository)).branches
        assert "is deleted" in read(page.banner), "said, and not overwritten by what could be applied again"


async def test_a_branch_is_agreed_to_before_the_debate_writes_it(loop, opened, repository, read):
    async with opened() as gui:
        gui.start.composer.set_draft("Does it fold once?")
        gui.window.new_debate(ContextChoice(kind="repository", ref=str(repository)))
        await gui.until(lambda: gui.start.told.isVisibleTo(gui.start))
        gui.start.rehearse()
        gui.start.told.branch.click()
        await gui.until(lambda: gui.start.preparing.prepared.opening.options.get("branch") is True)
        gui.start.composer.submit()
        await gui.until(lambda: gui.start.consent.isVisibleTo(gui.start))
        assert "would write a branch" in read(gui.start.consent)
        assert gui.window.debates.pane() is None


async def test_a_debate_without_a_repository_has_no_branch(loop, opened):
    async with opened() as gui:
        await gui.converse("Should it stay?")
        assert gui.pane.why_not()["branch"] == "This debate is not about a repository, so it has no branch."
