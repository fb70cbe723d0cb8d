"""A turn in which the model looks things up: ask, make the calls it wants, ask again with what came of them, until it
answers (SPEC TURN.6, TURN.7). Limited in calls, time and size; every call is shown while it runs, and recorded. What
was answered before in the debate is not looked up again.

Without tools on offer this is one ask and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Protocol

from disputatio.debate.context import Context, released_secrets
from disputatio.debate.errors import DisputatioError
from disputatio.debate.log.events import ToolUse, Usage
from disputatio.debate.log.state import Debate, over_budget
from disputatio.debate.log.steps import Call
from disputatio.debate.policy import At
from disputatio.debate.tools import FORM, OPTION, TOOLS
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.views.excerpts import AGAIN, LEFT_OUT, TITLE, excerpts_of, same_call, uses_of
from disputatio.debate.views.look_ups import UNAVAILABLE
from disputatio.engine.asker import Answer, Asker
from disputatio.engine.canonical import encodable_text, storable
from disputatio.engine.flights import Flight
from disputatio.engine.hub import Delta, ToolDone, ToolRunning
from disputatio.engine.limits import Limits
from disputatio.engine.ports import Clock, Prices, ToolCalled
from disputatio.prompting import tools
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.errors import Misused
from disputatio.prompting.request import OWN_ID, Request, ToolCall, ToolResult, ToolSpec

_STOPPED = "It was stopped before it answered."


@value
class Offer:
    """What a participant may call, and in sentences what its role lacks because nobody has set it up."""

    specs: tuple[ToolSpec, ...] = ()
    lacking: tuple[str, ...] = ()


NO_TOOLS = Offer()


@value
class LookUp:
    """A call of a tool: by `who` (a name), in which debate, with what, under which options. What the person `released`
    is not held back."""

    context: Context
    name: str
    arguments: dict[str, Json]
    released: frozenset[str] = frozenset()
    debate: str = ""
    who: str = ""
    model: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@value
class Found:
    """What a call came to. `model` answered for it, where one did, and `usage` is what that took."""

    text: str
    model: str = ""
    usage: Usage | None = None


class Tools(Protocol):
    """What a participant can look things up with."""

    def offered(self, debate: Debate, call: Call, model: str) -> Offer:
        """Return what is on offer for a call of a participant whose debate allows tools."""
        ...

    async def run(self, asked: LookUp) -> Found:
        """Return what a tool says, as text with nothing in it that is held back.

        Raises DisputatioError, whose words are given to the model. Cancelling it ends its work.
        """
        ...

    def waits(self, name: str) -> bool:
        """Return whether a tool bounds its own time, or a person may have to be asked about each call of it: that time
        is not counted."""
        ...


class Researcher:
    """Has turns answered. Raises the errors of `engine.errors`, as the asker does."""

    def __init__(self, asker: Asker, found: Tools | None, limits: Limits, clock: Clock, prices: Prices) -> None:
        self.tools = found
        self._asker, self._clock, self._prices = asker, clock, prices
        self._limits, self._longest = limits.tools, limits.timeouts.turn

    def offer(self, debate: Debate, call: Call, model: str) -> Offer:
        """Return what a call is offered: a participant's, in a debate that allows it."""
        if self.tools is None or call.seat not in debate.seats or not debate.options.get(OPTION):
            return NO_TOOLS
        return self.tools.offered(debate, call, model)

    async def answer(self, flight: Flight, debate: Debate) -> Answer:
        """Return the whole answer; `flight.tools` are the calls it took."""
        self._tell_lacking(flight, debate)
        said = await self._asker.ask(flight, flight.request)
        if said.effortless:
            _tell(flight, f"{said.model} cannot be told how long to think, so it decided that itself.")
        if not flight.request.tools:
            return said
        texts = [said.text]
        while said.calls:
            if saved := flight.unsaved_answer():
                await flight.record(*saved)
            self._part(flight)
            calls = self._named(said.calls, flight.request)
            made = len(flight.tools)
            results = [await self._made(flight, debate, *each) for each in zip(said.calls, calls, strict=True)]
            self._tell_refused(flight, len(calls) - (len(flight.tools) - made))
            if text := self._handed_in(flight, made):
                texts.append(text)
                break
            await flight.follow_up(self._next(flight, debate, said, calls, results), "results")
            said = await self._asker.ask(flight, flight.request, speaker=said.model)
            texts.append(said.text)
        if said.toolless and not any(use.name != UNAVAILABLE for use in flight.tools):
            _tell(flight, f"{said.model} does not take tools; it answered from what it was given.")
        return Answer(text="\n\n".join(text.strip() for text in texts if text.strip()), model=said.model)

    def _tell_lacking(self, flight: Flight, debate: Debate) -> None:
        """Say once for each seat, with its first contribution, which of its tools are not set up. A vote is no
        contribution here, because nothing is looked up for it."""
        call = flight.call
        spoken = (turn for turn in call.past if turn.seat == call.seat and not contract_of(turn.gives).alone)
        if flight.request.schema is None and not any(spoken):
            for sentence in self.offer(debate, call, flight.ask.model).lacking:
                _tell(flight, sentence)

    def _handed_in(self, flight: Flight, made: int) -> str:
        """Return the response that was handed in as a form with the last calls, as the end of the turn; "" for none."""
        uses = [use for use in flight.tools[made:] if use.name == FORM and not use.failed]
        if not uses:
            return ""
        text = uses[-1].result
        flight.signal(Delta(path=flight.call.path, start=len(flight.text), text=text))
        flight.text += text
        return text

    def _part(self, flight: Flight) -> None:
        """What was said before a call stands apart from what is said after it."""
        if len(flight.text) > flight.earlier:
            flight.signal(Delta(path=flight.call.path, start=len(flight.text), text="\n\n"))
            flight.text += "\n\n"
        flight.earlier = len(flight.text)

    def _named(self, wanted: Sequence[ToolCalled], request: Request) -> list[ToolCall]:
        """Return the calls as they are told to the model again: each with an id of its own."""
        known = {call.id for message in request.messages for call in message.calls}
        found: list[ToolCall] = []
        for each in wanted:
            call = tools.repeatable_call(
                each.id, encodable_text(each.name), encodable_text(each.arguments), each.signature
            )
            if not call.id or call.id in known:
                call = replace(call, id=f"{OWN_ID}{len(known) + 1}")
            known.add(call.id)
            found.append(call)
        return found

    async def _made(self, flight: Flight, debate: Debate, wanted: ToolCalled, call: ToolCall) -> ToolResult:
        """Make one call, within what a turn may make. What is being made is known to the flight as stopped."""
        before, most = flight.tools, self._limits.calls
        if (left := most - _calls(flight)) <= 0:
            return tools.result(call, f"Not made: a turn makes no more than {most} calls.", failed=True)
        began, path = self._clock.monotonic(), flight.call.path
        use = ToolUse(name=call.name, arguments=_cut(encodable_text(wanted.arguments)), result=_STOPPED, failed=True)
        flight.tools = (*before, use)
        flight.signal(ToolRunning(path=path, name=use.name, arguments=use.arguments))
        text, failed = await self._said(flight, debate, wanted)
        took = round((self._clock.monotonic() - began) * 1000)
        use = replace(use, result=_cut(text, self._limits.characters), failed=failed, milliseconds=took)
        flight.tools = (*before, use)
        flight.signal(ToolDone(path=path, use=use))
        return tools.result(call, text, failed=failed, left=left - 1)

    def _tell_refused(self, flight: Flight, count: int) -> None:
        """Calls beyond what a turn may make are one line of the record, however many there are."""
        if count > 0:
            which = "One further look-up was" if count == 1 else f"{count} further look-ups were"
            _tell(flight, f"{which} not made: a turn makes no more than {self._limits.calls}.")

    async def _said(self, flight: Flight, debate: Debate, wanted: ToolCalled) -> tuple[str, bool]:
        """Return what a call says, and whether it failed. The limits hold whatever the tools do."""
        assert self.tools is not None, "tools are on offer only where there are some"
        try:
            offered = [tool.name for tool in flight.request.tools]
            given = storable(tools.arguments(wanted.name, wanted.arguments, offered))
            if wanted.name == FORM:
                return encodable_text(tools.response_text(given, flight.call.gives)), False
            if wanted.name in TOOLS and (known := _known(flight, debate, wanted.name, given)):
                return known, False
            text = await self._found(flight, debate, wanted.name, given)
        except TimeoutError:
            return f"It took more than {self._limits.seconds:g} s and was stopped. Ask for less.", True
        except Misused as error:
            return error.what, True
        except DisputatioError as error:
            return encodable_text(str(error)), True
        return _clipped(encodable_text(text), self._limits.size), False

    async def _found(self, flight: Flight, debate: Debate, name: str, given: dict[str, Json]) -> str:
        """Return what a tool says. What a model took to say it is on the bill of the turn."""
        assert self.tools is not None
        asked = LookUp(
            context=debate.context,
            name=name,
            arguments=given,
            released=released_secrets(debate.options),
            debate=flight.brief.debate,
            who=flight.brief.name or flight.call.seat,
            model=flight.ask.model,
            options=debate.options,
        )
        async with asyncio.timeout(None if self.tools.waits(name) else self._limits.seconds):
            found = await self.tools.run(asked)
        if found.model and found.usage is not None:
            flight.add(found.usage, self._prices.price(found.model, found.usage))
        return found.text

    def _next(
        self, flight: Flight, debate: Debate, said: Answer, calls: Sequence[ToolCall], results: Sequence[ToolResult]
    ) -> Request:
        """Return what is asked next: the same with what was found, without tools once they are used up."""
        before = flight.request
        request = replace(before, messages=(*before.messages, *tools.exchange(said.text, calls, results)))
        return tools.without_tools(request) if self._used_up(flight, debate) else request

    def _used_up(self, flight: Flight, debate: Debate) -> bool:
        """Say whether calls, time, or what the debate may spend are used up: the answer is still to be paid for."""
        spent = debate.spent
        so_far = replace(spent, cost=spent.cost + (flight.cost or 0), tokens=spent.tokens + flight.usage.total, turns=0)
        late = flight.elapsed_ms(self._clock) > self._longest * 1000
        return late or _calls(flight) >= self._limits.calls or bool(over_budget(so_far, debate.options))


