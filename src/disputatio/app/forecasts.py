"""What a debate takes: calls, tokens, money. Every figure is an estimate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypedDict

from disputatio.debate.context import GLIMPSES
from disputatio.debate.log.events import DebateOpened, Usage
from disputatio.debate.log.evolve import fold
from disputatio.debate.ranges import blocks
from disputatio.debate.tools import tools_wanted
from disputatio.debate.values import value
from disputatio.debate.views import words
from disputatio.debate.views.forecast import MOST_EXCHANGES, Expected, forecast, forecasts
from disputatio.debate.views.labels import REHEARSAL
from disputatio.debate.views.lengths import FIRST_LOOK_UPS, LENGTHY, LOOK_UPS, MANY_LOOK_UPS, SELDOM
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.views.phases import Ahead, phase_at, stages_of
from disputatio.debate.views.solution import competing
from disputatio.debate.walk.gates import OPTION as GATES
from disputatio.debate.walk.gates import loops, stops
from disputatio.engine.ports import Prices
from disputatio.prompting import personas
from disputatio.prompting.tools import role_uses


@value
class Forecast:
    """What a debate takes where nobody ever agrees. `cost` in micro-dollars, None where a price is unknown (`unknown`
    names the models, and `known` is the cost of the others); every figure is an estimate. `more`: it is too long to be
    counted to its end, and can take more; `most`: what it takes where participants look up much or crux rooms go on to
    their bound (`looks` and `rooms`: which of these there can be), else where they write at length; None where no AI
    model is asked."""

    calls: int
    tokens: int
    cost: int | None
    unknown: tuple[str, ...] = ()
    models: tuple[Expected, ...] = ()
    more: bool = False
    most: Forecast | None = None
    looks: bool = False
    rooms: bool = False
    known: int = 0

    @property
    def asks(self) -> bool:
        """Whether an AI model is asked, so that lengths mean something."""
        return not self.models or not all(each.model.startswith(REHEARSAL) for each in self.models)

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        most = (self.most.calls, self.most.cost) if self.most else None
        return words.forecast(
            self.calls,
            self.tokens,
            self.cost,
            self.unknown,
            more=self.more,
            most=most,
            looks=self.looks,
            rooms=self.rooms,
            asks=self.asks,
            known=self.known,
            longest=self.most.tokens if self.most else 0,
        )

    @property
    def price(self) -> str:
        """What it costs, in a few words."""
        return words.price_range(self.cost, self.most.cost if self.most else self.cost)


def forecast_of(opened: DebateOpened, prices: Prices) -> Forecast:
    """The rules are run with participants who never agree, twice: as usual, and with as many look-ups and as much talk
    in crux rooms as there can be; where there is neither, with replies that are long."""
    told, looks = _told(opened, prices), looks_up(opened.context, opened.options)
    usually = SELDOM if competing(opened.format) else (FIRST_LOOK_UPS, LOOK_UPS)
    most = usual = _summed(forecast(opened, **told, look_ups=usually), prices)
    if any(block.gives == "stance" for block in blocks(opened.format.body)):
        most = _summed(forecast(opened, **told, look_ups=usually, exchanges=MOST_EXCHANGES), prices)
    rooms = most.calls > usual.calls
    if looks:
        most = _summed(forecast(opened, **told, look_ups=MANY_LOOK_UPS, exchanges=MOST_EXCHANGES), prices)
    elif not rooms:
        most = _summed(forecast(opened, **told, look_ups=usually, times=LENGTHY), prices)
    return replace(usual, most=most, looks=looks, rooms=rooms) if usual.asks else usual


class _Told(TypedDict):
    """What the requests of a debate hold besides what is said, as `forecast` takes it."""

    context_tokens: int
    glimpses: int
    own: dict[str, int]
    offered: dict[str, tuple[str, ...]]


def _told(opened: DebateOpened, prices: Prices) -> _Told:
    sections = opened.context.sections
    text = "".join(section.text for section in sections)
    seen = "".join(section.text for section in sections if section.name == GLIMPSES)
    own = {
        seat: prices.estimate_tokens(personas.persona_text(character)) for seat, character in opened.personas.items()
    }
    for seat, role in opened.roles.items():
        own[seat] = own.get(seat, 0) + prices.estimate_tokens(role.focus + role.task)
    names = tools_wanted(opened.context, opened.options)
    offered = {
        seat.id: tuple(name for name in names if role_uses(seat.role, name, opened.roles.get(seat.id)))
        for seat in opened.seats
    }
    context, glimpses = (prices.estimate_tokens(each) if each else 0 for each in (text, seen))
    return _Told(context_tokens=context, glimpses=glimpses, own=own, offered=offered)


def _summed(expected: tuple[Expected, ...], prices: Prices) -> Forecast:
    return Forecast(
        calls=sum(each.calls for each in expected),
        tokens=sum(each.prompt + each.completion for each in expected),
        cost=_cost(expected, prices),
        unknown=tuple(each.model for each in expected if _price(each, prices) is None),
        models=expected,
        more=any(each.more for each in expected),
        known=sum(_price(each, prices) or 0 for each in expected),
    )


def phases_ahead(opened: DebateOpened, prices: Prices) -> dict[str, Ahead]:
    """Return what each phase of a debate takes in a round, by its name, as its options and seats are."""
    if not stages_of(opened.format):
        return {}
    found = forecasts(opened, phase_at(opened.format, first=True), **_told(opened, prices), look_ups=SELDOM)
    return {
        name: Ahead(calls=sum(each.calls for each in expected), cost=_cost(expected, prices))
        for name, expected in found.items()
        if name
    }


def with_dear_rounds(opened: DebateOpened, prices: Prices) -> DebateOpened:
    """Return the debate with a gate before its rounds, too, where the person wants to be asked about rounds above an
    amount, and the first one may cost more than that: afterwards, the rules go by what the last one cost."""
    found = stops(fold([opened]))
    if found.spend is None:
        return opened
    rounds = [loop for loop in loops(opened.format.body) if loop.name in found.rounds]
    bounds = {str(loop.repeat)[1:]: 1 for loop in rounds if str(loop.repeat).startswith("$")}
    cost = forecast_of(replace(opened, options={**opened.options, **bounds}), prices).cost
    if cost is not None and cost <= found.spend:
        return opened
    points = opened.options.get(GATES)
    assert isinstance(points, list)
    wanted = list(dict.fromkeys([*points, *(loop.name for loop in rounds)]))
    return replace(opened, options={**opened.options, GATES: wanted})


def cost_by_provider(expected: Iterable[Expected], prices: Prices) -> dict[str, int | None]:
    """Micro-dollars that each provider would charge, None where the price of one of its models is unknown."""
    costs: dict[str, int | None] = {}
    for each in expected:
        name, cost = each.model.partition(":")[0], _price(each, prices)
        before = costs.get(name, 0)
        costs[name] = None if cost is None or before is None else before + cost
    return costs


def _cost(expected: Iterable[Expected], prices: Prices) -> int | None:
    costs = [_price(each, prices) for each in expected]
    return None if None in costs else sum(cost or 0 for cost in costs)


def _price(expected: Expected, prices: Prices) -> int | None:
    return prices.price(
        expected.model,
        Usage(prompt=expected.prompt, completion=expected.completion, cached=expected.cached, written=expected.written),
    )
