"""What waits for a person, over all debates: approvals, consents, their own turns, and what failed (SPEC GATE.1).

The log of a debate says what waits in it; here those logs are looked through, each again only when it has grown. What
nobody approves within a time counts as rejected. That time runs only while the application runs: what has run of it is
kept in a file beside the database, which every process of one data folder goes by.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from disputatio.app.debates.branches import Branches
from disputatio.app.debates.milestones import proposals
from disputatio.app.debates.open_sessions import Sessions
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import OPTION, Asked, has_branch
from disputatio.app.private_files import read_json, write_json
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import Refused
from disputatio.debate.log.commands import Review, SetOption
from disputatio.debate.log.events import DebateOpened, Recorded
from disputatio.debate.log.evolve import debate_in, fold
from disputatio.debate.log.state import Debate
from disputatio.debate.values import value
from disputatio.debate.views.gate_view import GateView, gates_of
from disputatio.debate.views.status import open_to_people, reason_of_rest
from disputatio.debate.walk.gates import is_gate
from disputatio.debate.walk.plan import Planner
from disputatio.debate.wording import language, tr
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Clock
from disputatio.storage.catalogue import Catalogue, DebateEntry
from disputatio.storage.log import SqliteEventLog

FILE = "waiting.json"
TICK = 15.0
"""Seconds between two looks at what waits."""
Kind = Literal["gate", "consent", "write", "turn", "limit", "failure"]
ASKED: tuple[Kind, ...] = ("gate", "consent", "write")
"""What is answered by yes or no."""


@value
class Need:
    """Something for which a debate needs a person. `what` says it in a line; `path`: the call that waits, where there
    is one; `since`: seconds since 1970; `gate`: of an approval, what is to be approved."""

    debate: str
    title: str
    kind: Kind
    what: str
    since: float
    path: str = ""
    gate: GateView | None = None


def needs_of(entry: DebateEntry, debate: Debate, records: Sequence[Recorded]) -> list[Need]:
    """Return what a debate needs a person for."""
    last = records[-1].at if records else 0.0
    found = [
        Need(
            debate=entry.id,
            title=entry.title,
            kind="gate",
            what=view.question,
            since=view.requested_at,
            path=view.path,
            gate=view,
        )
        for view in gates_of(debate, Planner().walk(debate).past, records)
    ]
    if debate.status == "paused" and debate.reason == "consent":
        found.append(Need(debate=entry.id, title=entry.title, kind="consent", what=tr("May data be sent?"), since=last))
    if debate.status == "paused" and debate.reason == "budget":
        why = reason_of_rest(debate)
        found.append(Need(debate=entry.id, title=entry.title, kind="limit", what=why, since=last))
    if debate.status == "error":
        found.append(Need(debate=entry.id, title=entry.title, kind="failure", what=reason_of_rest(debate), since=last))
    turns = [path for path in open_to_people(debate) if not debate.over and not is_gate(debate, path)]
    if turns:
        what = tr("It is your turn.")
        found.append(Need(debate=entry.id, title=entry.title, kind="turn", what=what, since=last, path=turns[0]))
    return found


def diffs_of(records: Sequence[Recorded], gate: GateView) -> list[str]:
    """Return the changes that a gate is about: those of what was chosen, else those proposed since the gate before."""
    return [
        each.diff for each in proposals(records) if (each.turn in gate.works if gate.works else each.event > gate.since)
    ]


class Needs:
    """Looks through the debates of a data folder, and answers for nobody who does not answer in time."""

    def __init__(
        self,
        catalogue: Catalogue,
        log: SqliteEventLog,
        sessions: Sessions,
        frontier: Frontier,
        settings: Settings,
        clock: Clock,
        folder: Path,
        branches: Branches,
    ) -> None:
        self._branches = branches
        self._catalogue, self._log, self._sessions, self._frontier = catalogue, log, sessions, frontier
        self._settings, self._clock, self._file = settings, clock, folder / FILE
        self._known: dict[object, dict[str, tuple[float, list[Need]]]] = {}  # by the language they are in
        self._waited: dict[str, tuple[float, float]] = {}

    async def all(self) -> list[Need]:
        """Return what every debate needs a person for, the oldest first."""
        seen: dict[str, tuple[float, list[Need]]] = {}
        for entry in await self._candidates():
            session = self._sessions.get(entry.id)
            known = self._known.get(language(), {}).get(entry.id)
            if session is not None and not session.needs_person:
                before = known[1] if known is not None else []  # while it runs, only its branch can wait
                known = (0.0, [need for need in before if need.kind == "write"])
            elif known is None or known[0] != entry.updated_at:
                with suppress(NotFound):  # it was deleted meanwhile
                    known = (entry.updated_at, await self.needs(entry.id))
            if known is not None:
                seen[entry.id] = known
        self._known[language()] = seen
        self._waited = await asyncio.to_thread(self._read_file)
        found = [need for _, needs in seen.values() for need in needs]
        return sorted(found, key=lambda need: need.since)

    async def _candidates(self) -> list[DebateEntry]:
        """Return the debates that are not over, and those that are and could not keep their branch."""
        found = [
            each for status in ("paused", "failed", "running") for each in await self._catalogue.all(status=status)
        ]
        ids = {each.id for each in found}
        for id in self._branches.trouble.keys() - ids:
            with suppress(NotFound):
                found.append(await self._catalogue.get(id))
        return found

    async def gates(self) -> list[Need]:
        """Return what waits for an answer, yes or no."""
        return [need for need in await self.all() if need.kind in ASKED]

    async def needs(self, id: str) -> list[Need]:
        """Return what one debate needs a person for. Raises NotFound."""
        entry = await self._catalogue.get(id)
        records = await self._log.read(entry.id)
        return [*await asyncio.to_thread(_read, entry, records), *await self._writes(entry, records)]

    async def _writes(self, entry: DebateEntry, records: Sequence[Recorded]) -> list[Need]:
        """Return the question before a debate's branch is written that nobody on this computer agreed to."""
        if entry.context_kind != "repository" or await self._branches.has_consent(entry.id, entry.context_ref):
            return []
        debate = await asyncio.to_thread(fold, [record.event for record in records])
        if not has_branch(debate.context, debate.options):
            return []
        what = tr("May a branch be written?")
        return [Need(debate=entry.id, title=entry.title, kind="write", what=what, since=records[-1].at)]

    async def open_sendings(self, id: str) -> Sequence[Asked]:
        """Return what going on with a debate would send that nobody has agreed to."""
        records = await self._log.read(id)
        opened = records[0].event
        assert isinstance(opened, DebateOpened)
        return await self._frontier.present(id, opened, debate_in(records))

    async def write(self, id: str) -> int:
        """A person agreed to the branch of a debate: commit what belongs on it. Returns the commits that were made."""
        for known in self._known.values():
            known.pop(id, None)
        return await self._branches.commit(id)

    async def refuse_write(self, id: str) -> None:
        """A person does not want the branch of a debate."""
        await self._sessions.deliver(id, SetOption(name=OPTION, value=False))
        self._branches.trouble.pop(id, None)

    # ---- nobody answers -------------------------------------------------------------------------------------------
    def minutes(self) -> int:
        """Return after how many minutes of the application's time a gate counts as rejected; 0 for never."""
        return self._settings.get(declarations.GATE_MINUTES)

    async def tick(self) -> list[Need]:
        """Count the time that gates have waited; reject those for which it is over, and return them."""
        waiting = [need for need in await self.all() if need.kind == "gate"]
        waited = await asyncio.to_thread(self._counted, [f"{need.debate} {need.path}" for need in waiting])
        minutes = self.minutes()
        late = [need for need in waiting if minutes and waited[f"{need.debate} {need.path}"] >= 60 * minutes]
        for need in late:
            assert need.gate is not None
            why = f"nobody approved {need.gate.phase} within {minutes} minutes, which counts as a rejection"
            answer = Review(approved=False, reason=why, end=True, path=need.path, reviewer="the clock", overdue=True)
            with suppress(Refused):  # somebody answered at the last moment
                await self._sessions.deliver(need.debate, answer)
        return late

    def waiting_time(self, need: Need) -> float:
        """Return the seconds that a gate had waited when needs were last looked for."""
        return self._waited.get(f"{need.debate} {need.path}", (0.0, 0.0))[0]

    def _counted(self, keys: Sequence[str]) -> dict[str, float]:
        """Add the time since the last look, of whatever process; a longer gap is a time in which none ran."""
        now, before = self._clock.now(), self._read_file()
        counted: dict[str, tuple[float, float]] = {}
        for key in keys:
            seconds, at = before.get(key, (0.0, now))
            gap = now - at
            counted[key] = (seconds + (gap if 0 < gap <= 2 * TICK else 0.0), now)
        if counted or before:
            write_json(self._file, counted)
        return {key: seconds for key, (seconds, _) in counted.items()}

    def _read_file(self) -> dict[str, tuple[float, float]]:
        """Read the file; what cannot be read has waited for no time yet."""
        try:
            found = read_json(self._file).items()
            return {str(key): (float(seconds), float(at)) for key, (seconds, at) in found}
        except (ValueError, TypeError, AttributeError, OverflowError):
            return {}


def _read(entry: DebateEntry, records: Sequence[Recorded]) -> list[Need]:
    return needs_of(entry, debate_in(records), records)
