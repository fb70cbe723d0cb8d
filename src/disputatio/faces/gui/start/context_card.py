"""What the debate may take as known: nothing, a project, an assignment, a repository, and files; what its models will
be told of it, and what needs the person's agreement first."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QMenu, QVBoxLayout

from disputatio.app.starting.configuration import ContextChoice
from disputatio.debate.natural_order import natural
from disputatio.debate.values import OptionValue
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit import icons, theme
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.inputs import ask_files, ask_folder

if TYPE_CHECKING:
    from disputatio.app.application import StartPlan
    from disputatio.app.privacy.sendings import Asked
    from disputatio.secrets.detection import HeldBack


ICONS: Final = {"none": "chat", "project": "folder", "assignment": "task", "repository": "repository"}
NONE: Final = tr("No context")
LONGEST: Final = 40
"""Characters of a name on the button."""


class ContextButton(TextButton):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__(NONE, icon="folder")
        self.choice = ContextChoice()
        self.files: tuple[str, ...] = ()
        self._titles: dict[tuple[str, str], str] = {}
        self._projects: Sequence[tuple[str, str]] = ()
        self._assignments: Sequence[tuple[str, str]] = ()
        self._repositories: Sequence[str] = ()
        self.setToolTip(tr("What the debate starts from. You can drop a folder or files onto the question."))
        self.clicked.connect(self._open)
        self._show()

    def offer(
        self, projects: Sequence[tuple[str, str]], assignments: Sequence[tuple[str, str]], repositories: Sequence[str]
    ) -> None:
        """Offer projects and assignments as (id, name), and repositories opened lately."""
        self._projects, self._assignments, self._repositories = projects, assignments, repositories
        self._titles |= {("project", id): name for id, name in projects}
        self._titles |= {("assignment", id): name for id, name in assignments}
        self._show()

    def choose(self, choice: ContextChoice) -> None:
        self.choice = choice
        self._show()
        self.changed.emit()

    def add_files(self, paths: Sequence[str]) -> None:
        """Add files; a folder becomes the repository."""
        folders = [path for path in paths if os.path.isdir(path)]  # which a name that no file can have is not
        self.files = tuple(dict.fromkeys([*self.files, *(path for path in paths if path not in folders)]))
        if folders:
            self.choose(ContextChoice(kind="repository", ref=folders[-1]))
        else:
            self._show()
            self.changed.emit()

    def clear_files(self) -> None:
        self.files = ()
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        choice = self.choice
        name = Path(choice.ref).name or choice.ref
        title = NONE if choice.kind == "none" else self._titles.get((choice.kind, choice.ref), name)
        title = f"{title} #{choice.issue}" if choice.issue else title
        if self.files:
            more = plural("{number_of_files} file", "{number_of_files} files", len(self.files)).format(
                number_of_files=len(self.files)
            )
            title = more if choice.kind == "none" else f"{title} + {more}"
        self._icon = ICONS[choice.kind]
        self._draw()
        self.setText(without_middle(title).replace("&", "&&"))
        self.setAccessibleName(tr("Context: {title}").format(title=title))

    def _open(self) -> None:
        menu = QMenu(self)
        self._entry(menu, NONE, "chat", ContextChoice())
        for label, kind, found in (
            (tr("Project"), "project", self._projects),
            (tr("Assignment"), "assignment", self._assignments),
        ):
            below = menu.addMenu(icons.icon(ICONS[kind], theme.current().muted, 16), label)
            below.setEnabled(bool(found))
            for id, name in sorted(found, key=lambda each: natural(each[1])):
                self._entry(below, name, ICONS[kind], ContextChoice(kind=kind, ref=id))  # type: ignore[arg-type]
        menu.addSeparator()
        for path in self._repositories:
            self._entry(menu, f"{Path(path).name}  —  {path}", "repository", ContextChoice(kind="repository", ref=path))
        look = theme.current().muted
        menu.addAction(icons.icon("repository", look, 16), tr("Open a repository folder…"), self.open_repository)
        menu.addAction(icons.icon("plus", look, 16), tr("Add files…"), self.ask_files)
        if self.files:
            menu.addAction(icons.icon("close", look, 16), tr("Remove the files"), self.clear_files)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))

    def _entry(self, menu: QMenu, label: str, icon: str, choice: ContextChoice) -> None:
        action = menu.addAction(
            icons.icon(icon, theme.current().muted, 16), without_middle(label, 90).replace("&", "&&")
        )
        action.setCheckable(True)
        action.setChecked(choice == self.choice)
        action.triggered.connect(lambda: self.choose(choice))

    def open_repository(self) -> None:
        def choose(folder: Path) -> None:
            self.choose(ContextChoice(kind="repository", ref=str(folder)))

        ask_folder(self, tr("Open a repository"), choose)

    def ask_files(self) -> None:
        """Let the person choose files for the question."""
        ask_files(self, tr("Add files to the question"), lambda files: self.add_files([str(file) for file in files]))


def without_middle(text: str, most: int = LONGEST) -> str:
    """Cut the middle out of a long text: a folder is told by its beginning and its end."""
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


# ---- asking for consent before a debate starts ------------------------------------------------------------------
ARMED: Final = 400
"""Milliseconds before a click counts: a card that appears under the pointer is not accepted by accident."""


class ConsentCard(TitledCard):
    approved = Signal()
    declined = Signal()

    def __init__(self) -> None:
        super().__init__(tr("Do you agree to this?"))
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.body.addWidget(self.text)
        self.approve = TextButton(tr("Agree and start"), icon="send", kind="primary")
        self.decline = TextButton(tr("Not now"))
        row = QHBoxLayout()
        for button, signal in ((self.approve, self.approved), (self.decline, self.declined)):
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch()
        self.body.addLayout(row)
        self._arm = QTimer(self, singleShot=True, interval=ARMED)
        self._arm.timeout.connect(lambda: self.approve.setEnabled(True))
        self.hide()

    def ask(self, asked: Sequence[Asked]) -> None:
        lines = [each.sentence for each in asked]
        if any(each.once for each in asked):
            lines.append(tr("This is sent with every turn that goes there. You are asked once for each."))
        self.text.setText("\n".join(lines))
        self.text.setAccessibleName(self.text.text())
        self.approve.setEnabled(False)
        self._arm.start()
        self.show()
        self.text.setFocus()


# ---- what the models will be told -------------------------------------------------------------------------------
LISTED: Final = 30
"""Likely secrets that are listed one by one."""


class ContextCard(TitledCard):
    """Hidden while there is no context. `chosen` are the options that follow from it."""

    changed = Signal()
    read_wanted = Signal()
    """Show everything that is told."""

    def __init__(self) -> None:
        super().__init__(tr("What the models see"))
        self._about = ("", "")
        self._held: dict[str, HeldBack] = {}
        self._released: set[str] = set()
        self.line, self.secrets = QLabel(), QLabel()
        self.secrets.setProperty("look", "caution")
        for label in (self.line, self.secrets):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.read = TextButton(tr("See it all…"), icon="eye")
        self.read.setToolTip(tr("Section by section, what was cut, and who gets it"))
        self.read.clicked.connect(self.read_wanted)
        self.branch = QCheckBox(tr("Keep the results on a branch of their own"))
        self.branch.setToolTip(
            tr(
                "Texts, notes and proposed changes become commits on debate/ID. Work tree, index and HEAD stay as "
                "they are."
            )
        )
        self._decided = False
        self.branch.clicked.connect(self._decide)
        self.boxes = QVBoxLayout()
        self.boxes.setSpacing(4)
        row = QHBoxLayout()
        row.addWidget(self.line, 1)
        row.addWidget(self.read, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(row)
        self.body.addWidget(self.secrets)
        self.body.addLayout(self.boxes)
        self.body.addWidget(self.branch)
        self.hide()

    def fill(self, prepared: StartPlan) -> None:
        """Show what would be started as things are."""
        context = prepared.opening.context
        if (context.kind, context.ref) != self._about:
            self._about = (context.kind, context.ref)
            self._held, self._released = {}, set()
            if self._decided:  # about another repository nothing was decided yet
                self._decided = False
                self.changed.emit()
        self.setVisible(bool(context.sections))
        size = plural("{count} character", "{count} characters", sum(len(section.text) for section in context.sections))
        names = ", ".join(section.title for section in context.sections if section.text)
        missing = " ".join(section.cut for section in context.sections if not section.text)
        self.line.setText(f"{size}: {names}. {missing}".strip())
        self.branch.setVisible(context.kind == "repository")
        if not self._decided:
            self.branch.setChecked(prepared.opening.options.get("branch") is True)
        self._show_held(prepared)

    def _show_held(self, prepared: StartPlan) -> None:
        kept = {id: held for id, held in self._held.items() if id in self._released}
        held = {**kept, **{each.id: each for each in prepared.held_back}}
        left = len(held) - len(self._released & held.keys())
        self.secrets.setText(
            plural(
                "{count} likely secret held back. Tick what you want to send anyway:",
                "{count} likely secrets held back. Tick what you want to send anyway:",
                left,
            )
        )
        self.secrets.setVisible(bool(held))
        if held == self._held:
            return
        self._held = held
        while (item := self.boxes.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for each in list(held.values())[:LISTED]:
            self.boxes.addWidget(self._box(each))
        self.boxes.setContentsMargins(0, 0, 0, 8 if held else 0)  # the next box is no secret

    def _box(self, held: HeldBack) -> QCheckBox:
        box = QCheckBox(f"{held.kind}  —  {held.place}")
        box.setChecked(held.id in self._released)
        box.setAccessibleName(tr("Release {held_kind} in {place}").format(held_kind=held.kind, place=held.place))
        box.toggled.connect(lambda on, id=held.id: self._release(id, on))
        return box

    def _decide(self) -> None:
        """From now on the person's choice counts, not that of the settings."""
        self._decided = True
        self.changed.emit()

    def _release(self, id: str, on: bool) -> None:
        (self._released.add if on else self._released.discard)(id)
        self.changed.emit()

    def chosen_options(self) -> dict[str, OptionValue]:
        """Return what was chosen as options of a debate."""
        found: dict[str, OptionValue] = {}
        if released := sorted(self._released & self._held.keys()):
            found["release"] = released
        if self._decided:
            found["branch"] = self.branch.isChecked() and self.branch.isVisibleTo(self)
        return found
