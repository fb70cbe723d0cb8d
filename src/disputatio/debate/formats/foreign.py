"""Whether the rules know everything that a program names which nobody has checked: it came with a debate from
elsewhere. A format file is checked far more closely by the loader, with words for whoever writes it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from disputatio.debate.format import CONTRACTS, FORMER, Block
from disputatio.debate.formats.loader import LISTS, REFERENCES
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.ranges import blocks
from disputatio.debate.values import OptionValue
from disputatio.debate.walk.rulebook import FAMILIES


def unknown_in(body: Block, cast: Collection[str], options: Mapping[str, OptionValue]) -> str:
    """Return the first thing in a program that the rules do not know, as `step: word`; "" where they know it all."""
    for block in (body, *blocks(body)):
        for word in _unknown(block, cast, options):
            return f"{block.name}: {word}"[:100]
    return ""


def _unknown(block: Block, cast: Collection[str], options: Mapping[str, OptionValue]) -> Iterator[str]:
    asked = [("who", block.ask)] if block.ask and block.ask not in (*SERVICES, *cast) else []
    indexed = [("each", block.each)] if block.each else []
    lists = [(family, each) for key, family in REFERENCES if key in LISTS for each in getattr(block, key)]
    for family, reference in (*asked, *indexed, ("order", block.order), *lists):
        if not _known(family, reference, options):
            yield reference or f"an empty {family}"
    if block.ask and block.gives not in CONTRACTS and block.gives not in FORMER:
        yield block.gives
    repeat = block.repeat
    if isinstance(repeat, str) and repeat != "unbounded" and type(options.get(repeat[1:])) is not int:
        yield repeat or "an empty repeat"


def _known(family: str, reference: str, options: Mapping[str, OptionValue]) -> bool:
    name, *words = reference.split() or [""]
    found = FAMILIES[family].get(name)
    if found is None or not found.least <= len(words) <= found.most:
        return False
    given: list[object] = [options.get(word[1:]) if word.startswith("$") else word for word in words]
    return all(_fits(kind, each) for kind, each in zip(found.kinds, given, strict=False))


def _fits(kind: type, given: object) -> bool:
    try:
        kind(given)
    except (TypeError, ValueError, OverflowError):
        return False
    return True
