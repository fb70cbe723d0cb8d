"""The formats there are, and what may be asked of one at the start.

Those that ship and the person's own use the same loader and stand beside one another. At the start a person can ask for
a pause after every round, and options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from disputatio.app.paths import resource
from disputatio.debate.context import ContextKind
from disputatio.debate.decide.options import CHOICES, PHASES, most_of, reads
from disputatio.debate.errors import ConfigError, FormatError
from disputatio.debate.format import Block, Format
from disputatio.debate.formats.file import LONGEST
from disputatio.debate.formats.loader import load
from disputatio.debate.ids import index
from disputatio.debate.natural_order import natural
from disputatio.debate.ranges import blocks
from disputatio.debate.sameness import normalise
from disputatio.debate.values import OptionValue
from disputatio.debate.views.labels import RULES
from disputatio.debate.walk.gates import loops
from disputatio.debate.wording import tr
from disputatio.engine.errors import NotFound, did_you_mean
from disputatio.storage.own_files import read_ordinary

STANDARD = "standard.toml"


@dataclass(frozen=True, slots=True)
class FormatEntry:
    """A format file: `format` is None where it cannot be used, and `fault` says why."""

    name: str
    path: Path
    own: bool
    format: Format | None
    fault: str = ""


class FormatShelf:
    """Reads the folders when asked, so an edited file is seen at once; debates under way carry their own format."""

    def __init__(self, own: Path) -> None:
        self.own = own

    def all(self) -> list[FormatEntry]:
        """Return every format by name; a file of the person's own goes before one of ours of the same name."""
        files = self._files()
        return [self._read(files[name]) for name in sorted(files, key=natural)]

    def get(self, name: str) -> Format:
        """Return a format. Raises NotFound with similar names, or FormatError with every fault of the file."""
        files = self._files()
        if name in files:
            return self.check(files[name])
        known = sorted(files, key=natural)
        remedy = did_you_mean(name, known, f"There are: {', '.join(known)}.")
        raise NotFound(tr("There is no format {name!r}.").format(name=name), remedy)

    def check(self, path: Path) -> Format:
        """Load a format file wherever it lies. Raises FormatError."""
        try:
            text = read_ordinary(path, 4 * LONGEST).decode("utf-8-sig")  # what is cut off is refused as too long
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(
                tr("{path} cannot be read: {error}.").format(path=path.name, error=error), "Save it as text in UTF-8."
            ) from error
        return load(text, path.name, (resource("formats") / STANDARD).read_text("utf-8"))

    def _files(self) -> dict[str, Path]:
        """Return the files by name; a name can reach nothing else, whatever it contains."""
        found = {path.stem: path for path in resource("formats").glob("*.toml") if path.name != STANDARD}
        own = self.own.glob("*.toml") if self.own.is_dir() else ()
        return found | {path.stem: path for path in own if path.is_file()}

    def _read(self, path: Path) -> FormatEntry:
        own = path.parent == self.own
        try:
            format = self.check(path)
        except FormatError as error:
            return FormatEntry(path.stem, path, own, None, str(error))
        return FormatEntry(path.stem, path, own, format)


REMEDIES = {
    "topology": "Leave it out, or choose another format, for example eight-phase.",
    "aspects": "Leave them out, or choose another format, for example dialogue.",
    "auto_continue": "Leave it out, because nothing in this format pauses.",
    "verdict": "Leave it out, or choose proposition or proposition-extended.",
    "minority": f"{RULES['minority'].elsewhere} Leave it out.",
    "complexity": "Leave it out, or choose eight-phase.",
    "vote": "Leave it out, or choose council or eight-phase.",
    "hooks": "Leave it out, or choose eight-phase, which checks what is proposed.",
}
"""What to do about options that every debate has and few formats read."""


def with_steps(format: Format) -> Format:
    """Rounds pause, and so do the items around them (the aspects of a dialogue), as long as the option `auto_continue`
    is off. Raises ConfigError where there are no rounds."""
    if not any(loops(format.body)) and not any(block.pause for block in blocks(format.body)):
        raise ConfigError(
            tr("{format_title} has no rounds to pause after.").format(format_title=format.title),
            "Leave --step out, or choose another format.",
            field="step",
        )
    return replace(format, body=_pausing(format.body))


