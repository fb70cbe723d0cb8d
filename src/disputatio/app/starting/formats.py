"""The formats there are: those that ship, and the person's own, which use the same loader and stand beside them."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from disputatio.app.paths import resource
from disputatio.debate.errors import FormatError
from disputatio.debate.format import Format
from disputatio.debate.formats.file import LONGEST
from disputatio.debate.formats.loader import load
from disputatio.debate.natural_order import natural
from disputatio.engine.errors import NotFound

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
        """Every format by name; a file of the person's own goes before one of ours of the same name."""
        files = self._files()
        return [self._read(files[name]) for name in sorted(files, key=natural)]

    def get(self, name: str) -> Format:
        """Return a format. Raises NotFound with similar names, or FormatError with every fault of the file."""
        files = self._files()
        if name in files:
            return self.check(files[name])
        known = sorted(files, key=natural)
        near = get_close_matches(name, known, 1)
        remedy = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(known)}."
        raise NotFound(f"There is no format {name!r}.", remedy)

    def check(self, path: Path) -> Format:
        """Load a format file wherever it lies. Raises FormatError."""
        try:
            if path.exists() and not path.is_file():  # a device or a pipe may never end
                raise FormatError(f"{path.name} is not an ordinary file.", "Choose a format's TOML file.")
            with path.open("rb") as file:
                text = file.read(4 * LONGEST).decode("utf-8-sig")  # what is cut off here is refused as too long
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(f"{path.name} cannot be read: {error}.", "Save it as text in UTF-8.") from error
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
