"""The payloads of records, and of an assessment, without any model. Whoever stores one says `by="rules"`.

    points assessment flips digest synthesis insights agreement traits ledger claims record reflections card

They read words, not meanings: they are for when no model is available or its reply cannot be read, they say so, and
they err on the side of recording less. Pure and deterministic; nothing is raised, whatever the brief holds.
"""

from __future__ import annotations

from collections.abc import Callable

from disputatio.debate.values import Json
from disputatio.prompting.remembered import without_facts
from disputatio.prompting.request import Brief
from disputatio.prompting.rules.condensing import derive_digest, derive_insights, derive_synthesis, spoken_synthesis
from disputatio.prompting.rules.judging import derive_assessment
from disputatio.prompting.rules.moves import derive_flips
from disputatio.prompting.rules.recording import derive_ledger
from disputatio.prompting.rules.standing import (
    derive_agreement,
    derive_aspects,
    derive_card,
    derive_record,
    derive_reflections,
    derive_traits,
    spoken,
)
from disputatio.prompting.rules.statements import derive_points

_RULES: dict[str, Callable[[Brief, str], dict[str, Json]]] = {
    "points": derive_points,
    "assessment": derive_assessment,
    "flips": derive_flips,
    "digest": derive_digest,
    "synthesis": derive_synthesis,
    "insights": derive_insights,
    "agreement": derive_agreement,
    "traits": derive_traits,
    "aspects": derive_aspects,
    "ledger": derive_ledger,
    "record": derive_record,
    "reflections": derive_reflections,
    "card": derive_card,
}


def covers(gives: str) -> bool:
    """Whether a contract's payload can be had without a model."""
    return gives in _RULES


def derive(gives: str, brief: Brief, text: str) -> tuple[str, dict[str, Json]]:
    """(text for people, payload) of a contract that `covers` names. `text` is a reply that could not be read, or "".

    Raises KeyError for other contracts.
    """
    data = without_facts(gives, _RULES[gives](brief, text), brief.sections)
    if gives == "synthesis":
        return spoken_synthesis(brief, data), data
    return spoken(data), data


__all__ = ["covers", "derive"]
