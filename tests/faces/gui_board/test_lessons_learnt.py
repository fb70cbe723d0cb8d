"""A lesson in the window: drawn by a debate whose program really failed, told to the next one, disputed, forgotten."""

import json

import pytest
from tests.sandbox.test_isolation import isolated

from disputatio.app.settings import declarations
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.library.workspace import Project
from disputatio.testing.debates import voices
from disputatio.testing.scripted import ScriptedProvider

PARTS = ("attackers", "defenders")
CAUSE = "the sum of an empty list was never thought of"
RULE = "Think of the empty list before you take its first element"
WRONG = "```python\ndef add(found):\n    return found[0]\n\ndef test_empty():\n    assert add([]) == 0\n```"
RIGHT = WRONG.replace("found[0]", "sum(found)")


def form(**data):
    return f"```json\n{json.dumps(data)}\n```"


def patch(request):
    told = "\n".join(message.text for message in request.messages)
    return f"{RIGHT if CAUSE in told else WRONG}\n\n{form(items=[{'text': 'Mended', 'answers': 'A1'}])}"


SAYS = voices(
    findings=form(items=[{"text": "It takes the first element", "severity": "high"}]),
    patches=patch,
    cases="```python\ndef test_one():\n    assert add([3]) == 3\n```",
    reflection=form(cause=CAUSE, wrong="it takes the first", change="sum them", confidence=0.7),
    patterns=form(items=[{"text": RULE, "attempts": ["E1"], "quote": CAUSE}]),
    ledger=form(new=[], about=[], stands=[]),
    insights=form(items=[]),
)


async def hold(gui, project):
    """A debate about a project, to its end; returns its id, and what its defender was told before it wrote."""
    config = DebateConfig(
        question="Write a program that adds the numbers of a list",
        format="red-blue",
        context=ContextChoice(kind="project", ref=project.id),
        seats=tuple(SeatChoice(seat=part, model="scripted:one") for part in PARTS),
        services=dict.fromkeys(("clerk", "synthesis"), "scripted:small"),
        options={"rounds": 1, "auto_continue": True},
    )
    session = await gui.app.open_and_run(await gui.app.prepare(config))
    await session.wait_for_rest()
    asked = next(each.event.request for each in session.hub.records if getattr(each.event, "gives", "") == "patches")
    await gui.app.sessions.release(session.id)
    return session.id, await gui.app.log.get(asked) or ""


@isolated
@pytest.mark.may_block("runs programs")
async def test_a_lesson_is_drawn_told_disputed_and_forgotten(loop, opened, buttons, read):
    async with opened() as gui:
        gui.app.settings.set(declarations.SANDBOX_USE, True)
        gui.app.registry.add(ScriptedProvider(SAYS))
        project = await gui.app.library.create(Project(name="Shop"))
        assert RULE not in (await hold(gui, project))[1]
        assert RULE in (await hold(gui, project))[1]

        gui.window.places.show_page("memory")
        page = gui.window.places.pages["memory"]
        await gui.until(lambda: page.sheet.item is not None and page.sheet.item.text == RULE)
        item = page.sheet.item
        assert (item.chip, item.about) == ("● lesson", "Project Shop")
        [(title, lines)] = item.attempts
        assert title == "Blue defender, attempt 1"
        assert ("Root cause", CAUSE) in lines
        await gui.until(lambda: "Tests: failed: test_empty" in read(page.sheet))
        shown = read(page.sheet)
        assert "What it was learnt from" in shown

        buttons(page.sheet)["Dispute…"].click()
        buttons(page.sheet)["Dispute it"].click()
        await gui.until(lambda: page.sheet.item.disputed)
        assert RULE not in (await hold(gui, project))[1]
        buttons(page.sheet)["Withdraw dispute"].click()
        await gui.until(lambda: not page.sheet.item.disputed)
        assert RULE in (await hold(gui, project))[1]
        buttons(page.sheet)["Forget"].click()
        await gui.until(lambda: page.stack.currentWidget() is page.nobody)
        assert RULE not in (await hold(gui, project))[1]


@isolated
@pytest.mark.may_block("runs programs")
async def test_an_attempt_that_failed_is_folded_behind_the_one_that_mended_it(loop, opened):
    async with opened() as gui:
        gui.app.settings.set(declarations.SANDBOX_USE, True)
        gui.app.registry.add(ScriptedProvider(SAYS))
        id, _ = await hold(gui, await gui.app.library.create(Project(name="Shop")))
        gui.window.open_debate(id)
        await gui.until(lambda: gui.window.debates.current == id)
        await gui.rested()
        store = gui.pane.transcript.store
        first = "round[1]/defence[defenders]"
        last = f"{first}/reflexion/repair[1]/mend[defenders]"
        await gui.until(lambda: store[store.row_of(first)].lines)
        assert "✕ attempt 1 failed" in [badge.text for badge in store[store.row_of(first)].badges]
        assert store.folded(first) == 6
        assert store.folded(last) == 0
        assert not any("attempt" in badge.text for badge in store[store.row_of(last)].badges)
        store.show_whole(first)
        assert store.folded(first) == 0, "a person may read all of it"
