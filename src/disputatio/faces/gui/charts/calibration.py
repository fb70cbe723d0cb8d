"""How right each model at the table was in debates before, and how sure of it: a bar for what turned out to be right,
and a line across it where the model had put itself."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.debate.views.track_records import Recorded
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.bars import Bar, BarChart
from disputatio.faces.gui.kit import phrases


class CalibrationChart(BarChart):
    def __init__(self) -> None:
        super().__init__(tr("Track record of the models"))

    def show_records(self, records: Sequence[Recorded]) -> None:
        self.bars = tuple(
            Bar(
                key=one.model,
                name=phrases.model(one.model),
                told=one.brief,
                part=one.track.right,
                mark=one.track.sure,
            )
            for one in records
        )
