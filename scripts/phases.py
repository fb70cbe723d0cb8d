"""Screens of `scripts/pictures.py` that show work in phases: the phases, the code that comes of it, and what a person
is asked about a task."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

PAUSE: Final = 0.8
"""Seconds in which a screen settles."""
Keep = Callable[..., Awaitable[None]]


async def _chosen(window: Any, keep: Keep) -> None:
    """The start page once this format is chosen, with its options."""
    from PySide6.QtWidgets import QPushButton, QScrollArea

    from disputatio.debate.wording import tr

    window.places.show_start()
    screen = window.start_screen
    screen.format.choose("eight-phase")
    screen.composer.set_draft("Write a cache for the catalogue, and test it.")
    await asyncio.sleep(PAUSE)
    if not screen.options.isVisible():
        next(button for button in screen.findChildren(QPushButton) if button.text() == tr("Options")).click()
    await asyncio.sleep(PAUSE)
    await keep("phases-start")
    bar, page = screen.findChild(QScrollArea).verticalScrollBar(), 1
    while bar.value() < bar.maximum():
        bar.setValue(min(bar.value() + bar.pageStep() - 80, bar.maximum()))
        page += 1
        await keep(f"phases-start-{page}")
    screen.composer.set_draft("")


async def phases(window: Any, app: Any, keep: Keep) -> None:
    from disputatio.app.actions.debates import CONTINUE
    from disputatio.app.paths import resource
    from disputatio.faces.gui.window_actions import ShowView
    from disputatio.testing.merging_intervals import TriedCode, script, started
    from disputatio.testing.scripted import Hold, ScriptedProvider
    from disputatio.testing.speakers import formats_of

    says, go_on, proposed = script(), asyncio.Event(), asyncio.Event()
    type(app.sandbox).test = lambda self, *asked: TriedCode().test(*asked)
    midway = "round[1]/adversarial[2]/attack[attacker]"
    together = [f"round[1]/proposal/propose[{seat}]" for seat in ("proposers", "proposers-2")]

    def act(asked: Any) -> Any:
        if asked.brief.path == midway:
            return ["It never ends: ", Hold(go_on), says(asked)]
        if asked.brief.path in together:
            return ["It sorts once, and merges what touches.\n\n", Hold(proposed), says(asked)]
        return says(asked)

    app.registry.add(ScriptedProvider(act))
    format = (await asyncio.to_thread(formats_of, resource("formats")))["eight-phase"]

    async def held(id: str, **options: Any) -> Any:
        await app.log.append(id, [started(format, **options)])
        window.open_debate(id)
        while window.debates.current != id:  # noqa: ASYNC110  as a person who clicked
            await asyncio.sleep(0.05)
        pane = window.debates.panes[id]
        pane.carry_out(ShowView(view="phases"))
        await keep(f"{id}-empty")
        pane.act(CONTINUE)
        return pane

    async def stands(pane: Any) -> None:
        while not (pane.live.debate.over or pane.approvals.waiting):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        while pane.live.debate.over and pane.view != "result":  # noqa: ASYNC110  it shows its result first
            await asyncio.sleep(0.05)
        pane.carry_out(ShowView(view="phases"))

    pane = await held("phases", gates=["convergence"])
    while not set(together) <= set(pane.live.debate.asked):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await keep("phases-parallel")
    proposed.set()
    while midway not in pane.live.debate.asked:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await keep("phases")
    pane.page("phases").choose("critique")
    await keep("phases-turns")
    pane.page("phases").choose("")
    go_on.set()
    await stands(pane)
    await keep("phases-gate")
    pane = await held("phases-tree", topology="tree", planning="dpde")
    await stands(pane)
    await keep("phases-tree")
    page = pane.page("phases")
    page.page.ensureWidgetVisible(page.plan_card, 0, 400)
    await keep("phases-plan")
    pane.carry_out(ShowView(view="record"))
    await keep("phases-record")
    pane.carry_out(ShowView(view="result"))
    await keep("phases-result")
    await _chosen(window, keep)


async def code(window: Any, app: Any, keep: Keep) -> None:
    """A program that gets better, really tested where this machine can isolate it."""
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.seats import SeatChoice
    from disputatio.faces.gui.board.solution_card import SolutionCard
    from disputatio.faces.gui.window_actions import ShowView
    from disputatio.testing.merging_intervals import TASK, smith
    from disputatio.testing.scripted import ScriptedProvider

    await asyncio.to_thread(app.settings.set, "sandbox.use", True)
    app.registry.add(ScriptedProvider(smith()))
    cast = (await asyncio.to_thread(app.formats.get, "eight-phase")).cast
    config = DebateConfig(
        question=TASK,
        format="eight-phase",
        seats=tuple(SeatChoice(seat=part.name, model="scripted:one") for part in cast),
        services={"clerk": "scripted:small", "synthesis": "scripted:one"},
        options={"rounds": 1, "auto_continue": True},
    )
    session = await app.open_and_run(await app.prepare(config))
    await session.wait_for_rest()
    window.open_debate(session.id)
    while window.debates.current != session.id:  # noqa: ASYNC110  as a person who clicked
        await asyncio.sleep(0.05)
    pane = window.debates.panes[session.id]
    pane.carry_out(ShowView(view="code"))
    view = pane.page("code")
    while view.reader.version is None or view.reader.version.metrics is None:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    view.choose(2)
    for way, button in view.reader.ways.items():
        if button.isVisible():
            button.click()
            await keep(f"code-{way}")
    view.page.verticalScrollBar().setValue(view.page.verticalScrollBar().maximum())
    await keep("code-below")
    pane.carry_out(ShowView(view="result"))
    await asyncio.sleep(PAUSE)
    page = pane.page("result")
    page.area.ensureWidgetVisible(page.findChild(SolutionCard), 0, 400)
    await keep("code-solution")


async def questions(window: Any, app: Any, keep: Keep) -> None:
    """A person is asked what is unclear about a task."""
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.seats import HUMAN, SeatChoice

    config = DebateConfig(
        question="Design a cache and migrate the store; secure it, and integrate both with the old protocol.",
        format="eight-phase",
        seats=(SeatChoice(seat="instructor", model=HUMAN),),
        options={"complexity": "complex", "auto_continue": True},
    )
    session = await app.open_and_run(await app.prepare(config, rehearse=True))
    await session.wait_for_rest()
    id = session.id
    window.open_debate(id)
    while id not in window.debates.panes or not window.debates.panes[id].speaking.questions.isVisible():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    form = window.debates.panes[id].speaking.questions
    await keep("questions")
    form.fields["Q1"].setPlainText("At most ten thousand entries, each a kilobyte.")
    await keep("questions-answered")
    await app.sessions.release(id)
