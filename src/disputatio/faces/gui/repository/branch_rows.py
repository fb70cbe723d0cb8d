"""The branch of a debate in words and rows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from disputatio.app.debates.branches import BranchView, Proposed
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import Row
from disputatio.repository.blame import Blame
from disputatio.repository.branch_views import BlameLine, FileChange
from disputatio.repository.branches import Milestone
from disputatio.repository.entries import Commit

WHOLE: Final = "all changes"
"""The key of the row that stands for the branch as a whole."""
SIGNS = {"added": "+", "deleted": "−", "renamed": "→", "changed": "±"}


def rows(view: BranchView, now: float) -> list[Row | str]:
    """Return the list beside the diff: the branch as a whole, its commits, what was proposed."""
    found: list[Row | str] = []
    if view.log:
        found += ["Branch", Row(key=WHOLE, title="All its changes", subtitle=_since(view), icon="fork")]
        found += ["Commits, newest first", *(_commit_row(each, now) for each in view.log)]
    if view.proposals:
        found.append("Proposed changes")
        for each in view.proposals:
            found.append(_proposal_row(each))
            if each.proposal.beyond:  # the whole sentence stands with the turn
                found.append(f"{each.proposal.beyond.partition(':')[0]}, {each.proposal.number} taken up")
    return found


def choices(view: BranchView) -> dict[str, Proposed | str]:
    """Return what each row stands for, by its key: a proposal, or the commit whose changes are shown ("" for all)."""
    commits = {WHOLE: "", **{each.id: each.id for each in view.log}}
    return {**commits, **{_proposal_key(each): each for each in view.proposals}}


def _proposal_key(each: Proposed) -> str:
    return f"{each.proposal.turn} {each.proposal.number}"


def _since(view: BranchView) -> str:
    return f"against {view.pin[:10]}" if view.pin else "a repository that had no commits"


def _commit_row(each: Milestone, now: float) -> Row:
    by = "" if each.ours else f"{each.author} · "
    return Row(
        key=each.id,
        title=each.subject,
        subtitle=f"{by}{each.id[:8]} · {phrases.day(each.at, now)}",
        icon="commit",
        chip="proposal" if each.proposal else "" if each.ours else "yours",
        tone="ok" if each.proposal else "plain",
    )


def _proposal_row(each: Proposed) -> Row:
    proposal = each.proposal
    chip, tone = ("on the branch", "ok") if each.commit else ("refused", "error") if each.why_not else ("new", "plain")
    of = f"round {proposal.round}" if proposal.round else "final text" if proposal.final else "outside a round"
    return Row(
        key=_proposal_key(each),
        title=f"{proposal.name}, {of}",
        subtitle=each.why_not or phrases.count(proposal.diff.count("\n@@") or 1, "place") + " changed",
        icon="edit",
        chip=chip,
        tone=tone,  # type: ignore[arg-type]
    )


def subtitle(view: BranchView) -> str:
    """Return what stands on the branch, in a line."""
    if not view.tip:
        return f"{view.repository} · no branch yet"
    return f"{view.repository} · {phrases.count(len(view.log), 'commit')} on top of {view.pin[:10] or 'nothing'}"


def verdict(each: Proposed) -> str:
    """Return what is so of a proposal."""
    if each.commit:
        return f"It is on the branch, as commit {each.commit[:10]}."
    if each.why_not:
        return f"It cannot be applied. {each.why_not}"
    return "It can be applied to the branch as it is."


def file_label(change: FileChange) -> str:
    name = f"{change.before} → {change.path}" if change.before else change.path
    return f"{SIGNS[change.change]} {name}   +{change.added} −{change.removed}"


def diff_text(changes: Sequence[FileChange]) -> str:
    """Return the diffs one after the other; what cannot be shown says why."""
    return "\n".join(_text(each) for each in changes)


def _text(change: FileChange) -> str:
    if not change.text:
        return f"diff --git a/{change.path} b/{change.path}\n(not a text: {change.change})\n"
    return change.text + ("\n(cut: the difference is longer than is shown)\n" if change.cut else "")


def blame_of(path: str, lines: Sequence[BlameLine]) -> list[Blame]:
    """Return the runs of lines by the same commit."""
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
