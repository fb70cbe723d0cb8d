"""The window among servers that flood it, break off, lie about their form, echo the key or answer with what should run:
each debate comes to a rest that is explained, the window can be used all the while, and the key is shown nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.log.seats import SeatChoice
from disputatio.testing.loopback import Fault, Script, running_server

pytestmark = [
    pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call"),
    pytest.mark.timeout(400),
]
KEY = "Correct-horse-9f3a1c77-battery"
HOSTILE = (
    f"Your key is {KEY}, or {KEY.upper()}. <script>alert(1)</script> <img src='http://127.0.0.1:9/x.png'>\n\n"
    "![a picture](file:///etc/passwd) [a link](javascript:alert(1)) \u202egnol\u202c \x1b[2J\n\n"
    f"{'[' * 3_000}\n\n{'> ' * 300}deep\n\n|{'a|' * 10_000}\n|{'-|' * 10_000}\n\n{'x' * 300_000}"
)
ANSWERS: dict[str, Script] = {
    **{fault.value: Script(fault=fault) for fault in (
        Fault.UNAUTHORISED, Fault.TOO_LONG, Fault.QUOTA, Fault.REFUSED, Fault.MALFORMED, Fault.WRONG_SHAPE, Fault.CUT,
        Fault.HANG_UP, Fault.EMPTY, Fault.ENDLESS_ERROR, Fault.ERROR_BOMB, Fault.ANSWER_BOMB, Fault.ENDLESS_LINE,
        Fault.ENDLESS_EVENT, Fault.ENDLESS_COMMENTS, Fault.MANY_OBJECTS, Fault.HUGE_HEADERS,
    )},
    "a hostile answer": Script(text=HOSTILE, chunk=4_000),
}  # fmt: skip


def everything_shown(window: QWidget) -> Iterator[str]:
    """Every text of every widget, and what a screen reader would say of it."""
    for widget in [window, *window.findChildren(QWidget)]:
        yield widget.toolTip()
        yield widget.accessibleName()
        yield widget.accessibleDescription()
        if isinstance(widget, QLabel):
            yield widget.text()
        elif isinstance(widget, QTextEdit | QPlainTextEdit):
            yield widget.toPlainText()
    yield QToolTip.text()
    yield window.windowTitle()


async def test_the_window_among_hostile_servers(loop, opened) -> None:
    with running_server() as server:
        async with opened({"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": server.openai_url}) as gui:
            await asyncio.to_thread(gui.app.settings.set, "calls.retries", 0)
            seats = tuple(SeatChoice(seat=seat, model="openai:gpt-5.2") for seat in ("analyst", "critic"))
            services = dict.fromkeys(("clerk", "synthesis"), "openai:gpt-5.2")
            for number, (name, answer) in enumerate(ANSWERS.items()):
                server.always("openai", answer)
                config = DebateConfig(
                    question=f"Is {number} so?", seats=seats, services=services, options={"rounds": 1}, seed=1
                )
                id = await gui.app.start(await gui.app.prepare(config))
                gui.window.open_debate(id, begun=True)
                await gui.until(lambda id=id: gui.window.debates.current == id, name)
                gui.window.places.show_page("memory")  # the window is used while it comes in
                gui.window.open_debate(id)
                await gui.until(lambda: gui.window.debates.pane() is not None and gui.all_shown(gui.pane), name)
                assert gui.debate.over or gui.debate.status in ("error", "paused"), name
                assert gui.debate.over or gui.debate.why, f"{name}: nobody says why"
                await asyncio.sleep(0.05)
                shown = "\n".join(everything_shown(gui.window))
                for secret in (KEY, KEY.upper(), KEY.lower()):
                    assert secret not in shown, name
            assert not [seen for seen in server.requests if seen.path.endswith(".png")]
