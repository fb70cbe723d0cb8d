"""Where the rows of the transcript are: heights that are estimates until a row is seen, and their sums."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate


class RowGeometry:
    """Heights in pixels. Sums are kept up to the first changed row, so that growing at the end costs nothing."""

    def __init__(self, top: float, bottom: float) -> None:
        self._top, self._bottom = top, bottom
        self._heights: list[float] = []
        self._measured: list[bool] = []
        self._tops: list[float] = [top]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def total(self) -> float:
        return self.top(len(self)) + self._bottom

    def reset(self, estimates: Iterable[float]) -> None:
        self._heights = list(estimates)
        self._measured = [False] * len(self._heights)
        self._tops = [self._top]

    def append(self, estimate: float) -> None:
        self._heights.append(estimate)
        self._measured.append(False)

    def forget(self, row: int | None = None) -> None:
        """Let the height of a row, or of all, be measured again; until then it stands as an estimate."""
        if row is None:
            self._measured = [False] * len(self)
        else:
            self._measured[row] = False

    def is_measured(self, row: int) -> bool:
        return self._measured[row]

    def height(self, row: int) -> float:
        return self._heights[row]

    def set_height(self, row: int, height: float) -> bool:
        """Set the height of a row. Says whether anything below has to move."""
        self._measured[row] = True
        if abs(self._heights[row] - height) < 0.5:
            return False
        self._heights[row] = height
        del self._tops[row + 1 :]
        return True

    def top(self, row: int) -> float:
        """Return the upper edge of a row; of one past the last, the end of all."""
        known = len(self._tops) - 1
        if row > known:
            self._tops.extend(accumulate(self._heights[known:row], initial=self._tops.pop()))
        return self._tops[row]

    def at(self, position: float) -> int:
        """Return the row at that height, the nearest one outside; 0 where there are no rows."""
        self.top(len(self))
        return max(0, min(len(self) - 1, bisect_right(self._tops, position) - 1))

    def rows_between(self, upper: float, lower: float) -> range:
        """Return all rows that touch the stretch from `upper` to `lower`."""
        if not self._heights:
            return range(0)
        first = self.at(upper)
        return range(first, max(first + 1, min(len(self), bisect_left(self._tops, lower))))
