"""What a model does not take, learned from its own refusals.

Models of one provider differ: some refuse a temperature, others a JSON schema. A refusal with status 400 costs nothing,
so the request is sent again without the field it names, and later requests leave it out at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable


class Negotiation:
    def __init__(self) -> None:
        self._refused: defaultdict[str, set[str]] = defaultdict(set)

    def takes(self, model: str, field: str) -> bool:
        return field not in self._refused[model]

    def learn(self, model: str, said: str, sent: Iterable[tuple[str, str]]) -> bool:
        """Whether the refusal names something that can be left out: `sent` are the fields sent, each with the word
        that a refusal would use for it. Only the first is left out; a second refusal may name the next."""
        for field, word in sent:
            if word in said and self.takes(model, field):
                self._refused[model].add(field)
                return True
        return False
