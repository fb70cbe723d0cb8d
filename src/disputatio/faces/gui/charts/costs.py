"""What each model cost: a bar for each, the dearest first; of tokens where nothing was paid."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.views.charts import ModelCost
from disputatio.debate.wording import plural, tr
from disputatio.faces.gui.charts.bars import Bar, BarChart
from disputatio.faces.gui.kit import phrases


class CostChart(BarChart):
    def __init__(self) -> None:
        super().__init__(tr("Cost by model"))

    def show_costs(self, costs: Sequence[ModelCost], *, hide_cost: bool) -> None:
        money = not hide_cost and any(one.cost for one in costs)
        amounts = {one: one.cost if money else one.prompt + one.completion for one in costs}
        most = max(amounts.values(), default=0) or 1
        self.bars = tuple(
            Bar(key=one.model, name=phrases.model(one.model), told=_told(one, hide_cost), part=amount / most)
            for one, amount in sorted(amounts.items(), key=lambda each: each[1], reverse=True)
        )


def _told(one: ModelCost, hide_cost: bool) -> str:
    tokens = plural("{count} token", "{count} tokens", one.prompt + one.completion)
    return (
        plural("{count} turn, {tokens}", "{count} turns, {tokens}", one.turns).format(tokens=tokens)
        if hide_cost
        else one.line.partition(": ")[2]
    )
