"""A picture of every screen of the window: `python scripts/pictures.py FOLDER [SCREEN …]`, in both themes, at 1480×920
and 1000×700, and at 1480×920 with everything twice as large; in German with LANGUAGE_OF_PICTURES=de, and in a language
that nobody speaks, laid out as where one writes from the right, with LANGUAGE_OF_PICTURES=ar. It needs no display, no
key and no network; each way of looking is a process of its own, with its own data. To be looked at by somebody."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import moments
import outcomes
import phases

WAYS: Final = tuple(
    (look, size, scale)
    for look in ("light", "dark")
    for size, scale in (((1480, 920), 1), ((1000, 700), 1), ((740, 460), 2))
)
"""Theme, pixels of the window, and how many pixels of the picture each of them is."""
EXAMPLE, OTHER = "fourteen-repositories", "artificial-turf"
PAUSE: Final = 0.8
"""Seconds in which a screen settles."""
LANGUAGE: Final = os.environ.get("LANGUAGE_OF_PICTURES", "en")
FROM_THE_RIGHT: Final = "ar"
SHOP: Final = {
    "Makefile": "test:\n\tpython3 -m unittest -q\n",
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n\n[tool.ruff]\nline-length = 100\n\n[tool.mypy]\n',
    "shop.py": "def price(of: str) -> int:\n    return {'apple': 30}[of]\n",
    "test_shop.py": "import unittest\n",
}
"""A repository whose files suggest commands."""

Keep = Callable[..., Awaitable[None]]


async def start(window: Any, app: Any, keep: Keep) -> None:
    from PySide6.QtWidgets import QPushButton

    from disputatio.debate.wording import tr

    window.places.show_start()
    screen = window.start_screen
    while not all(card.facts.moments for card in screen.format.cards.values() if card.isVisible()):  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    await keep("start")
    screen.composer.set_draft("Should the event log stay in SQLite, or move to a server?")
    await keep("start-question")
    next(button for button in screen.findChildren(QPushButton) if button.text() == tr("Options")).click()
    await keep("start-options")
    screen.composer.set_draft("")


async def debates(window: Any, app: Any, keep: Keep) -> None:
    from disputatio.app.debate_files import take_in
    from disputatio.app.paths import resource
    from disputatio.faces.gui.window_actions import ShowInspector, ShowView

    ids = []
    for name in (OTHER, EXAMPLE):
        text = await asyncio.to_thread(resource("examples", f"{name}.json").read_text, "utf-8")
        ids.append((await take_in(app, json.dumps(json.loads(text)["debate"]))).id)
    for id, name in zip(ids, ("dialogue", "dual"), strict=True):
        window.open_debate(id)
        while window.debates.current != id:  # noqa: ASYNC110  as a person who clicked
            await asyncio.sleep(0.05)
        await asyncio.sleep(PAUSE)
        for view in ("transcript", "columns", "charts", "record", "result"):
            window.debates.panes[id].carry_out(ShowView(view=view))
            await asyncio.sleep(PAUSE)
            await keep(f"{name}-{view}")
    pane = window.debates.panes[ids[0]]
    window.open_debate(ids[0])
    await asyncio.sleep(PAUSE)
    pane.carry_out(ShowView(view="transcript"))
    for each in window.aside.panel.kinds:
        if each in window.aside.panel.offered():
            window.aside.show(ShowInspector(name=each))
            await keep(f"inspector-{each}")


async def tables(window: Any, app: Any, keep: Keep) -> None:
    """Twelve seats, a vote, estimates and a proposition: what many of them come to."""
    from panels import CASES, script

    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.debate.log.seats import SeatChoice
    from disputatio.faces.gui.window_actions import ShowInspector, ShowView
    from disputatio.testing.scripted import ScriptedProvider

    for name in ("first", "second", "third"):
        app.registry.add(ScriptedProvider(script(), name=name, title=name.capitalize()))
    for name, case in CASES.items():
        seats = tuple(SeatChoice(seat=seat, name=called, model=model) for seat, called, model in case.seats)
        services = dict.fromkeys(("clerk",) if name == "council" else ("clerk", "synthesis"), "first:one")
        options = {"auto_continue": True} if name != "council" else {}
        config = DebateConfig(
            question=case.question, format=case.format, seats=seats, services=services, options=options, seed=4
        )
        session = await app.open_and_run(await app.prepare(config))
        await session.wait_for_rest()
        window.open_debate(session.id)
        while window.debates.current != session.id:  # noqa: ASYNC110  as a person who clicked
            await asyncio.sleep(0.05)
        pane = window.debates.panes[session.id]
        for view in ("result", *(("transcript", "columns", "charts") if name == "twelve" else ())):
            pane.carry_out(ShowView(view=view))
            await asyncio.sleep(PAUSE)
            await keep(f"{name}-{view}")
        pane.carry_out(ShowView(view="transcript"))
        for inspector in ("layers", "overview"):
            if inspector in window.aside.panel.offered():
                window.aside.show(ShowInspector(name=inspector))
                await keep(f"{name}-{inspector}")


async def pages(window: Any, app: Any, keep: Keep) -> None:
    from disputatio.faces.gui.window_actions import PAGES
    from disputatio.library.workspace import Note, Project

    project = await app.library.create(Project(name="Storage engine", description="One file, one machine."))
    await app.library.create(Note(title="What to believe", body="## Why\n\nIt is **one file**.", project=project.id))
    for page in PAGES:
        window.places.show_page(page.name)
        await keep(f"page-{page.name}")


async def dialogs(window: Any, app: Any, keep: Keep) -> None:
    from PySide6.QtWidgets import QApplication, QDialog

    from disputatio.faces.gui.window_actions import Do

    async def shown(name: str) -> None:
        await asyncio.sleep(PAUSE)
        for each in QApplication.topLevelWidgets() + window.findChildren(QDialog):
            if isinstance(each, QDialog) and each.isVisible():
                await keep(name, each)
                each.reject()
                break

    window.commands.carry_out(Do.PALETTE)
    await shown("palette")
    window.commands.carry_out(Do.SHORTCUTS)
    await shown("shortcuts")
    window.overlays.help()
    await shown("help")
    window.overlays.settings()
    await asyncio.sleep(PAUSE)
    for each in window.findChildren(QDialog):
        if each.isVisible() and hasattr(each, "pages"):
            for key in each.pages:
                each.open_at(key)
                await keep(f"settings-{key}", each)
            await _chosen(each, app, keep)
            each.reject()


async def _chosen(dialog: Any, app: Any, keep: Keep) -> None:
    """The settings of somebody who runs code in containers and has commands of their own."""
    from disputatio.app.paths import Paths
    from disputatio.app.settings import declarations
    from disputatio.testing.repositories import commit

    shop = Paths.from_environment(os.environ).data / "shop"
    await asyncio.to_thread(commit, shop, SHOP)
    await asyncio.to_thread((shop / ".venv").mkdir)
    await app.keep_repository(str(shop))
    lines = ("tests 120 s!: python3 -m pytest -q --junitxml={report}", "scan: bandit -r src --format sarif -o {report}")
    await app.bench.shelf.add(str(shop), lines)
    for setting, value in ((declarations.SANDBOX_USE, True), (declarations.SANDBOX_BOX, "podman")):
        await dialog.saver.save(setting, value)
    for key, name in (("sandbox", "settings-sandbox-podman"), ("checks", "settings-checks-filled")):
        dialog.open_at(key)
        await asyncio.sleep(PAUSE)
        dialog.pages["checks"].project.setCurrentText(str(shop))
        await keep(name, dialog)
    bar = dialog.pages["checks"].verticalScrollBar()
    bar.setValue(bar.maximum())
    await keep("settings-checks-below", dialog)


SCREENS: Final = {
    "start": start,
    "debates": debates,
    "cruxes": moments.cruxes,
    "code": phases.code,
    "phases": phases.phases,
    "questions": phases.questions,
    "tables": tables,
    "outcomes": outcomes.outcomes,
    "troubles": moments.troubles,
    "citations": moments.citations,
    "pages": pages,
    "asked": moments.asked,
    "dialogs": dialogs,
}


async def album(size: tuple[int, int], wanted: list[str], take: Callable[[str, Any], None]) -> None:
    """Go through the screens; `take` gets the name of each, and the widget that is seen."""
    from disputatio.app.bootstrap import assemble
    from disputatio.app.paths import Paths
    from disputatio.app.settings import Settings
    from disputatio.faces.gui.bridge import Bridge
    from disputatio.faces.gui.shell.factory import ScreenFactory
    from disputatio.faces.gui.shell.window import Window
    from disputatio.secrets.keyring import Masking

    paths = Paths.from_environment(os.environ)
    await asyncio.to_thread(paths.create)
    settings = Settings.load(paths.settings_file)
    bridge = Bridge()
    bridge.crashed.connect(lambda error: sys.excepthook(type(error), error, error.__traceback__))
    window = Window(bridge, settings)
    window.resize(*size)
    window.show()
    app = await assemble(os.environ, Masking(), settings)
    await window.adopt(app, ScreenFactory(app, bridge, window))

    async def keep(name: str, widget: Any = None) -> None:
        await asyncio.sleep(PAUSE)
        for _ in range(20):
            if not bridge.busy:
                break
            await asyncio.sleep(0.05)
        take(name, widget or window)

    for name in wanted or SCREENS:
        await SCREENS[name](window, app, keep)
    window.hide()
    window.debates.stop()
    await bridge.close()
    await app.close()


def one_way(folder: str, look: str, width: str, height: str, scale: str, *wanted: str) -> None:
    from PySide6.QtCore import QLocale
    from PySide6.QtWidgets import QApplication

    from disputatio.debate.wording import speak_in_window
    from disputatio.faces.gui import language
    from disputatio.testing.pseudo_language import PseudoLanguage

    speak_in_window()
    spoken = PseudoLanguage() if LANGUAGE == FROM_THE_RIGHT else language.translations(LANGUAGE)
    language.speak_as(QLocale(LANGUAGE), spoken)
    from disputatio.faces.gui.kit import theme
    from disputatio.faces.gui.kit.colours import DARK, LIGHT
    from disputatio.faces.gui.shell.event_loop import EventLoop

    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    language.adapt(app)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    ending = f"{look}-{int(width) * int(scale)}{'-200' if scale == '2' else ''}"

    def save(name: str, widget: Any) -> None:
        widget.grab().save(str(Path(folder, f"{name}-{ending}.png")))

    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(album((int(width), int(height)), list(wanted), save))


def asked_for(words: list[str]) -> tuple[Path, list[str]]:
    """Return the folder and the screens that pictures are wanted of. Leaves with a sentence where there are none."""
    if not words or words[0].startswith("-"):
        sys.exit("Name a folder for the pictures: python scripts/pictures.py FOLDER [SCREEN …]")
    if unknown := [name for name in words[1:] if name not in SCREENS]:
        sys.exit(f"There are no screens named {', '.join(unknown)}. Choose among: {', '.join(SCREENS)}.")
    return Path(words[0]), words[1:]


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        one_way(*sys.argv[2:])
        return
    folder, wanted = asked_for(sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)  # Qt saves nothing, and says nothing, where there is no folder
    for look, (width, height), scale in WAYS:
        with tempfile.TemporaryDirectory(prefix="disputatio-pictures-") as home:
            screen = {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1200, "dpr": 1}
            Path(home, "screen.json").write_text(
                json.dumps({"screens": [screen | {"logicalDpi": 96, "logicalBaseDpi": 96}]}), "utf-8"
            )
            platform = f"offscreen:configfile={home}/screen.json"
            environment = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": str(scale)}
            environment["DISPUTATIO_HOME"] = str(Path(home, "data"))
            command = [sys.executable, __file__, "--one", str(folder), look, str(width), str(height), str(scale)]
            subprocess.run([*command, *wanted], env=environment, check=True)
    sys.stdout.write(f"{len(list(folder.glob('*.png')))} pictures in {folder}\n")


if __name__ == "__main__":
    main()
