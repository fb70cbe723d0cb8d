"""Errors of reading what was said."""

from __future__ import annotations

from disputatio.debate.errors import DisputatioError


class Unreadable(DisputatioError):
    """The fields of a contract cannot be read from a reply. `why` is said to the model when it is asked once more."""

    def __init__(self, why: str) -> None:
        super().__init__(why, "The model is asked once more for this part alone.")
        self.why = why
