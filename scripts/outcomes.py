"""Screens of `scripts/pictures.py` that show what became of debates: two of them beside each other, what turned out to
be right, and how right each model was before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

TRACKS: Final = (("openai:gpt-5.2", 24, 0.71, 0.83, 0.19), ("anthropic:claude-opus-4-5", 12, 0.5, 0.9, 0.41))
"""Models, with debates, how often each was right, how sure it was, and its Brier score."""


async def outcomes(window: Any, app: Any, keep: Callable[..., Awaitable[None]]) -> None:
    from disputatio.app.actions.debates import MARK
    from disputatio.app.debate_files import take_in
    from disputatio.app.paths import resource
    from disputatio.debate.track import Track
    from disputatio.debate.views.track_records import Recorded
    from disputatio.faces.gui.debate.mark_dialog import MarkDialog
    from disputatio.faces.gui.window_actions import ShowView

    ids = []
    for name in ("one-tired-maintainer", "fourteen-repositories"):
        text = await asyncio.to_thread(resource("examples", f"{name}.json").read_text, "utf-8")
        ids.append((await take_in(app, json.dumps(json.loads(text)["debate"]))).id)

    async def opened(id: str, side: int | None = None) -> Any:
        window.open_debate(id, side=side)
        while window.debates.current != id or not window.debates.panes[id].live.caught_up:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.8)  # a debate that is over shows its result by itself
        return window.debates.panes[id]

    pane = await opened(ids[0])
    pane.act(MARK)
    while not (shown := [one for one in window.findChildren(MarkDialog) if one.isVisible()]):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    next(iter(shown[0].boxes.values())).click()
    await keep("mark", shown[0])
    shown[0].reject()
    pane.carry_out(ShowView(view="charts"))
    charts = pane.page("charts")
    await keep("calibration-empty")
    track = [
        Recorded(model=model, track=Track(debates=debates, right=right, sure=sure, brier=brier))
        for model, debates, right, sure, brier in TRACKS
    ]
    charts.records.show_records(track)
    charts.cards[charts.records.name].changed()
    await asyncio.sleep(0.2)
    charts.page.ensureWidgetVisible(charts.cards[charts.records.name])
    await keep("calibration")
    for view in ("transcript", "columns", "result"):
        pane.carry_out(ShowView(view=view))
        other = await opened(ids[1], side=1)
        other.carry_out(ShowView(view=view))
        await keep(f"pair-{view}")
