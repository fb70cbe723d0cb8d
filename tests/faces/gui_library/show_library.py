"""The library page as pictures, to be looked at: `show_library.py FOLDER [light|dark] [WIDTHxHEIGHT]`. Not a test."""

import asyncio
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["DISPUTATIO_HOME"] = tempfile.mkdtemp(prefix="disputatio-look-")

from PySide6.QtWidgets import QApplication, QDialog, QMainWindow

from disputatio.app.application import Application
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import ContextChoice, DebateConfig
from disputatio.faces.gui.bridge import Bridge
from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.library.contents import Place
from disputatio.faces.gui.library.exports import KeepingDialog
from disputatio.faces.gui.library.library_page import LibraryPage
from disputatio.faces.gui.library.subject import New
from disputatio.faces.gui.shell.event_loop import EventLoop
from disputatio.library.workspace import PURPLE, Assignment, Document, Note, Project, Task

BODY = """## What to believe

Event sourcing is worth it **for the ledger alone**: the audit requirement cannot be met otherwise at acceptable cost.

- Append-only events give provenance for free.
- Projections can be rebuilt when the schema of a *view* changes.

```python
def project(events: Iterable[Event]) -> Ledger:
    return reduce(apply, events, Ledger())
```

> Concession: snapshots every `500` events keep cold start below 40 ms.

### Minority report
The Critic holds that two live payload versions are still one too many for a team of three.
"""


async def fill(app: Application) -> tuple[Project, Note]:
    create = app.library.create
    project = await create(
        Project(
            name="Storage engine",
            description="The ledger must be reconstructible at any past instant, on one machine, without a server.",
            goals=("Every balance can be explained", "Cold start below 40 ms", "Two people can maintain it"),
        )
    )
    await create(Project(name="Hiring rubric", status="paused"))
    await create(Project(name="Pricing tiers for teams", status="done"))
    tasks = [
        await create(Task(title=title, project=project.id, status=status, priority=priority))
        for title, status, priority in (
            ("Measure the cost of projections in the same transaction", "doing", "urgent"),
            ("Write upcasters for version 3", "blocked", "high"),
            ("Decide how long snapshots are kept", "open", "normal"),
            ("Choose the wire format", "done", "low"),
        )
    ]
    await create(Assignment(name="Audit trail", project=project.id, tasks=(tasks[0].id,), status="active"))
    await create(Document(title="Requirements", text=BODY * 3, source="requirements.md", project=project.id))
    note = await create(
        Note(
            title="Storage engine: Is event sourcing worth it for a ledger on…",
            body=BODY,
            author="Analyst, Critic",
            tags=("ai-debate", "project"),
            colour=PURPLE,
            project=project.id,
            debate="abcdefghjk",
        )
    )
    await create(Note(title="Questions for the next review", body="How are keys rotated?", tags=("review",)))
    prepared = await app.prepare(
        DebateConfig(question="Is event sourcing worth it?", context=ContextChoice(kind="project", ref=project.id)),
        rehearse=True,
    )
    await app.start(prepared)
    return project, note


async def show(folder: Path, look: str, size: tuple[int, int]) -> None:
    async with application(os.environ) as app:
        bridge = Bridge()
        window = QMainWindow()
        page = LibraryPage(app, bridge)
        window.setCentralWidget(page)
        window.resize(*size)
        window.show()

        async def keep(name: str, widget: QMainWindow | QDialog = window) -> None:
            await asyncio.sleep(0.5)
            widget.grab().save(str(folder / f"library-{name}-{look}-{size[0]}.png"))

        page.refresh()
        await keep("empty")
        project, note = await fill(app)
        page.go("project", project.id)
        await keep("project")
        page.project.turn_to("Notes")
        page.go("note", note.id)
        await keep("note")
        page.refresh()
        page.go("notes", "")
        await keep("notes")
        page.shelves["notes"].section.list.delete_wanted.emit(Place(kind="note", id=note.id).key)
        await keep("deleted")
        page.navigator.field.setText("event")
        await asyncio.sleep(0.3)
        await keep("search")
        page.go("project", project.id)
        await asyncio.sleep(0.3)
        page.carry_out(New(kind="assignment"))
        await asyncio.sleep(0.5)
        form = next(each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible())
        await keep("form", form)
        form.reject()
        dialog = KeepingDialog(app, bridge, note, window)
        dialog.open()
        await keep("dialog", dialog)
        dialog.reject()
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
