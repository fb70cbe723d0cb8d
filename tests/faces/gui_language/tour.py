"""Goes through the window in the pseudo-language, or in German (`de`), and says as JSON what it saw:
`tour.py WIDTH HEIGHT LOCALE SCREEN…`. A process of its own, because texts are read when modules of the window are
imported."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLocale, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QWidget,
)

from disputatio.debate.wording import speak
from disputatio.faces.gui import language
from disputatio.testing.pseudo_language import PseudoLanguage

PICTURES = Path(__file__).parents[3] / "scripts" / "pictures.py"


def texts(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Yield what is read or heard of a widget: where, and the words."""
    for one in (widget, *widget.findChildren(QWidget)):
        if not one.isVisibleTo(widget):
            continue
        kind = type(one).__name__
        found = [one.toolTip(), one.accessibleName(), one.windowTitle() if one.isWindow() else ""]
        if isinstance(one, QLabel | QAbstractButton):
            found.append(one.text())
        elif isinstance(one, QLineEdit):
            found.append(one.placeholderText())
        elif isinstance(one, QComboBox):
            found += [one.itemText(row) for row in range(one.count())]
        elif isinstance(one, QTabBar):
            found += [one.tabText(place) for place in range(one.count())]
        elif isinstance(one, QAbstractItemView) and one.model() is not None:
            model = one.model()
            found += [str(model.index(row, 0, QModelIndex()).data() or "") for row in range(min(model.rowCount(), 40))]
        yield from ((kind, text) for text in found if text)


def cut(widget: QWidget) -> Iterator[str]:
    """Yield the words on buttons and in plain labels that have less room than they need."""
    from disputatio.faces.gui.kit.buttons import YieldingButton
    from disputatio.faces.gui.kit.labels import ElidedLabel

    for one in (*widget.findChildren(QAbstractButton), *widget.findChildren(QLabel)):
        if not one.isVisibleTo(widget) or not one.text() or one.visibleRegion().isEmpty():
            continue
        if isinstance(one, ElidedLabel | YieldingButton) or one.parent().inherits("QLineEdit"):
            continue  # it says in its hint what it has no room for; a sign in a field
        if isinstance(one, QLabel) and (one.wordWrap() or one.textFormat() == Qt.TextFormat.RichText):
            continue
        if one.sizeHint().width() > one.width() + 1:
            yield f"{type(one).__name__}: {one.text()} ({one.width()} of {one.sizeHint().width()})"


def out_of_reach(widget: QWidget) -> Iterator[str]:
    """Yield what is wider than that which scrolls it only up and down: its end cannot be seen."""
    for one in widget.findChildren(QScrollArea):
        inside = one.widget()
        if not one.isVisibleTo(widget) or inside is None or one.visibleRegion().isEmpty():
            continue
        if one.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            continue
        if inside.width() > one.viewport().width():
            widest = max(inside.findChildren(QWidget), key=lambda each: each.minimumSizeHint().width())
            kind = f"{type(one.parentWidget()).__name__}/{type(widest).__name__} {widest.accessibleName()}"
            yield f"{kind} ({inside.width()} in {one.viewport().width()})"


def main() -> None:
    width, height, locale, *screens = sys.argv[1:]
    spoken = language.translations(locale) if locale == "de" else PseudoLanguage()
    language.speak_as(QLocale(locale), spoken)
    sys.path.insert(0, str(PICTURES.parent))  # its screens are modules beside it
    spec = importlib.util.spec_from_file_location("pictures", PICTURES)
    pictures: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    pictures.PAUSE = 0.3
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    language.adapt(app)
    from disputatio.app.bootstrap import application
    from disputatio.app.starting.configuration import DebateConfig
    from disputatio.faces.gui.kit import theme
    from disputatio.faces.gui.kit.colours import LIGHT
    from disputatio.faces.gui.shell.event_loop import EventLoop
    from disputatio.storage.codec import EVENTS

    theme.apply(app, LIGHT)
    seen: dict[str, Any] = {"texts": {}, "cut": {}, "out_of_reach": {}, "mirrored": {}}

    def take(name: str, widget: QWidget) -> None:
        seen["texts"][name] = sorted(set(texts(widget)))
        seen["cut"][name] = sorted(set(cut(widget)))
        seen["out_of_reach"][name] = sorted(set(out_of_reach(widget)))
        if (bar := getattr(widget, "sidebar", None)) is not None:
            seen["mirrored"][name] = bar.mapTo(widget, bar.rect().center()).x() > widget.width() / 2

    async def all() -> None:
        await pictures.album((int(width), int(height)), screens, take)
        async with application() as opened:
            options = {"auto_continue": True, "rounds": 1}
            config = DebateConfig(question="Is it so?", format="dual", seed=1, options=options)
            session = await opened.open_and_run(await opened.prepare(config, rehearse=True))
            await session.wait_for_rest()
            found = [EVENTS.encode(record.event).body for record in session.hub.records]
            asked = [getattr(record.event, "request", "") for record in session.hub.records]
            bodies = [await opened.log.get(each) for each in asked if each]
            seen["log"], seen["requests"] = found, [body for body in bodies if body]
            speak(spoken)
            from disputatio.app.debate_files import export

            seen["exports"] = [
                str(await export(opened, session.id, kind))
                for kind in ("markdown", "html", "json", "aif", "argdown", "adr")
            ]

    with asyncio.Runner(loop_factory=lambda: EventLoop(app)) as runner:
        runner.run(all())
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main()
