"""What a person may have meant by the name of a provider or a model that is not there: what is really like it, across
all providers and the models that are known offline; nothing where nothing is near."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

LIKE = 0.75
"""From here on two names are like one another (0..1; 1 for the same)."""
BEGINS = 0.9
"""How like a name is to one that it is the beginning of."""
ENOUGH = 3
"""Letters and figures that a beginning needs, to say anything."""
MOST = 3
ALIASES = {"google": "gemini", "vertex": "gemini", "claude": "anthropic", "gpt": "openai", "chatgpt": "openai"}
"""What people call providers by other names than we do."""
FAMILIES = frozenset({"claude", "gpt", "chatgpt"})
"""Those of them with which names of models begin."""

_MARKS = re.compile(r"[^a-z0-9]+")


def likeness(asked: str, known: str) -> float:
    """How like two names are, 0..1, whatever their case and marks."""
    one, other = _plain(asked), _plain(known)
    if not one or not other or one == other:
        return float(one == other)
    if len(one) >= ENOUGH and other.startswith(one):
        return BEGINS
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def nearest(asked: str, known: Iterable[str]) -> list[str]:
    """The names that are like one, the likest first, at most `MOST`; of those alike that which is known first. Where
    one is the same but for case and marks, no other is meant."""
    found = sorted(((likeness(asked, name), name) for name in known), key=lambda each: -each[0])
    least = 1.0 if found and found[0][0] == 1.0 else LIKE
    return [name for score, name in found if score >= least][:MOST]


def meant(asked: str, providers: Sequence[str], models: Sequence[str]) -> list[str]:
    """The "provider:model" that may have been meant, or providers alone where no model was named. `models` are ids of
    known models, each with its provider, those first that are rather meant."""
    name, colon, model = asked.strip().partition(":")
    alias = ALIASES.get(name.lower(), "")
    near = [alias] if alias in providers else nearest(name, providers)
    if colon and near and not alias:
        return [f"{provider}:{_model(provider, model, models)}" if model else provider for provider in near]
    names = dict.fromkeys(each.partition(":")[2] for each in models)
    best = nearest(f"{name}-{model}" if colon and name.lower() in FAMILIES else model or name, names)
    found = [id for one in best for id in models if id.partition(":")[2] == one and (not alias or id.startswith(alias))]
    return found[:MOST] or [f"{provider}:{model}" if model else provider for provider in near]


def _model(provider: str, model: str, models: Sequence[str]) -> str:
    """The model as it was named, or the one of that provider which it is like."""
    own = [each.partition(":")[2] for each in models if each.startswith(f"{provider}:")]
    return model if not own or model in own else next(iter(nearest(model, own)), model)


def _plain(name: str) -> str:
    return _MARKS.sub("", name.lower())
