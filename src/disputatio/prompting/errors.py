"""What cannot be used of a reply or a call; the model is told, and may try once more."""

from __future__ import annotations

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import Json


class Unreadable(DisputatioError):
    """The fields of a contract cannot be read from a reply. `why` is said to the model when it is asked once more."""

    def __init__(self, why: str) -> None:
        super().__init__(why, "The model is asked once more for this part alone.")
        self.why = why


class Incomplete(Unreadable):
    """Some entries of a record cannot be used. `data`: what is left without them. `rest`: the reader knows which they
    are, so that they alone are asked for, and joins them to the others."""

    def __init__(self, why: str, data: dict[str, Json], *, rest: bool = False) -> None:
        super().__init__(why)
        self.data = data
        self.rest = rest


class Misused(DisputatioError):
    """A model's call of a tool that cannot be made. `what` is said to the model."""

    def __init__(self, what: str) -> None:
        super().__init__(what, "The model is told, and may call again.")
