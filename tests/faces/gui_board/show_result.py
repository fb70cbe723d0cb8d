"""The page of the result over debates that were exported, as pictures:
`show_result.py FOLDER [light|dark] [WIDTHxHEIGHT] [FILE …]`. Not a test."""

import asyncio
from pathlib import Path

from pictures import Album, take

from disputatio.app.application import Application
from disputatio.app.debate_files import take_in_file
from disputatio.faces.gui.shell.window import Window
from disputatio.faces.gui.window_actions import ShowView


async def show(window: Window, app: Application, album: Album, files: list[Path]) -> None:
    for file in files:
        taken = await take_in_file(app, file)
        window.open_debate(taken.id)
        await asyncio.sleep(1)
        pane = window.debates.panes[taken.id]
        pane.carry_out(ShowView(view="result"))
        await asyncio.sleep(1.5)
        bar, page = pane.page("result").area.verticalScrollBar(), 0
        while True:
            album.keep(f"{file.stem}-result-{page}", window)
            if bar.value() >= bar.maximum() or page > 3:
                break
            page += 1
            bar.setValue(bar.value() + bar.pageStep() - 60)
            await asyncio.sleep(0.3)
        pane.carry_out(ShowView(view="transcript"))
        await asyncio.sleep(0.5)
        album.keep(f"{file.stem}-transcript", window)


if __name__ == "__main__":
    take(show)
