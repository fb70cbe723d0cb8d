"""How checked citations are shown: a sign, a word and a tone for every result, so that colour is never alone."""

from __future__ import annotations

from typing import Final

from disputatio.debate.evidence import Status
from disputatio.debate.values import value
from disputatio.faces.gui.models.tones import Tone

SIGNS: Final[dict[Status, tuple[str, str, Tone]]] = {
    "verified": ("✓", "verified", "ok"),
    "moved": ("→", "moved", "caution"),
    "near": ("≈", "nearly", "caution"),
    "misquoted": ("✕", "misquoted", "error"),
    "missing": ("○", "missing", "error"),
    "ambiguous": ("?", "ambiguous", "caution"),
    "external": ("↗", "external", "plain"),
}
"""Sign, word and tone of each status."""

MEANINGS: Final[dict[Status, str]] = {
    "verified": "It stands there.",
    "moved": "Word for word, but elsewhere in the file.",
    "near": "Nearly word for word.",
    "misquoted": "The source does not say that.",
    "missing": "There is no such place at the pinned commit.",
    "ambiguous": "Several sources fit; the citation does not say which.",
    "external": "Nothing in this debate to check it against.",
}
"""What a status says, in a sentence."""


@value
class Mark:
    """One citation in the text of a message. `number` counts the citations of the turn from 0; `start` and `end` are
    places in the message's text; `label` is the citation, `hint` what came of the check."""

    number: int
    start: int
    end: int
    status: Status
    label: str
    hint: str
