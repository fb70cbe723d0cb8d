"""The rounds of a debate, one after another. Those of each aspect of a dialogue are counted on, so that no two of them
are one: the first round of the second aspect is the third, where the first aspect had two."""

from __future__ import annotations

from disputatio.debate.ids import ASPECT, names_bound, pass_of, round_of
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.wording import tr

Key = tuple[str, int]


def number_in(past: Past, path: str) -> int:
    """Return the number of the round that a path is in; 0 outside of any."""
    key = _key(path)
    return _numbers(past).get(key, key[1])


def places_in(past: Past) -> dict[int, str]:
    """Return where the rounds of aspects are, in words: "cost, round 2"."""
    rounds = ((number, aspect, at) for (aspect, at), number in _numbers(past).items() if aspect)
    return {number: f"{aspect}, {tr('round {number}').format(number=at)}" for number, aspect, at in rounds}


def _key(path: str) -> Key:
    """Return what tells a round from all others. The first takes on an aspect belong to its first round."""
    aspect = names_bound(path).get(ASPECT, "")
    return (aspect, max(1, pass_of(path))) if aspect else ("", round_of(path))


def _numbers(past: Past) -> dict[Key, int]:
    return past.fold("numbered", _with_round, {})


def _with_round(numbers: dict[Key, int], turn: Turn) -> dict[Key, int]:
    key = _key(turn.path)
    if key in numbers or not key[1]:
        return numbers
    counted = key[0] or any(aspect for aspect, _ in numbers)
    return {**numbers, key: max(numbers.values(), default=0) + 1 if counted else key[1]}
