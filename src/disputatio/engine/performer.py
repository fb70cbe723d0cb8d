"""Carries out one call: prepare, ask, read what was said. What comes of it are events; it never raises for what a
provider does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Protocol

from disputatio.debate.attempts import CASES, program_of
from disputatio.debate.board.recall import long
from disputatio.debate.board.recall import recall_query as sought
from disputatio.debate.citations.evidence import items_of, summary
from disputatio.debate.context import Context, released_secrets
from disputatio.debate.errors import DisputatioError
from disputatio.debate.ids import parent
from disputatio.debate.log.events import Event, TurnAbstained, TurnAsked, TurnCompleted, TurnFailed
from disputatio.debate.log.seats import by_hand
from disputatio.debate.log.state import Debate
from disputatio.debate.log.steps import Call
from disputatio.debate.personas import with_corpora
from disputatio.debate.policy import At
from disputatio.debate.values import Json
from disputatio.engine.asker import Answer, Asker
from disputatio.engine.canonical import canonical, digest, storable
from disputatio.engine.checking import CodeRunner, Recorded, checking_of, replayed
from disputatio.engine.errors import NotAgreed, ProviderError, Unauthorised
from disputatio.engine.flights import Billing, Flight
from disputatio.engine.limits import Limits
from disputatio.engine.ports import Clock, Prices
from disputatio.engine.routing import Routing, cargo_of
from disputatio.engine.tools import NO_TOOLS, Researcher, Tools
from disputatio.library.memory import is_apart
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose, compose_again, compose_repair, needless
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.interpret import Incomplete, Unreadable, interpret
from disputatio.prompting.request import Brief, Request

SERVED = frozenset({"memory", "sources", "sandbox"})
"""The seats that no model answers for."""


class Memory(Protocol):
    """What earlier debates have settled."""

    async def recall(self, kind: str, ref: str, question: str, rehearsal: bool = False) -> list[dict[str, Json]]:
        """Return items {"text", "established"} that bear on a question in the same context, best first. `rehearsal`:
        for a debate in which no AI is asked."""
        ...

    async def lessons(self, id: str, debate: Debate) -> list[dict[str, Json]]:
        """Return what programs that failed in other debates teach for the task of debate `id`: items {"text", "from"},
        best first."""
        ...

    async def remember(self, id: str, debate: Debate, sought: str, *, long: bool) -> list[dict[str, Json]]:
        """Return what the participants of debate `id` are reminded of before a round: items {"seat", "text"}, best
        first."""
        ...


class Sources(Protocol):
    """What citations are checked against: the pinned repository, documents, notes, files, passages of corpora."""

    async def check(self, context: Context, text: str, of: str, released: Collection[str] = ()) -> dict[str, Json]:
        """Return the record of the citations of a text (see `debate.citations.evidence`), which is the turn at the path
        `of`. `released` is what is not held back in this debate, so that it can be quoted.

        Raises DisputatioError where the sources of the context cannot be read.
        """
        ...


class Services:
    """Carries out the calls to the seats memory, sources and sandbox. None of them fails a debate."""

    def __init__(
        self,
        memory: Memory,
        sources: Sources,
        clock: Clock,
        runner: CodeRunner | None = None,
        recorded: Recorded | None = None,
    ) -> None:
        self.memory = memory
        self.sources = sources
        self._clock = clock
        self._runner, self._recorded = runner, recorded

    async def perform(self, flight: Flight, debate: Debate) -> Event:
        """Return the event that ends a call to one of `SERVED`."""
        if (known := await self._again(flight, debate)) is not None:
            return known
        match flight.call.seat:
            case "memory":
                return await self._recall(flight, debate)
            case "sources":
                return await self._check(flight, debate)
            case _:
                return await self._test(flight, debate)

    async def _recall(self, flight: Flight, debate: Debate) -> TurnCompleted:
        """Return what memory brings up. A debate goes on without it (SPEC §15), and says so."""
        call, items, note = flight.call, list[dict[str, Json]](), ""
        try:
            items = await self._from_memory(flight, debate)
        except DisputatioError as error:
            note = f"{'No lessons' if call.gives == 'lessons' else 'Nothing'} could be recalled: {error.what}"
        listed = "\n".join(f"- {item.get('text', '')}" for item in items)
        text = f"{len(items)} memories" if call.gives == "memories" else listed
        data: dict[str, Json] = {"items": list(items), **({"note": note} if note else {})}
        return TurnCompleted(path=call.path, text=text, data=data, by="rules")

    async def _from_memory(self, flight: Flight, debate: Debate) -> list[dict[str, Json]]:
        """Return what a call asks memory for: the course of the debate, lessons, or insights about its question."""
        call, context = flight.call, debate.context
        if call.gives == "memories":
            at = At(debate=debate, path=call.path, past=call.past)
            return await self.memory.remember(flight.brief.debate, debate, sought(at), long=long(call.past))
        if call.gives == "lessons":
            return await self.memory.lessons(flight.brief.debate, debate)
        if context.kind == "none":
            return []
        apart = is_apart(debate)
        return await self.memory.recall(context.kind, context.ref, debate.question, apart)

    async def _check(self, flight: Flight, debate: Debate) -> Event:
        """Return the citations of the turn that encloses the call, else of the last one that it sees."""
        path, turns = flight.call.path, flight.brief.turns
        turn = next((one for one in turns if one.path == parent(path)), turns[-1] if turns else None)
        if turn is None:
            return TurnAbstained(path=path, why="there is no turn whose citations could be checked")
        context = with_corpora(debate.context, debate.personas.values())
        try:
            data = await self.sources.check(context, turn.text, turn.path, released_secrets(debate.options))
        except DisputatioError as error:
            return TurnAbstained(path=path, why=f"the citations could not be checked: {error.what}")
        took = flight.elapsed_ms(self._clock)
        return TurnCompleted(path=path, text=summary(items_of(data)), data=data, by="rules", total_ms=took)

    async def _again(self, flight: Flight, debate: Debate) -> Event | None:
        """Return what came of the call when the debate was recorded that is spoken again: nothing is run, recalled or
        looked up for what stands there, whatever is known by now. None for a debate of its own."""
        (model, anew), path = replayed(debate), flight.call.path
        if not model or self._recorded is None:
            return None
        if (said := await self._recorded(model, flight.brief.debate, path)) is not None:
            return TurnCompleted(path=path, text=said.text, data=said.data, by="rules", total_ms=said.total_ms)
        if anew or flight.call.seat != "sandbox":
            return None
        return TurnAbstained(path=path, why="nothing was run here when the debate was recorded")

    async def _test(self, flight: Flight, debate: Debate) -> Event:
        """Return what the commands of the debate came to, else what came of running the last code that the call sees
        (SPEC HOOK.1, REFLEXION.1)."""
        path, checking = flight.call.path, checking_of(flight, debate)
        seen = [(turn.gives == CASES, program_of(turn.gives, turn.text, turn.data)) for turn in flight.brief.turns]
        program, cases = (
            next((one for made, one in reversed(seen) if made is generated and one is not None), None)
            for generated in (False, True)
        )
        if program is None and checking is None:
            return TurnAbstained(path=path, why="there is no code to run")
        if self._runner is None:
            return TurnAbstained(path=path, why="no isolated execution is set up, so nothing was run")
        try:
            if checking is not None:
                report = await self._runner.check(checking)
            else:
                assert program is not None, "there is one or the other"
                report = await self._runner.test(program.code, program.language, cases.code if cases else "")
        except DisputatioError as error:
            return TurnAbstained(path=path, why=f"nothing was run: {error.user_message}")
        took = flight.elapsed_ms(self._clock)
        return TurnCompleted(path=path, text=report.text, data=report.data, by="rules", total_ms=took)


class Performer:
    """Carries out calls for all debates; holds nothing of any of them."""

    def __init__(
        self,
        routing: Routing,
        limits: Limits,
        clock: Clock,
        prices: Prices,
        memory: Memory,
        sources: Sources,
        tools: Tools | None = None,
        runner: CodeRunner | None = None,
        recorded: Recorded | None = None,
    ) -> None:
        self.routing = routing
        self.billing = Billing(prices)
        self.services = Services(memory, sources, clock, runner, recorded)
        self.asker = Asker(routing, limits, clock, self.billing)
        self.researcher = Researcher(self.asker, tools, limits, clock, prices)
        self._clock = clock

    def prepare(self, debate: Debate, call: Call, id: str) -> tuple[TurnAsked, Brief, Request, str]:
        """Return what will be asked, before it is: the event, and the full request as canonical JSON."""
        model = debate.model_of(call.seat, call.task)
        offer = NO_TOOLS if by_hand(model) else self.researcher.offer(debate, call, model)
        brief = replace(brief_of(debate, call, id), lacking=offer.lacking)
        model = "" if needless(brief) else model
        effort = "" if by_hand(model) else debate.effort_of(call.seat)
        request = compose(brief, model.partition(":")[2], offer.specs, effort)
        body = canonical(request)
        asked = call.event_of_asking(model, digest(body))
        return asked, brief, request, body

    async def refusal(self, debate: Debate, calls: Iterable[Call], id: str) -> NotAgreed | None:
        """Return why a model may not be asked what one of these calls would take along; None where all may be made."""
        try:
            for call in calls:
                if call.seat not in SERVED and (model := debate.model_of(call.seat, call.task)):
                    await self.routing.check(model, cargo_of(id, debate, call.seat))
        except NotAgreed as error:
            return error
        return None

    async def perform(self, flight: Flight, debate: Debate) -> tuple[Event, ...]:
        """Return the events that end a call. Cancelling it cancels the request; `flight.text` keeps what was said."""
        flight.start = flight.saved_at = self._clock.monotonic()
        if flight.call.seat in SERVED:
            return (await self.services.perform(flight, debate),)
        try:
            return (await self._turn(flight, debate),)
        except ProviderError as error:
            return (*self.billing.broken_off(flight, error.what, last=True), self._failed(flight, error))

    def _failed(self, flight: Flight, error: ProviderError) -> Event:
        call = flight.call
        why = f"{error.what} Derived by rule instead."
        unasked = isinstance(error, NotAgreed)  # the person decides, not a rule
        if call.seat == "clerk" and not unasked and (derived := self._by_rules(flight, why)) is not None:
            return derived
        return TurnFailed(
            path=call.path,
            kind=error.kind,
            why=error.what,
            remedy=error.remedy,
            cost=flight.cost,
            usage=flight.usage,
            tools=flight.tools,
        )

    async def _turn(self, flight: Flight, debate: Debate) -> TurnCompleted:
        """Return the answer, read."""
        if not flight.ask.model:
            if (derived := self._by_rules(flight, "")) is not None:
                return derived
            raise Unauthorised(
                f"No model is set for {flight.brief.name} ({flight.call.task}).", "Choose one for this seat and retry."
            )
        said = await self.researcher.answer(flight, debate)
        try:
            data = interpret(flight.call.gives, said.text, flight.brief)
        except Unreadable as error:
            said, data = await self._mended(flight, said, error)
        return TurnCompleted(
            path=flight.call.path,
            text=said.text,
            data=storable(data) if data else {},
            model=said.model,
            usage=flight.usage,
            cost=flight.cost,
            first_ms=flight.first_ms,
            total_ms=flight.elapsed_ms(self._clock),
            tools=flight.tools,
        )

    def _by_rules(self, flight: Flight, why: str) -> TurnCompleted | None:
        """Return the turn without any model, None where no rule can make it."""
        derived = contract_of(flight.call.gives).derive(flight.brief)
        if derived is None:
            return None
        text, data = derived
        if why:
            data = {**data, "note": why}
        return TurnCompleted(
            path=flight.call.path,
            text=text,
            data=data,
            by="rules",
            usage=flight.usage,
            cost=flight.cost,
            total_ms=flight.elapsed_ms(self._clock),
        )

    async def _mended(self, flight: Flight, said: Answer, fault: Unreadable) -> tuple[Answer, dict[str, Json]]:
        """Return an answer that could not be used, and what could be had of it; or the one that takes its place."""
        if said.data is not None:
            return said, said.data
        if not (isinstance(fault, Incomplete) and contract_of(flight.call.gives).whole_again):
            try:
                return await self._repaired(flight, said, fault)
            except Incomplete as left:  # the form that was missing shows that the turn does not do what it is for
                fault = left
        return await self._said_again(flight, said, fault)

    async def _said_again(self, flight: Flight, said: Answer, fault: Incomplete) -> tuple[Answer, dict[str, Json]]:
        """Return the turn that takes the place of one that did not do what it is for; that one is kept as an attempt.
        Where no other can be had, it stands after all."""
        request = compose_again(flight.brief, said.text, fault.why, flight.request.model, flight.request.effort)
        try:
            flight.earlier = 0
            await self.asker.begin_again(flight, f"It was sent back: {fault.why}")
            await flight.follow_up(request, "mend")
            again = await self.asker.ask(flight, request)
        except ProviderError:
            return said, fault.data
        try:
            return again, interpret(flight.call.gives, again.text, flight.brief)
        except Incomplete as left:
            return again, left.data
        except Unreadable:
            return again, {}

    async def _repaired(self, flight: Flight, said: Answer, fault: Unreadable) -> tuple[Answer, dict[str, Json]]:
        """Return an answer that could not be read with its payload: asked for once more, then it stands in the answer;
        else what could be used of it, else derived by rule and marked, else nothing. Raises `Incomplete` where the
        whole turn has to be said again."""
        contract, brief = contract_of(flight.call.gives), flight.brief
        if contract.again and flight.call.task != contract.again:
            return said, {}  # the format asks for it once more (SPEC DUAL.2)
        kept = flight.text
        try:
            repair = compose_repair(brief, said.text, fault, flight.request.model, flight.request.effort)
            await flight.follow_up(repair, "mend" if isinstance(fault, Incomplete) else "repair")
            again = await self.asker.ask(flight, repair, silent=True)
            data = interpret(flight.call.gives, again.text, replace(brief, said=said.text))
            return replace(said, text=contract.mended(said.text, data)), data
        except Incomplete as left:
            if contract.whole_again:
                raise
            return replace(said, text=contract.mended(said.text, left.data)), left.data
        except (Unreadable, ProviderError):
            if isinstance(fault, Incomplete):
                return said, fault.data
            if contract.unread:
                return said, {"note": f"{contract.unread}: {fault.why}"}
            derived = contract.derive(brief, said.text)
            return said, {**derived[1], "derived": "rules"} if derived is not None else {}
        finally:
            flight.text = kept
