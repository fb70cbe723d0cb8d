"""What cannot be used of a reply or a call; the model is told, and may try once more."""

from __future__ import annotations

from disputatio.debate.errors import DisputatioError
from disputatio.debate.payload import items, words
from disputatio.debate.values import Json


class Unreadable(DisputatioError):
    """The fields of a contract cannot be read from a reply. `why` is said to the model when it is asked once more."""

    def __init__(self, why: str) -> None:
        super().__init__(why, "The model is asked once more for this part alone.")
        self.why = why


class Incomplete(Unreadable):
    """Some entries of a record cannot be used. `data`: what is left without them. `rest`: the list that lacks entries,
    where nothing else has to be mended: they alone are asked for, and are added to it."""

    def __init__(self, why: str, data: dict[str, Json], *, rest: str = "") -> None:
        super().__init__(why)
        self.data = data
        self.rest = rest

    def with_second(self, data: dict[str, Json]) -> dict[str, Json]:
        """Return what comes of the record by the second reply. One that was to add something may be whole again."""
        if not self.rest:
            return data
        kept = [*items(self.data.get(self.rest))]
        known = {_key(one) for one in kept}
        joined = [*kept, *(one for one in items(data.get(self.rest)) if _key(one) not in known)]
        lost = dict.fromkeys((*words(self.data.get("left_out")), *words(data.get("left_out"))))
        return {**self.data, self.rest: [*joined], **({"left_out": [*lost]} if lost else {})}


def _key(item: dict[str, Json]) -> tuple[str, ...]:
    return tuple(str(item.get(name)) for name in ("by", "turn", "id", "does"))


class Misused(DisputatioError):
    """A model's call of a tool that cannot be made. `what` is said to the model."""

    def __init__(self, what: str) -> None:
        super().__init__(what, "The model is told, and may call again.")
