"""The collector of cycles is out of the way of a command, and still at work."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from disputatio.app.process import YOUNG, load, settle


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    gc.enable()
    yield
    gc.disable()
    gc.unfreeze()
    gc.set_threshold(*before)


class Ring:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.ring = self


def test_what_was_loaded_is_looked_through_no_more_and_what_is_let_go_of_later_is_found() -> None:
    load()
    assert not gc.isenabled()
    settle()
    assert gc.get_freeze_count() > 0
    gone = weakref.ref(Ring())
    kept = [[] for _ in range(2 * YOUNG)]
    assert gone() is None, "the young are looked through, only not as often"
    assert len(kept) == 2 * YOUNG
