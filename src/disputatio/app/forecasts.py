"""What a debate takes: calls, tokens, money. Every figure is an estimate."""

from __future__ import annotations

from collections.abc import Iterable

from disputatio.debate.log.events import DebateOpened, Usage
from disputatio.debate.values import value
from disputatio.debate.views import words
from disputatio.debate.views.forecast import Expected, forecast
from disputatio.debate.views.labels import REHEARSAL
from disputatio.debate.views.look_ups import looks_up
from disputatio.engine.ports import Prices
from disputatio.prompting import personas


@value
class Forecast:
    """What a debate takes where nobody ever agrees. `cost` in micro-dollars, None where a price is unknown (`unknown`
    names the models); every figure is an estimate. `more`: it is too long to be counted to its end, and can take more;
    `tools`: participants may look things up, which is counted as often as they usually do."""

    calls: int
    tokens: int
    cost: int | None
    unknown: tuple[str, ...] = ()
    models: tuple[Expected, ...] = ()
    more: bool = False
    tools: bool = False

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        asks = not self.models or not all(each.model.startswith(REHEARSAL) for each in self.models)
        return words.forecast(
            self.calls, self.tokens, self.cost, self.unknown, more=self.more, tools=self.tools, asks=asks
        )


def forecast_of(opened: DebateOpened, prices: Prices) -> Forecast:
    """The rules are run with participants who never agree."""
    text = "".join(section.text for section in opened.context.sections)
    own = {
        seat: prices.estimate_tokens(personas.persona_text(character)) for seat, character in opened.personas.items()
    }
    expected = forecast(opened, prices.estimate_tokens(text) if text else 0, own)
    unknown = tuple(each.model for each in expected if _price(each, prices) is None)
    return Forecast(
        calls=sum(each.calls for each in expected),
        tokens=sum(each.prompt + each.completion for each in expected),
        cost=None if unknown else sum(_price(each, prices) or 0 for each in expected),
        unknown=unknown,
        models=expected,
        more=any(each.more for each in expected),
        tools=looks_up(opened.context, opened.options),
    )


def cost_by_provider(expected: Iterable[Expected], prices: Prices) -> dict[str, int | None]:
    """Micro-dollars that each provider would charge, None where the price of one of its models is unknown."""
    costs: dict[str, int | None] = {}
    for each in expected:
        name, cost = each.model.partition(":")[0], _price(each, prices)
        before = costs.get(name, 0)
        costs[name] = None if cost is None or before is None else before + cost
    return costs


def _price(expected: Expected, prices: Prices) -> int | None:
    return prices.price(
        expected.model,
        Usage(prompt=expected.prompt, completion=expected.completion, cached=expected.cached, written=expected.written),
    )
