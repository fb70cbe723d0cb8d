"""Signs, words and tones for what the board says: nothing is told by colour alone."""

from __future__ import annotations

from typing import Final, Literal

from disputatio.debate.claims import ClaimStatus
from disputatio.debate.cruxes import CruxKind
from disputatio.debate.ledger import FlipClass
from disputatio.debate.reflections import ReflectionKind
from disputatio.faces.gui.models.tones import Tone

Sign = tuple[str, str, Tone]
"""Sign, word and tone: nothing is told by colour alone."""

Hold = Literal[
    "holds",
    "supports",
    "agrees",
    "disputes",
    "conceded",
    "settled",
    "took up",
    "said to hold",
    "said to dispute",
    "silent",
]

HOLDS: Final[dict[Hold, Sign]] = {
    "holds": ("●", "holds", "plain"),
    "supports": ("+", "supports", "ok"),
    "agrees": ("✓", "agrees", "ok"),
    "disputes": ("✕", "disputes", "error"),
    "conceded": ("↷", "conceded", "caution"),
    "settled": ("✓", "settled", "ok"),
    "took up": ("…", "took up", "plain"),
    "said to hold": ("○", "said to hold", "plain"),
    "said to dispute": ("○", "said to dispute", "plain"),
    "silent": ("–", "silent", "plain"),
}
"""What a participant says of a claim. Silence is no agreement, and is never shown as one; "said to": somebody
else names them as a side of it, and they themselves have not spoken on it."""

STATUS: Final[dict[ClaimStatus, Sign]] = {
    "active": ("✕", "active", "error"),
    "in crux room": ("◎", "in crux room", "caution"),
    "resolved": ("✓", "resolved", "ok"),
    "abandoned": ("–", "abandoned", "plain"),
}

FLIPS: Final[dict[FlipClass, Sign]] = {
    "evidence": ("✓", "by evidence", "ok"),
    "argument": ("»", "by argument", "ok"),
    "capitulation": ("↷", "capitulation", "caution"),
    "spontaneous": ("~", "spontaneous", "plain"),
}
FLIP_MEANINGS: Final[dict[FlipClass, str]] = {
    "evidence": "It names a citation that was checked and found verified since its author spoke last.",
    "argument": "It names a claim that somebody else made since its author spoke last.",
    "capitulation": "It names neither evidence nor an argument, though somebody had disagreed. It is no agreement.",
    "spontaneous": "It names neither evidence nor an argument, and nobody had disagreed.",
}

CRUXES: Final[dict[CruxKind, tuple[str, str, str]]] = {
    "fact": ("check", "Fact", "They disagree about what is so: a measurement or a source could settle it."),
    "value": ("scale", "Value", "They weigh the same facts differently."),
    "definition": ("book", "Definition", "They mean different things by the same words."),
    "prediction": ("clock", "Prediction", "They expect different things to happen."),
    "premise": ("link", "Premise", "They start from different assumptions."),
    "evidence": ("search", "Evidence", "They trust different sources, or the same ones differently."),
    "horizon": ("eye", "Horizon", "They look at different spans of time."),
}
"""Icon, word and meaning."""

REFLECTIONS: Final[dict[ReflectionKind, Sign]] = {
    "pattern": ("≡", "pattern", "plain"),
    "shift": ("↷", "shift", "caution"),
    "convergence": ("»", "convergence", "ok"),
    "escalation": ("▲", "escalation", "error"),
}

LINKS: Final = {"supports": ("+", "supports"), "attacks": ("✕", "attacks"), "answers": ("»", "answers")}


RULINGS: Final = {"agreed": ("✓", "Agreed"), "contested": ("✕", "Contested"), "set aside": ("–", "Set aside")}
"""What a person can make of a point."""
CLAIM_RULINGS: Final = {"accepted": ("✓", "Accept"), "rejected": ("✕", "Reject"), "open": ("?", "Leave open")}
"""What a person can make of a claim that is no point."""
