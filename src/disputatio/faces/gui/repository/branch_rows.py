"""The branch of a debate in words and rows, and the head of its page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from disputatio.app.debates.branches import BranchView, Proposed
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import ElidedLabel
from disputatio.faces.gui.kit.rows import Row
from disputatio.repository.blame import Blame
from disputatio.repository.branch_views import BlameLine, FileChange
from disputatio.repository.branches import Milestone
from disputatio.repository.entries import Commit

WHOLE = "whole:"
SIGNS = {"added": "+", "deleted": "−", "renamed": "→", "changed": "±"}


def rows(view: BranchView, now: float) -> list[Row | str]:
    """The list beside the diff: the branch as a whole, its commits, what was proposed."""
    found: list[Row | str] = []
    if view.log:
        found += ["Branch", Row(key=WHOLE, title="All its changes", subtitle=_since(view), icon="fork")]
        found += ["Commits, newest first", *(_commit_row(each, now) for each in view.log)]
    if view.proposals:
        found.append("Proposed changes")
        for place, each in enumerate(view.proposals):
            found.append(_proposal_row(place, each))
            if each.proposal.beyond:  # the whole sentence stands with the turn
                found.append(f"{each.proposal.beyond.partition(':')[0]}, {each.proposal.number} taken up")
    return found


def _since(view: BranchView) -> str:
    return f"against {view.pin[:10]}" if view.pin else "a repository that had no commits"


def _commit_row(each: Milestone, now: float) -> Row:
    by = "" if each.ours else f"{each.author} · "
    return Row(
        key=f"commit:{each.id}",
        title=each.subject,
        subtitle=f"{by}{each.id[:8]} · {phrases.day(each.at, now)}",
        icon="commit",
        chip="proposal" if each.proposal else "" if each.ours else "yours",
        tone="ok" if each.proposal else "plain",
    )


def _proposal_row(place: int, each: Proposed) -> Row:
    proposal = each.proposal
    chip, tone = ("on the branch", "ok") if each.commit else ("refused", "error") if each.why_not else ("new", "plain")
    of = f"round {proposal.round}" if proposal.round else "final text" if proposal.final else "outside a round"
    return Row(
        key=f"proposal:{place}",
        title=f"{proposal.name}, {of}",
        subtitle=each.why_not or phrases.count(proposal.diff.count("\n@@") or 1, "place") + " changed",
        icon="edit",
        chip=chip,
        tone=tone,  # type: ignore[arg-type]
    )


def subtitle(view: BranchView) -> str:
    """What stands on the branch, in a line."""
    if not view.tip:
        return f"{view.repository} · no branch yet"
    return f"{view.repository} · {phrases.count(len(view.log), 'commit')} on top of {view.pin[:10] or 'nothing'}"


def verdict(each: Proposed) -> str:
    """What is so of a proposal."""
    if each.commit:
        return f"It is on the branch, as commit {each.commit[:10]}."
    if each.why_not:
        return f"It cannot be applied. {each.why_not}"
    return "It can be applied to the branch as it is."


def file_label(change: FileChange) -> str:
    name = f"{change.before} → {change.path}" if change.before else change.path
    return f"{SIGNS[change.change]} {name}   +{change.added} −{change.removed}"


def diff_text(changes: Sequence[FileChange]) -> str:
    """The diffs one after the other; what cannot be shown says why."""
    return "\n".join(_text(each) for each in changes)


def _text(change: FileChange) -> str:
    if not change.text:
        return f"diff --git a/{change.path} b/{change.path}\n(not a text: {change.change})\n"
    return change.text + ("\n(cut: the difference is longer than is shown)\n" if change.cut else "")


def blame_of(path: str, lines: Sequence[BlameLine]) -> list[Blame]:
    """Runs of lines by the same commit."""
    found: list[Blame] = []
    for line in lines:
        commit = Commit(id=line.commit, author=line.author, date=_date(line.at), subject=line.subject)
        if found and found[-1].commit.id == line.commit:
            found[-1] = Blame(path=path, first=found[-1].first, last=line.number, commit=commit)
        else:
            found.append(Blame(path=path, first=line.number, last=line.number, commit=commit))
    return found


def _date(at: int) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).isoformat()
    except (OverflowError, ValueError, OSError):
        return ""


# ---- the head of the branch page --------------------------------------------------------------------------------
NARROW: Final = 860
"""Pixels of width below which the buttons have no words."""


class BranchBar(QWidget):
    wanted = Signal(str)
    """ "leave", "commit", "keep", "delete"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.leave = TextButton("Back to the debate", icon="arrow-left", kind="quiet")
        self.leave.setToolTip("Back to the debate (Esc)")
        self.commit = TextButton("Commit what is missing", icon="commit")
        self.commit.setToolTip("Texts after each round, notes, the changes that the final text proposes")
        self.keep = TextButton("Keep it up to date", icon="check")
        self.keep.setToolTip("Commit automatically after every round from now on")
        self.delete = TextButton("Delete…", icon="trash", kind="danger")
        self.delete.setToolTip("Delete the branch; the debate stays")
        self.title, self.subtitle = ElidedLabel(look="title"), ElidedLabel(look="caption")
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self.title)
        titles.addWidget(self.subtitle)
        self._labels = {
            self.leave: "Back to the debate",
            self.commit: "Commit what is missing",
            self.keep: "Keep it up to date",
            self.delete: "Delete…",
        }
        for button, label in self._labels.items():
            button.setAccessibleName(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 8)
        row.setSpacing(6)
        row.addWidget(self.leave)
        row.addSpacing(6)
        row.addLayout(titles, 1)
        for name, button in (("commit", self.commit), ("keep", self.keep), ("delete", self.delete)):
            button.clicked.connect(lambda _checked=False, which=name: self.wanted.emit(which))
            row.addWidget(button)
        self.leave.clicked.connect(lambda: self.wanted.emit("leave"))

    def show_branch(self, name: str, subtitle: str, *, there: bool, kept: bool) -> None:
        """`there`: the branch has commits; `kept`: it is kept up to date by itself."""
        self.title.setText(name)
        self.title.setAccessibleName(name)
        self.subtitle.setText(subtitle)
        self.delete.setVisible(there)
        self.keep.setVisible(not kept)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the buttons keep their icons, names and tool tips."""
        super().resizeEvent(event)
        for button, label in self._labels.items():
            button.setText(label if self.width() >= NARROW else "")