def with_rounds(format: Format, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """`rounds` is the bound of a format's rounds, whatever its own name for that is: "minirounds" in a dialogue."""
    bounds = (str(loop.repeat) for loop in loops(format.body))
    own = next((bound[1:] for bound in bounds if bound.startswith("$")), "rounds")
    if "rounds" not in options or "rounds" in format.options or own in options:
        return options
    return {own if name == "rounds" else name: chosen for name, chosen in options.items()}


def with_phases(format: Format, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    """`phases` lists those that are on; all others are off then. Raises ConfigError for what is no phase here, or is
    switched twice."""
    chosen = options.get("phases")
    if "phases" not in options or "phases" in format.options:
        return options
    there = {phase: option for phase, option in PHASES.items() if option in format.options}
    if not there:
        raise ConfigError(
            tr("{format_title} has no phases.").format(format_title=format.title),
            "Leave them out, or choose eight-phase.",
            field="phases",
        )
    if not isinstance(chosen, list):
        raise ConfigError(
            tr("phases cannot be {chosen!r}.").format(chosen=chosen),
            'Write a list, such as ["proposal"].',
            field="phases",
        )
    for phase in chosen:
        if phase not in there:
            remedy = did_you_mean(phase, there, f"There are: {', '.join(there)}.")
            raise ConfigError(tr("There is no phase {phase!r}.").format(phase=phase), remedy, field="phases")
    if twice := [option for option in there.values() if option in options]:
        raise ConfigError(
            tr("{twice} is set twice.").format(twice=", ".join(twice)),
            "Leave one of the two out.",
            field="phases",
        )
    others = {name: given for name, given in options.items() if name != "phases"}
    return {**others, **{option: phase in chosen for phase, option in there.items()}}


def checked_options(
    format: Format, options: Mapping[str, OptionValue], context: ContextKind = "none"
) -> Mapping[str, OptionValue]:
    """Return the same options. Raises ConfigError for a choice that would change nothing in this format or context, and
    for what does not exist: a topology, an effort, or an aspect without a word."""
    for name, words in CHOICES.items():
        chosen = options.get(name)
        if isinstance(chosen, str) and chosen not in words:
            raise ConfigError(
                tr("There is no {name} {chosen!r}.").format(name=name, chosen=chosen),
                tr("Choose one of {words}.").format(words=", ".join(words)),
                field=name,
            )
    for name, remedy in REMEDIES.items():
        chosen = options.get(name)
        asked = (
            chosen is False if name in ("auto_continue", "minority") else chosen and chosen != format.options.get(name)
        )
        if asked and not reads(format, name):
            raise ConfigError(
                tr("{format_title} does not use {name}.").format(format_title=format.title, name=name),
                remedy,
                field=name,
            )
    for name, chosen in options.items():
        most = most_of(name, format.options.get(name))
        if most and isinstance(chosen, (int, float)) and chosen > most:
            raise ConfigError(
                tr("Option {name!r} cannot be {wanted!r}.").format(name=name, wanted=chosen),
                tr("It can be {most} at most.").format(most=most),
                field=name,
            )
    if options.get("branch") and context != "repository":
        raise ConfigError("A branch belongs to a repository.", "Choose one, or leave branch out.", field="branch")
    _require_aspects(options.get("aspects"))
    return options


def _require_aspects(chosen: OptionValue) -> None:
    """Each aspect is debated on its own: one without a word, or the same one twice, could not be."""
    found: dict[str, str] = {}
    for aspect in chosen if isinstance(chosen, list) else ():
        name = index(aspect)
        if not any(character.isalnum() for character in name):
            raise ConfigError(
                tr("The aspect {aspect!r} contains no words.").format(aspect=aspect),
                "Leave it out, or put it into words.",
                field="aspects",
            )
        key = normalise(name) or name
        if key in found:
            what = f"The aspects {found[key]!r} and {aspect!r} are the same."
            raise ConfigError(what, "Leave one of the two out.", field="aspects")
        found[key] = aspect


def steps(format: Format) -> bool:
    """Return whether a debate can pause after its rounds."""
    return any(block.pause for block in blocks(format.body))


def _pausing(block: Block) -> Block:
    def paused(child: Block) -> Block:
        if child.repeat:
            return replace(child, pause=True)
        if child.heard == "room":
            return child
        around = bool(child.each) and any(loops(child))
        return replace(_pausing(child), pause=child.pause or around)

    return replace(block, do=tuple(map(paused, block.do)))


def headless_shape(step: bool) -> Callable[[Format], Format]:
    """Return what makes of a format the one of a headless debate: with a pause after each round, if wanted."""
    return with_steps if step else lambda format: format
