"""What answers take: as the provider counted, else estimated. An answer that broke off has cost something too."""

from __future__ import annotations

from typing import Protocol

from disputatio.debate.log.events import TurnCut, Usage
from disputatio.debate.ranges import MOST_TOKENS
from disputatio.engine.flights import Flight
from disputatio.prompting.request import Request


class Prices(Protocol):
    """What tokens cost. Both are estimates of the offline price table."""

    def price(self, model: str, usage: Usage) -> int | None:
        """Micro-dollars, None where the model's price is unknown (never 0 for that)."""
        ...

    def estimate_tokens(self, text: str) -> int: ...


def credible(usage: Usage) -> bool:
    """Whether one answer can have taken that much: models read and say far less than the limit."""
    counts = (usage.prompt, usage.completion, usage.cached, usage.written)
    return all(0 <= count <= MOST_TOKENS for count in counts) and usage.cached + usage.written <= usage.prompt


class Billing:
    """Keeps the bill of each flight."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices

    def answered(self, flight: Flight, request: Request, text: str, counted: Usage | None, model: str) -> None:
        """A whole answer; `counted` is what its provider says that it took. What cannot be so is not believed."""
        usage = counted if counted is not None and credible(counted) else self.estimate(request, text)
        flight.add(usage, self.prices.price(model, usage))
        flight.billed = True

    def estimate(self, request: Request, text: str) -> Usage:
        prompt = request.system + "".join(message.text for message in request.messages)
        if request.tools:
            prompt += "".join(result.text for message in request.messages for result in message.results)
        return Usage(
            prompt=self.prices.estimate_tokens(prompt),
            completion=self.prices.estimate_tokens(text),
            estimated=True,
        )

    def cut(self, flight: Flight, why: str) -> TurnCut:
        """A call that ends before its answer is whole: its text is kept, and what it must have cost is estimated."""
        said = flight.text[flight.said :]
        if said and not flight.billed:
            self.answered(flight, flight.request, said, None, flight.speaker or flight.asked.model)
        return TurnCut(
            path=flight.call.path,
            text=flight.text,
            why=why,
            cost=flight.cost,
            usage=flight.usage,
            tools=flight.tools,
        )

    def broken_off(self, flight: Flight, why: str, *, last: bool = False) -> tuple[TurnCut, ...]:
        """What an attempt said before it broke off, if anything, as an event of its own; the next begins anew. `last`:
        there is no next one, so all that the turn said is kept."""
        if not (flight.text if last else flight.text[flight.said :]):
            return ()
        cut = self.cut(flight, why)
        flight.begin_anew()
        return (cut,)
