"""The card “Code versions”: the score of each version as a chart, and the newest ones in a list, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent

from disputatio.app.debate_files import put
from disputatio.debate.views.code_quality import FORMULA
from disputatio.debate.views.code_versions import Version
from disputatio.debate.wording import tr
from disputatio.faces.gui.charts.chart import ChartCard
from disputatio.faces.gui.charts.versions import VersionChart
from disputatio.faces.gui.kit.lists import EDGE, HIGH, Row, RowList

if TYPE_CHECKING:
    from pathlib import Path

    from disputatio.faces.gui.board.code_feed import CodeFeed
    from disputatio.faces.gui.bridge import Bridge

EMPTY: Final = tr("A version appears when somebody has written a program.")
SOME, MANY = 3, 8
"""Rows that are seen without scrolling, beside other cards and on the page of the versions."""


class CodeCard(ChartCard):
    """`most` rows are seen at once. For any view of a debate: it is enough to give it the debate's feed."""

    chosen = Signal(int)
    """A version is to be shown: its number."""

    def __init__(self, feed: CodeFeed, bridge: Bridge, most: int = SOME) -> None:
        self.versions_chart = VersionChart()
        self.list = RowList(tr("Code versions, newest first"))
        self._feed, self._most = feed, most
        super().__init__(tr("Code versions"), self.versions_chart, EMPTY)
        self.list.setToolTip(tr(FORMULA))
        self.body.addWidget(self.list)
        self.kept.connect(lambda content, file: bridge.start(self._keep(content, file)))
        self.versions_chart.opened.connect(lambda key: self.chosen.emit(int(key)))
        self.list.opened.connect(lambda key: self.chosen.emit(int(key)))
        feed.changed.connect(self.refresh)
        self.refresh()

    async def _keep(self, content: bytes, file: Path) -> None:
        """Write a picture. Raises Refused."""
        await put(content, file)
        self.said.emit(tr("{title} saved as {file}.").format(title=self.title, file=file.name))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._feed.measure()

    def refresh(self) -> None:
        versions = self._feed.history.versions
        self.subject = self._feed.live.debate.question
        self.versions_chart.show_versions(versions)
        self.list.show_rows([_row(one) for one in reversed(versions)])
        self.list.setFixedHeight(min(self._most, len(versions)) * HIGH + EDGE)
        self.list.setHidden(not versions)
        self.changed()
        if self.isVisible():
            self._feed.measure()

    def show_most(self, most: int) -> None:
        """Let so many rows be seen without scrolling."""
        if most != self._most:
            self._most = most
            self.refresh()

    def select(self, number: int) -> None:
        self.list.select(str(number))


def _row(one: Version) -> Row:
    tests = tr("Tests: {tests_told}").format(tests_told=one.tests_told)
    score = one.score_told if one.score is not None else ""
    return Row(key=str(one.number), title=f"{one.name}  {one.title}", subtitle=tests, chip=score)
