"""Whom letters stand for: a text that was written by somebody who saw no names, for those who may see them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from disputatio.debate.log.seats import Seat
from disputatio.debate.views.participants import name_of
from disputatio.debate.wording import listed, tr

_LABEL = re.compile(r"\bResponse ([A-Z])\b")
_LEAD = re.compile(r"^(\W{0,4})([A-Z])(?=\s?[:.)–—](?:\s|$))")


def with_names(text: str, letters: Mapping[str, str], seats: Mapping[str, Seat]) -> str:
    """Return a text with names in place of the labels that its author was shown ("Response B"), and of a letter that
    heads it ("B: …"). A letter within a sentence may be a word, and stays."""

    def named(letter: str, otherwise: str) -> str:
        return name_of(letters[letter], seats) if letter in letters else otherwise

    text = _LEAD.sub(lambda found: found[1] + named(found[2], found[2]), text)
    return _LABEL.sub(lambda found: named(found[1], found[0]), text)


def key_to(letters: Mapping[str, str], seats: Mapping[str, Seat], *texts: str) -> str:
    """Return what each of the letters stands for, "A is Ada, B is Ben and C is Cy"; "" where no text has one of them in
    it."""
    if not any(re.search(rf"\b{letter}\b", text) for letter in letters for text in texts):
        return ""
    told = (
        tr("{letter} is {seat}").format(letter=letter, seat=name_of(seat, seats)) for letter, seat in letters.items()
    )
    return listed(told)
