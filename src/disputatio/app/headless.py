"""What may be asked of a format at the start: a pause after every round, gates at chosen points, options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from disputatio.debate.errors import ConfigError
from disputatio.debate.formats import Block, Format
from disputatio.debate.topology import TOPOLOGIES
from disputatio.debate.values import OptionValue

APPROVAL = "approval"
"""What the step of a gate gives."""

USED_BY = {"topology": {"topology", "neighbours", "leader"}, "aspects": {"aspects", "no-aspects"}}
"""Options that every debate has and few formats heed: by which words of a format one sees that it does."""
REMEDIES = {
    "topology": "Leave it out (--topology), or choose another format, for example eight-phase.",
    "aspects": "Leave them out (--aspect), or choose another format, for example dialogue.",
}


def stepping(format: Format) -> Format:
    """Rounds pause, and so do the items around them (the aspects of a dialogue), as long as the option `auto_continue`
    is off. Raises ConfigError where there are no rounds."""
    if not any(_loops(format.body)):
        raise ConfigError(
            f"{format.title} has no rounds to pause after.", "Leave --step out, or choose another format.", field="step"
        )
    return replace(format, body=_pausing(format.body))


def with_rounds(format: Format, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """`rounds` is the bound of a format's rounds, whatever its own name for that is: "minirounds" in a dialogue."""
    bounds = (str(loop.repeat) for loop in _loops(format.body))
    own = next((bound[1:] for bound in bounds if bound.startswith("$")), "rounds")
    if "rounds" not in options or "rounds" in format.options or own in options:
        return options
    return {own if name == "rounds" else name: chosen for name, chosen in options.items()}


def heeded(format: Format, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """The same options. Raises ConfigError for a choice that would change nothing in this format, and for a topology
    that does not exist."""
    topology = options.get("topology")
    if isinstance(topology, str) and topology not in TOPOLOGIES:
        raise ConfigError(
            f"There is no topology {topology!r}.", f"Choose one of {', '.join(TOPOLOGIES)}.", field="topology"
        )
    for name, words in USED_BY.items():
        chosen = options.get(name)
        if chosen and chosen != format.options.get(name) and not words & set(_words(format.body)):
            raise ConfigError(f"{format.title} makes no use of {name}.", REMEDIES[name], field=name)
    return options


def _words(block: Block) -> Iterator[str]:
    """The names of all policies that a format calls."""
    for call in (block.ask, block.each, block.order, *block.sees, *block.when, *block.until):
        yield from call.split()[:1]
    for child in block.do:
        yield from _words(child)


def steps(format: Format) -> bool:
    """Whether a debate can pause after its rounds."""
    return any(block.pause for block in _loops(format.body))


def _loops(block: Block) -> Iterator[Block]:
    """The outermost loops: rounds, or minirounds in each aspect. The exchanges of a crux room are no rounds."""
    for child in block.do:
        if child.repeat:
            yield child
        elif child.heard != "room":
            yield from _loops(child)


def _pausing(block: Block) -> Block:
    def paused(child: Block) -> Block:
        if child.repeat:
            return replace(child, pause=True)
        if child.heard == "room":
            return child
        around = bool(child.each) and any(_loops(child))
        return replace(_pausing(child), pause=child.pause or around)

    return replace(block, do=tuple(map(paused, block.do)))


def gate_points(format: Format) -> list[str]:
    """The steps after which a person can be asked to approve."""
    return list(dict.fromkeys(_points(format.body)))


def gated(format: Format, points: Iterable[str]) -> Format:
    """Gates at these points and nowhere else ("all": everywhere). Raises ConfigError for a point that there is not."""
    wanted, known = set(points), gate_points(format)
    for point in sorted(wanted - {"all", *known}):
        remedy = f"There are: all, {', '.join(known)}." if known else "This format has no gates: leave --gate out."
        raise ConfigError(f"{format.title} has no gate {point!r}.", remedy, field="gate")
    if "all" in wanted:
        return format
    return replace(format, body=_kept(format.body, wanted), options=format.options)


def _points(block: Block) -> Iterable[str]:
    for child in block.do:
        if child.gives == APPROVAL:
            yield block.name
        yield from _points(child)


def _kept(block: Block, wanted: set[str]) -> Block:
    children = (_kept(child, wanted) for child in block.do)
    return replace(block, do=tuple(child for child in children if child.gives != APPROVAL or block.name in wanted))
