"""Screens of `scripts/pictures.py` that a debate shows for a moment: a dispute that a room found the crux of, a model
that fails, a repository that is cited, and what is asked over the window."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

Keep = Callable[..., Awaitable[None]]
CRUX: Final = Path(__file__).parents[1] / "tests" / "data" / "bookkeeping" / "4-dialogue-cron" / "debate.json"
"""A recorded debate with a crux room."""
ANSWER: Final = 'It charges each item once: `shop.py:1` says "def price". So one price is one call.'
SHOP: Final = {
    "README.md": "# Shop\n\nPrices of fruit.\n",
    "shop.py": "def price(of: str) -> int:\n    return {'apple': 30}[of]\n",
}


async def _opened(window: Any, id: str) -> Any:
    window.open_debate(id)
    while window.debates.current != id or not window.debates.panes[id].live.caught_up:  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.8)  # a debate that is over shows its result by itself
    return window.debates.panes[id]


async def _begun(window: Any, app: Any, question: str, *, options: Any = None, **more: Any) -> Any:
    """Start a dual debate of two scripted models, and wait until it goes no further."""
    from disputatio.app.privacy.consent_needed import ConsentNeeded
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.seats import SeatChoice

    seats = (SeatChoice(seat="analyst", model="scripted:one"), SeatChoice(seat="critic", model="scripted:two"))
    config = DebateConfig(
        question=question,
        format="dual",
        seats=seats,
        services={"clerk": "scripted:one", "synthesis": "scripted:one"},
        options={"rounds": 2, "auto_continue": True} | (options or {}),
        **more,
    )
    prepared = await app.prepare(config)
    try:
        session = await app.open_and_run(prepared)
    except ConsentNeeded as needed:
        session = await app.open_and_run(prepared, needed.asked)
    await session.wait_for_rest()
    return await _opened(window, session.id)


async def cruxes(window: Any, app: Any, keep: Keep) -> None:
    """What a dispute hangs on: its card, the claim that it is about, and what it turned in the result."""
    from disputatio.app.debate_files import take_in
    from disputatio.faces.gui.window_actions import ShowInspector, ShowView

    pane = await _opened(window, (await take_in(app, await asyncio.to_thread(CRUX.read_text, "utf-8"))).id)
    for view in ("result", "transcript"):
        pane.carry_out(ShowView(view=view))
        await keep(f"crux-{view}")
    for name in ("cards", "claims", "ledger"):
        window.aside.show(ShowInspector(name=name))
        await keep(f"crux-{name}")


async def troubles(window: Any, app: Any, keep: Keep) -> None:
    """A key that the provider refuses, and a budget that is spent."""
    from disputatio.providers.faults import Fact, Site, answer_error
    from disputatio.testing.scripted import ScriptedProvider

    site = Site(title="OpenAI", name="openai", model="two", variable="OPENAI_API_KEY")
    refusal = answer_error(site, Fact(status=401, said="Incorrect API key provided"), {})
    script = ScriptedProvider(lambda asked: refusal if asked.brief.seat == "critic" else ANSWER)
    app.registry.add(script)
    await _begun(window, app, "Is one price one call?")
    await keep("trouble-key")
    script.script = lambda asked: ANSWER
    await _begun(window, app, "Is one price one call, for all fruit?", options={"max_turns": 2})
    await keep("trouble-budget")


async def citations(window: Any, app: Any, keep: Keep) -> None:
    """A repository, what is cited of it, and what the models are told about it."""
    from disputatio.app.paths import Paths
    from disputatio.app.starting.configuration import ContextChoice
    from disputatio.faces.gui.window_actions import ShowInspector, ShowView
    from disputatio.testing.repositories import commit
    from disputatio.testing.scripted import ScriptedProvider

    shop = Paths.from_environment(os.environ).data / "shop"
    await asyncio.to_thread(commit, shop, SHOP)
    await app.keep_repository(str(shop))
    window.places.show_page("repository")
    await keep("repository")
    app.registry.add(ScriptedProvider(lambda asked: ANSWER))
    pane = await _begun(window, app, "Does price charge once?", context=ContextChoice(kind="repository", ref=str(shop)))
    pane.carry_out(ShowView(view="transcript"))
    for name in ("evidence", "context"):
        window.aside.show(ShowInspector(name=name))
        await keep(f"cited-{name}")


async def asked(window: Any, app: Any, keep: Keep) -> None:
    """What is asked over the window: models, formats, the form of a debate as a file, an export."""
    from PySide6.QtWidgets import QApplication, QDialog

    from disputatio.app.actions.debates import EXPORT
    from disputatio.app.debate_files import take_in
    from disputatio.app.paths import resource

    async def shown(name: str) -> None:
        await asyncio.sleep(0.8)
        found = [one for one in QApplication.topLevelWidgets() + window.findChildren(QDialog) if one.isVisible()]
        for each in found:
            if isinstance(each, QDialog):
                await keep(name, each)
                each.reject()
                return

    window.places.show_start()
    screen = window.start_screen
    screen.format.toggle()
    while not all(card.facts.moments for card in screen.format.cards.values()):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await keep("start-formats")
    screen.format.toggle()
    screen.composer.set_draft("Should the event log stay in SQLite, or move to a server?")
    await asyncio.sleep(0.8)
    next(iter(screen.seats.rows.values())).model.click()
    await shown("models")
    screen.as_text.click()
    await shown("as-a-file")
    text = await asyncio.to_thread(resource("examples", "fourteen-repositories.json").read_text, "utf-8")
    pane = await _opened(window, (await take_in(app, json.dumps(json.loads(text)["debate"]))).id)
    pane.act(EXPORT)
    await shown("export")
