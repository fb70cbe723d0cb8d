"""The inspector of the memory beside a debate: what was recalled, why, who read it, and where it is kept."""

from dataclasses import replace

from PySide6.QtWidgets import QLabel
from scripted_board import config, learn, says

from disputatio.app.starting.configuration import ContextChoice
from disputatio.faces.gui.debate.inspector import Links
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.library.workspace import Project
from disputatio.testing.scripted import ScriptedProvider

LOG, COLD = "An append-only log explains every balance of the ledger", "Snapshots of the ledger keep the start short"


async def debated(gui):
    """A debate about a project that earlier ones have left two insights of; the inspector of what was recalled."""
    project = await gui.app.library.create(Project(name="Ledger"))
    await learn(gui.app, "one", "Is the log worth it?", LOG, ref=project.id)
    await learn(gui.app, "two", "How long does it take to start?", COLD, kind="finding", ref=project.id)
    gui.app.registry.add(ScriptedProvider(said))
    about = ContextChoice(kind="project", ref=project.id)
    silent = replace(config(), context=about, services={"clerk": "", "synthesis": "scripted:one"})
    id = await gui.app.start(await gui.app.preview(silent))
    gui.window.open_debate(id, begun=True)
    await gui.until(lambda: gui.window.debates.current == id)
    await gui.rested()
    view = gui.inspector("memory")
    await gui.until(lambda: len(view.items) == 2 and view.items[0].repeated)
    return view


def said(request):
    words = says(request)
    return f"{words}\n\n{LOG}." if request.brief.path == "opening[personas]" else words


def words_of(view):
    return [label.text() for label in view.detail.findChildren(QLabel) if label.isVisibleTo(view)]


def links_of(view):
    return [button for links in view.detail.findChildren(Links) for button in links.findChildren(TextButton)]


async def test_what_was_recalled_is_explained_and_leads_to_where_it_was_said_again(loop, opened):
    async with opened() as gui:
        view = await debated(gui)
        assert [(item.chip, item.row.text) for item in view.items] == [("✓ established", LOG), ("● key finding", COLD)]
        assert view.items[0].origin_title == "Is the log worth it?"
        assert "said again 1×" in view.items[0].row.note
        assert view.detail.item is view.items[0]
        spoken = words_of(view)
        assert "Why was this recalled?" in spoken
        assert any(text.startswith("Looked for: Is event sourcing") for text in spoken)
        assert any("in the context of the debate" in text for text in spoken), "a project's facts stand in its context"
        links_of(view)[0].click()
        await gui.until(lambda: gui.pane.transcript.current_key() == "opening[personas]")


async def test_the_memory_and_the_debate_it_comes_from_are_one_press_away(loop, opened):
    async with opened() as gui:
        view = await debated(gui)
        view.list.choose(view.items[1].key)
        assert view.detail.item.row.text == COLD
        view.detail.memory.click()
        page = gui.window.places.pages["memory"]
        await gui.until(lambda: page.sheet.item is not None and page.sheet.item.text == COLD)
        assert page.sheet.item.recalls, "where it came up is known there too"
        view.detail.debate_wanted.emit("one")
        await gui.until(lambda: gui.window.debates.current == "one")


async def test_it_is_filtered_by_what_it_counts_as(loop, opened):
    async with opened() as gui:
        view = await debated(gui)
        assert [button.text() for button in view.filters.values() if button.isVisibleTo(view)] == [
            "All 2",
            "✓ Established 1",
            "● Settled 1",
        ]
        view.filters["settled"].click()
        assert [row.text for row in view.list.rows.items] == [COLD]
        assert view.detail.item.row.text == COLD


async def test_a_debate_about_nothing_says_why_nothing_was_recalled(loop, opened):
    async with opened() as gui:
        await gui.first_round()
        view = gui.inspector("memory")
        await gui.until(lambda: "about none of them" in view.nothing(view.live)[1])
        assert view.nothing(view.live)[0] == "Nothing was recalled"


async def test_another_debate_is_read_when_it_is_shown(loop, opened):
    async with opened() as gui:
        view = await debated(gui)
        await gui.first_round()
        await gui.until(lambda: not view.items)
        assert view.nothing(view.live)[0] == "Nothing was recalled"
