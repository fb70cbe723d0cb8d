"""How the window was divided and what it showed, as text that a start understands: nonsense counts as nothing saved."""

from __future__ import annotations

import json
from collections.abc import Sequence

from disputatio.debate.values import value


@value
class Layout:
    """`sizes`: pixels of sidebar, centre and inspector; `inspector`: the one that was open, `shown`: whether the panel
    was (None: as the width allows)."""

    sizes: tuple[int, ...] = ()
    debate: str = ""
    inspector: str = ""
    shown: bool | None = None

    def text(self) -> str:
        found = {"sizes": list(self.sizes), "debate": self.debate, "inspector": self.inspector, "shown": self.shown}
        return json.dumps(found)


def parse(text: str) -> Layout:
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return Layout()
    if not isinstance(found, dict):
        return Layout()
    shown = found.get("shown")
    return Layout(
        sizes=_sizes(found.get("sizes")),
        debate=str(found.get("debate") or ""),
        inspector=str(found.get("inspector") or ""),
        shown=shown if isinstance(shown, bool) else None,
    )


def _sizes(found: object) -> tuple[int, ...]:
    if not isinstance(found, Sequence) or len(found) != 3:
        return ()
    return tuple(found) if all(isinstance(size, int) and 0 <= size < 100_000 for size in found) else ()