def _calls(flight: Flight) -> int:
    """Return how many calls a turn has made."""
    return sum(use.name != UNAVAILABLE for use in flight.tools)


def _known(flight: Flight, debate: Debate, name: str, given: dict[str, Json]) -> str:
    """Return what a call is answered that was answered before in this debate: where that stands in the request already,
    else the same again, from the record; "" where there is no whole answer."""
    if same_call(flight.tools[:-1], name, given):
        return f"{AGAIN} the answer to this very call stands above, in this turn."
    at = At(debate=debate, path=flight.call.path, past=flight.call.past)
    shown = excerpts_of(at)
    if shown is not None and shown.cover(name, given):
        return f"{AGAIN} the answer stands under “{TITLE}”, in what you were given."
    earlier = same_call(uses_of(at), name, given)
    return earlier.result if earlier is not None and LEFT_OUT not in earlier.result else ""


def _tell(flight: Flight, why: str) -> None:
    """Record, and show at once, what the model of a turn was not given."""
    use = ToolUse(name=UNAVAILABLE, arguments="", result=why, failed=True)
    flight.tools = (*flight.tools, use)
    flight.signal(ToolDone(path=flight.call.path, use=use))


def _cut(text: str, most: int = 2_000) -> str:
    """Return the beginning, for the record; what follows is counted."""
    return text if len(text) <= most else f"{text[:most]}{LEFT_OUT}{len(text) - most:,} characters)"


def _clipped(text: str, size: int) -> str:
    """Return as many bytes as may be said; what is more is left out, and that is said."""
    data = text.encode()
    if len(data) <= size:
        return text
    return data[:size].decode("utf-8", "ignore") + f"\n… cut here: it was longer than {size:,} bytes."
