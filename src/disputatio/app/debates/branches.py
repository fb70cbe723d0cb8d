"""Debate branches, whatever the face: what a debate came to, as commits beside the repository's own (SPEC GIT.1).

A milestone is committed after the fact, by whoever drives the debate: while it is under way, when it is opened again,
or when a person asks. The branch itself records what is on it, so that none of these commits anything twice, and a
crash between a fact and its commit is made good the next time. A branch that cannot be written never stops a debate:
`trouble` says what is wrong, and the log of the application does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from disputatio.app.background import Background
from disputatio.app.debates.milestones import Due, Proposal, documents_due, is_milestone, note_files, proposals
from disputatio.app.debates.session import Session
from disputatio.app.privacy.frontier import Consents
from disputatio.app.privacy.sendings import OPTION, Branching, has_branch
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.log.events import DebateOpened, OptionChanged, Recorded
from disputatio.debate.values import OptionValue, value
from disputatio.debate.views.places import when
from disputatio.debate.views.solution import competing
from disputatio.debate.wording import by_face, english, mark, tr
from disputatio.library.workspace import Note
from disputatio.repository import branch_views
from disputatio.repository.branch_views import BlameLine, FileChange
from disputatio.repository.branches import CommitDraft, DebateBranch, Milestone, branch_name, open_branch
from disputatio.repository.patches import PatchRefused
from disputatio.repository.threads import in_thread
from disputatio.storage.library_store import LibraryStore
from disputatio.storage.log import SqliteEventLog

LOG = logging.getLogger(__name__)
NOT_AGREED = mark("This debate wants a branch, but nobody on this computer has agreed.")
T = TypeVar("T")

__all__ = ["OPTION", "BranchView", "Branches", "Proposed"]


@value
class Proposed:
    """A proposal and what is so of it: `commit` if it is on the branch, otherwise `why_not` it can be applied (""
    where it can)."""

    proposal: Proposal
    commit: str = ""
    why_not: str = ""


@value
class BranchView:
    """`name` in `repository`; `wanted`: milestones are committed by themselves. `tip` is "" while there is none.
    `trouble`: what could not be written although it belongs there, in sentences."""

    name: str
    repository: str
    pin: str
    wanted: bool
    tip: str = ""
    log: tuple[Milestone, ...] = ()
    proposals: tuple[Proposed, ...] = ()
    trouble: str = ""


class Branches:
    """The branches of all debates of this data folder."""

    def __init__(self, log: SqliteEventLog, library: LibraryStore, consents: Consents) -> None:
        self._log, self._library, self._consents = log, library, consents
        self._watching = Background("branch of")
        self._turn = asyncio.Lock()
        self.trouble: dict[str, str] = {}

    # ---- consent ---------------------------------------------------------------------------------------------------
    async def agree(self, id: str, repository: str) -> None:
        """A person agreed, on this computer, that this debate writes its branch. What an import or a fork says of it
        does not count."""
        await asyncio.to_thread(self._consents.give, [Branching(repository=repository, debate=id)])

    async def has_consent(self, id: str, repository: str) -> bool:
        return not await asyncio.to_thread(
            self._consents.missing_consents, [Branching(repository=repository, debate=id)]
        )

    # ---- while a debate runs ---------------------------------------------------------------------------------------
    def attend(self, session: Session) -> None:
        """Commit the results of a debate that is driven here, both missing ones and those to come."""
        if session.debate.context.kind == "repository":
            self._watching.begin(session.id, lambda: self._attend(session))

    async def _attend(self, session: Session) -> None:
        since = len(session.hub.records)
        await self._catch_up(session)
        async for update in session.updates(since):
            if isinstance(update, Recorded) and update.seq > since and _matters(update):
                since = len(session.hub.records)
                await self._catch_up(session)

    async def _catch_up(self, session: Session) -> None:
        if has_branch(session.debate.context, session.debate.options):
            await self._tried(session.id, tuple(session.hub.records))

    async def _tried(self, id: str, records: Sequence[Recorded]) -> None:
        if not await self.has_consent(id, _opened(id, records).context.ref):
            agree = by_face(
                tr("Agree with: disputatio branch {id} --commit").format(id=id),
                tr("You agree by keeping the branch up to date."),
            )
            self.trouble[id] = f"{tr(NOT_AGREED)} {agree}"
            return
        try:
            await self._committed(id, records)
        except DisputatioError as error:
            if self.trouble.get(id) != str(error):
                LOG.warning("The branch of debate %s: %s", id, error)
            self.trouble[id] = str(error)

    async def wait_until_committed(self, id: str, session: Session | None = None) -> None:
        """Wait until what has happened in a debate so far is committed. `session`: it may still be open here, since it
        waits for a person, and then nobody stops attending to it."""
        if session is not None and not session.closed:
            await self._catch_up(session)
        else:
            await self._watching.wait(id)

    async def close(self) -> None:
        """Commit what was recorded, as far as a moment allows; the rest follows when the debates are opened again."""
        await self._watching.close(patience=5.0)

    # ---- writing ---------------------------------------------------------------------------------------------------
    async def commit(self, id: str) -> int:
        """A person wants every milestone, note and final proposal committed that is not on the branch yet, and so
        agrees to the branch; returns how many commits were made. Proposals that do not apply are left out; `trouble`
        and `view` tell why. Raises the errors of the repository."""
        records = await self._log.read(id)
        made = await self._committed(id, records)
        await self.agree(id, _opened(id, records).context.ref)
        return made

    async def _committed(self, id: str, records: Sequence[Recorded]) -> int:
        notes = [note for note in await self._library.all(Note) if note.debate == id]
        async with self._turn:
            made, unfit = await self._on(id, records, lambda branch: _commit(branch, records, notes))
        if unfit:
            self.trouble[id] = _left_out(unfit)
        else:
            self.trouble.pop(id, None)
        return made

    async def note_kept(self, id: str) -> None:
        """A note was kept of a debate: it belongs on its branch, if the debate is to have one. Never raises for what is
        wrong with the branch: `trouble` says it."""
        records = await self._log.read(id)
        opened = records[0].event
        if not isinstance(opened, DebateOpened) or not has_branch(opened.context, _options(opened, records)):
            return
        await self._tried(id, records)

    async def apply(self, id: str, turn: str, number: int = 0) -> list[str]:
        """Commit what a turn proposes, the `number`-th change or all; returns the commits. Raises Refused where the
        turn proposes nothing, and the errors of the repository, `PatchRefused` among them."""
        records = await self._log.read(id)
        found = [each for each in proposals(records) if each.turn == turn and number in (0, each.number)]
        if not found:
            made = proposals(records)
            if more := next((each.beyond for each in made if each.turn == turn and each.beyond), ""):
                raise Refused(
                    tr("Change {number} of {turn} cannot be applied. {more}").format(
                        number=number, turn=turn, more=more
                    ),
                    "Ask for it in a turn of its own.",
                )
            known = ", ".join(dict.fromkeys(each.turn for each in made))
            remedy = f"These turns do: {known}." if known else "Ask the participants for a change as a unified diff."
            raise Refused(tr("Turn {turn!r} of debate {id} proposes no change.").format(turn=turn, id=id), remedy)
        async with self._turn:
            return await self._on(id, records, lambda branch: [_apply(branch, each) for each in found])

    async def put(self, id: str, draft: CommitDraft) -> str:
        """Commit a file that a person wants on the branch, and so agrees to it; returns the commit, "" if it is there
        already. Raises Refused without a repository, and the errors of the repository."""
        records = await self._log.read(id)
        async with self._turn:
            made = await self._on(id, records, lambda branch: branch.commit(draft))
        await self.agree(id, _opened(id, records).context.ref)
        return made

    async def delete(self, id: str) -> int:
        """Take the branch away; returns how many commits stood on it. To keep it from coming back, switch the option
        off first. Raises the errors of the repository."""
        async with self._turn:
            records = await self._log.read(id)
            gone = await self._on(id, records, lambda branch: branch.delete())
        branching = Branching(repository=_opened(id, records).context.ref, debate=id)
        await asyncio.to_thread(self._consents.revoke, branching.key)
        return gone

    # ---- reading ---------------------------------------------------------------------------------------------------
    async def view(self, id: str) -> BranchView:
        """Return the branch for a person. Raises Refused without a repository, and the errors of the repository."""
        records = await self._log.read(id)
        opened = _opened(id, records)
        agreed = await self.has_consent(id, opened.context.ref)
        return await self._on(id, records, lambda branch: self._view(branch, opened, records, agreed))

    def _view(
        self, branch: DebateBranch, opened: DebateOpened, records: Sequence[Recorded], agreed: bool
    ) -> BranchView:
        log = branch.require_ours()
        commits = {each.proposal: each.id for each in log if each.proposal}
        chosen = bool(commits) and competing(opened.format)
        proposed = tuple(
            _proposed(branch, each, commits.get(each.key, ""), passed_over=chosen and not each.due)
            for each in proposals(records)
        )
        wanted = agreed and has_branch(opened.context, _options(opened, records))
        unfit = [each for each in proposed if wanted and each.proposal.due and each.why_not]
        return BranchView(
            name=branch.name,
            repository=opened.context.ref,
            pin=opened.context.pin,
            wanted=wanted,
            tip=branch.tip,
            log=log,
            proposals=proposed,
            trouble=self.trouble.get(branch.debate, "") or _left_out(unfit),
        )

    async def diff(self, id: str, commit: str = "") -> tuple[FileChange, ...]:
        """Return what a commit of the branch changes, or the whole branch. Raises the errors of the repository."""
        return await self._on(id, await self._log.read(id), lambda branch: branch_views.diff(branch, commit))

    async def blame(self, id: str, path: str) -> tuple[BlameLine, ...]:
        """Return who wrote each line of a file at the tip of the branch. Raises the errors of the repository."""
        return await self._on(id, await self._log.read(id), lambda branch: branch_views.blame(branch, path))

    async def _on(self, id: str, records: Sequence[Recorded], work: Callable[[DebateBranch], T]) -> T:
        context = _opened(id, records).context
        return await in_thread(lambda stopped: work(open_branch(context.ref, id, context.pin)))


def _matters(record: Recorded) -> bool:
    return is_milestone(record.event) or (isinstance(record.event, OptionChanged) and record.event.name == OPTION)


def _opened(id: str, records: Sequence[Recorded]) -> DebateOpened:
    opened = records[0].event
    assert isinstance(opened, DebateOpened)
    if opened.context.kind != "repository":
        raise Refused(
            tr("Debate {id} is not about a repository, so it has no branch {branch_name}.").format(
                id=id, branch_name=branch_name(id)
            ),
            "Open a repository as the context of the next debate: --repo PATH.",
        )
    return opened


def _options(opened: DebateOpened, records: Sequence[Recorded]) -> dict[str, OptionValue]:
    changed = {each.event.name: each.event.value for each in records if isinstance(each.event, OptionChanged)}
    return {**opened.options, **changed}


def _proposed(branch: DebateBranch, proposal: Proposal, commit: str, *, passed_over: bool) -> Proposed:
    if commit:
        return Proposed(proposal=proposal, commit=commit)
    try:
        branch.changes(proposal.diff)
        return Proposed(proposal=proposal)
    except PatchRefused as refused:
        return Proposed(proposal=proposal, why_not=tr(NOT_CHOSEN) if passed_over else refused.what)


NOT_CHOSEN = mark("It was not chosen, and does not go on top of what stands on the branch.")


def _left_out(unfit: Iterable[Proposed]) -> str:
    """Say which changes belong on the branch and do not apply to what stands there, and why."""
    return " ".join(
        tr("The change of {name} ({when}) belongs on the branch and is not there: {why}").format(
            name=each.proposal.name, when=when(each.proposal.turn), why=each.why_not
        )
        for each in unfit
    )


@english()
def _commit(branch: DebateBranch, records: Sequence[Recorded], notes: Sequence[Note]) -> tuple[int, list[Proposed]]:
    """Commit documents and final proposals in the order of the log, then notes; return how many commits were made, and
    the proposals that do not apply."""
    log = branch.require_ours()
    before = len(log)
    reached = max((each.event for each in log), default=0)
    on_branch = {each.proposal for each in log}
    final = [each for each in proposals(records) if each.due and each.key not in on_branch]
    unfit = _try(branch, [each for each in final if each.due <= reached])  # it was interrupted before them
    for step in documents_due(branch.debate, records, reached):
        _document(branch, step)
        unfit += _try(branch, [each for each in final if reached < each.due <= step.event])
        reached = step.event
    unfit += _try(branch, [each for each in final if each.due > reached])
    if notes:
        at = max(int(note.updated_at) for note in notes)
        branch.commit(CommitDraft(subject="Notes", at=at, files=note_files(branch.debate, notes)))
    return len(branch.log()) - before, unfit


def _try(branch: DebateBranch, due: Iterable[Proposal]) -> list[Proposed]:
    """Apply what is due; return what does not apply."""
    unfit: list[Proposed] = []
    for proposal in due:
        try:
            _apply(branch, proposal)
        except PatchRefused as refused:
            unfit.append(Proposed(proposal=proposal, why_not=refused.what))
    return unfit


@english()
def _document(branch: DebateBranch, step: Due) -> None:
    branch.commit(CommitDraft(subject=step.subject, at=step.at, files=step.files(), event=step.event))


@english()
def _apply(branch: DebateBranch, proposal: Proposal) -> str:
    paths = list(branch.changes(proposal.diff))
    what = ", ".join(paths[:3]) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
    of = f" in round {proposal.round}" if proposal.round else ""
    by = f" ({proposal.model})" if proposal.model else ""
    writing = CommitDraft(
        subject=f"Proposal of {proposal.name}: {what}",
        body=f"Proposed by {proposal.name}{by}{of}, turn {proposal.turn}.",
        at=proposal.at,
        files={},
        proposal=proposal.key,
    )
    return branch.apply(proposal.diff, writing)
