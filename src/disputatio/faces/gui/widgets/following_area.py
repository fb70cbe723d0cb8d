"""A scrolling area that keeps its end in sight for as long as the reader is there."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

END: Final = 3
"""Pixels from the end that still count as the end."""


class FollowingArea(QAbstractScrollArea):
    """A subclass tells its height by `_set_range`, and goes `_to_end` when it grew and is `following`."""

    following_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._following, self._moving = True, False
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def following(self) -> bool:
        """Whether the end is kept in sight."""
        return self._following

    def _value(self) -> int:
        return self.verticalScrollBar().value()

    def _set_value(self, value: float) -> None:
        self._moving = True
        self.verticalScrollBar().setValue(round(value))
        self._moving = False

    def _set_range(self, total: float) -> None:
        """`total`: the height of everything, in pixels."""
        self._moving = True
        high = self.viewport().height()
        self.verticalScrollBar().setPageStep(high)
        self.verticalScrollBar().setRange(0, max(0, round(total) - high))
        self._moving = False

    def _to_end(self) -> None:
        self._set_value(self.verticalScrollBar().maximum())

    def _scrolled(self) -> None:
        if not self._moving:
            self._follow_at_end()

    def _follow_at_end(self) -> None:
        """The end is followed from now on if it is in sight, and no longer if it is not."""
        self._set_following(self._value() >= self.verticalScrollBar().maximum() - END)

    def _set_following(self, following: bool) -> None:
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)
