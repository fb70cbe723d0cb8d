"""The branch of a debate in words and rows. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from disputatio.app.debates.branches import BranchView, Proposed
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.kit import phrases
from disputatio.faces.gui.kit.lists import Row
from disputatio.repository.blame import Blame
from disputatio.repository.branch_views import BlameLine, FileChange
from disputatio.repository.branches import Milestone
from disputatio.repository.entries import Commit

WHOLE: Final = tr("all changes")
"""The key of the row that stands for the branch as a whole."""
SIGNS = {"added": "+", "deleted": "−", "renamed": "→", "changed": "±"}


def rows(view: BranchView, now: float) -> list[Row | str]:
    """Return the list beside the diff: the branch as a whole, its commits, what was proposed."""
    found: list[Row | str] = []
    if view.log:
        found += [tr("Branch"), Row(key=WHOLE, title=tr("All its changes"), subtitle=_since(view), icon="fork")]
        found += [tr("Commits, newest first"), *(_commit_row(each, now) for each in view.log)]
    if view.proposals:
        found.append(tr("Proposed changes"))
        for each in view.proposals:
            found.append(_proposal_row(each))
            if each.proposal.beyond:  # the whole sentence stands with the turn
                found.append(
                    tr("{partition}, {proposal_number} taken up").format(
                        partition=each.proposal.beyond.partition(":")[0], proposal_number=each.proposal.number
                    )
                )
    return found


def choices(view: BranchView) -> dict[str, Proposed | str]:
    """Return what each row stands for, by its key: a proposal, or the commit whose changes are shown ("" for all)."""
    commits = {WHOLE: "", **{each.id: each.id for each in view.log}}
    return {**commits, **{_proposal_key(each): each for each in view.proposals}}


def _proposal_key(each: Proposed) -> str:
    return f"{each.proposal.turn} {each.proposal.number}"


def _since(view: BranchView) -> str:
    return tr("against {pin}").format(pin=view.pin[:10]) if view.pin else tr("a repository that had no commits")


def _commit_row(each: Milestone, now: float) -> Row:
    by = "" if each.ours else f"{each.author} · "
    return Row(
        key=each.id,
        title=each.subject,
        subtitle=f"{by}{each.id[:8]} · {phrases.day(each.at, now)}",
        icon="commit",
        chip=tr("proposal") if each.proposal else "" if each.ours else tr("yours"),
        tone="ok" if each.proposal else "plain",
    )


def _proposal_row(each: Proposed) -> Row:
    proposal = each.proposal
    chip, tone = (
        (tr("on the branch"), "ok")
        if each.commit
        else (tr("refused"), "error")
        if each.why_not
        else (tr("new"), "plain")
    )
    of = (
        tr("round {round}").format(round=proposal.round)
        if proposal.round
        else tr("final text")
        if proposal.due
        else tr("outside a round")
    )
    return Row(
        key=_proposal_key(each),
        title=f"{proposal.name}, {of}",
        subtitle=each.why_not
        or plural("{count} place changed", "{count} places changed", proposal.diff.count("\n@@") or 1),
        icon="edit",
        chip=chip,
        tone=tone,  # type: ignore[arg-type]
    )


def subtitle(view: BranchView) -> str:
    """Return what stands on the branch, in a line."""
    if not view.tip:
        return tr("{repository} · no branch yet").format(repository=view.repository)
    return plural(
        "{repository} · {count} commit on top of {pin}", "{repository} · {count} commits on top of {pin}", len(view.log)
    ).format(repository=view.repository, pin=view.pin[:10] or tr("nothing"))


def verdict(each: Proposed) -> str:
    """Return what is so of a proposal."""
    if each.commit:
        return tr("It is on the branch, as commit {commit}.").format(commit=each.commit[:10])
    if each.why_not:
        return tr("It cannot be applied. {why_not}").format(why_not=each.why_not)
    return tr("It can be applied to the branch as it is.")


def file_label(change: FileChange) -> str:
    name = f"{change.before} → {change.path}" if change.before else change.path
    return f"{SIGNS[change.change]} {name}   +{change.added} −{change.removed}"


def diff_text(changes: Sequence[FileChange]) -> str:
    """Return the diffs one after the other; what cannot be shown says why."""
    return "\n".join(_text(each) for each in changes)


def _text(change: FileChange) -> str:
    if not change.text:
        return tr("diff --git a/{change_path} b/{change_path}\n(not a text: {change})\n").format(
            change_path=change.path, change=change.change
        )
    return change.text + (tr("\n(cut: the difference is longer than is shown)\n") if change.cut else "")


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
