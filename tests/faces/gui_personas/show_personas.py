"""The page of personas as pictures, to be looked at: `show_personas.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a
test."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication, QMainWindow

from disputatio.app.bootstrap import application
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.personas.persona_page import PersonasPage
from disputatio.faces.gui.shell.event_loop import EventLoop

GUIDE = """# Running the shop

The error budget of the shop is 0.1 % a month. Releases spend it, and when it is spent they wait.

## Caches

A cache without a time to live served prices of the day before for six hours on 12 March.

## Keys

password = "correct-horse-battery-staple-42"
"""
PAGE = "<h1>Retries</h1><p>Three retries without back-off made an outage of two minutes one of forty.</p>"


async def show(folder: Path, look: str, size: tuple[int, int]) -> None:
    async with application(os.environ) as app:
        bridge = Bridge()
        window = QMainWindow()
        page = PersonasPage(app, bridge)
        window.setCentralWidget(page)
        window.resize(*size)
        window.show()

        async def keep(name: str) -> None:
            await asyncio.sleep(0.5)
            window.grab().save(str(folder / f"personas-{name}-{look}-{size[0]}.png"))

        page.go("", "")
        await keep("empty")
        page.go("persona", "example/security-reviewer")
        await keep("example")
        page.sheet.adopt.click()
        await keep("copied")
        files = Path(tempfile.mkdtemp())
        (files / "running-the-shop.md").write_text(GUIDE, "utf-8")
        (files / "retries.html").write_text(PAGE, "utf-8")
        (files / "photo.pdf").write_bytes(b"%PDF-1.4 nothing")
        page.corpus.files_chosen.emit([files / "running-the-shop.md", files / "retries.html", files / "photo.pdf"])
        await asyncio.sleep(0.8)
        page.paper.verticalScrollBar().setValue(9999)
        await keep("corpus")
        page.corpus.files.setCurrentRow(1)
        page.corpus.question.setText("What happens to prices when the cache is stale?")
        page.corpus.try_it.click()
        await asyncio.sleep(0.5)
        page.paper.verticalScrollBar().setValue(9999)
        await keep("tried")
        page.shelf.new.click()
        page.sheet.fields["voice"].edit.setPlainText("Speaks at great length. " * 14)
        await keep("new")
        page.shelf.field.setText("intervals")
        await keep("search")
        page.shelf.field.setText("nobodyatall")
        await keep("none")
        page.sheet.forget()
        await bridge.close()
        window.close()
        window.deleteLater()


def main() -> None:
    folder, look = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "light"
    width, _, height = (sys.argv[3] if len(sys.argv) > 3 else "1000x700").partition("x")
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    theme.apply(app, DARK if look == "dark" else LIGHT)
    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(show(folder, look, (int(width), int(height))))


if __name__ == "__main__":
    main()
