"""Which folders and files belong to the person who uses the application.

`DISPUTATIO_HOME` puts everything into one folder; otherwise the platform's own places are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import platformdirs

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value

# ---- the files that ship with the application -------------------------------------------------------------------
_PACKAGE = Path(__file__).resolve().parent.parent


class ResourceMissing(DisputatioError):
    """A file that ships with the application is not where it should be."""


@lru_cache(maxsize=1)
def root() -> Path:
    """Return the folder that holds all resources. Raises `ResourceMissing` when the installation is incomplete."""
    return find_root(_PACKAGE)


def resource(*parts: str) -> Path:
    """Return the path of one shipped file or folder, e.g. `resource("formats", "dual.toml")`."""
    path = root().joinpath(*parts)
    if not path.exists():
        raise ResourceMissing(
            f"{'/'.join(parts)}, which is part of Disputatio, is not at {path}: the installation is incomplete.",
            "Install Disputatio again.",
        )
    return path


def find_root(package: Path) -> Path:
    """An installed copy is preferred; a checkout is recognised by the project file beside its `src` folder."""
    installed = package / "resources"
    if installed.is_dir():
        return installed
    checkout = package.parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "resources").is_dir():
        return checkout / "resources"
    raise ResourceMissing(
        f"The files that belong to Disputatio were not found, neither at {installed} nor in a source checkout: "
        "the installation is incomplete.",
        "Install Disputatio again.",
    )


LONGEST_FILE = 100
"""Bytes of a file's name that is made of a title."""


def file_name(title: str, otherwise: str) -> str:
    """A title as the name of a file on every system, without ending; `otherwise` where no letter is left of it."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in title.casefold())
    name = ""
    for word in filter(None, kept.split("-")):
        if len(f"{name}-{word}".encode()) > LONGEST_FILE and name:
            break
        name = f"{name}-{word}" if name else word[: LONGEST_FILE // 4]
    return name or otherwise


HOME_VARIABLE = "DISPUTATIO_HOME"


class FolderUnusable(DisputatioError):
    """A folder of the application cannot be made or written to."""


@value
class Paths:
    """Folders of one installation for one person; nothing exists before `create`."""

    data: Path
    config: Path
    cache: Path
    logs: Path

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Paths:
        """Return the folders that this environment asks for. An empty variable counts as none."""
        home = environment.get(HOME_VARIABLE, "").strip()
        if home:
            return cls.below(Path(home).expanduser().absolute())
        places = platformdirs.PlatformDirs("disputatio", appauthor=False)
        return cls(
            data=places.user_data_path,
            config=places.user_config_path,
            cache=places.user_cache_path,
            logs=places.user_log_path,
        )

    @classmethod
    def below(cls, home: Path) -> Paths:
        """Everything in one folder."""
        return cls(data=home, config=home, cache=home / "cache", logs=home / "logs")

    @property
    def database(self) -> Path:
        """All debates and everything in the library."""
        return self.data / "disputatio.db"

    @property
    def settings_file(self) -> Path:
        return self.config / "settings.toml"

    @property
    def formats(self) -> Path:
        """The person's own formats, listed beside the built-in ones."""
        return self.config / "formats"

    @property
    def backups(self) -> Path:
        return self.data / "backups"

    @property
    def repositories(self) -> Path:
        """Bare clones that the person asked for."""
        return self.data / "repositories"

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every folder, parents first, each once."""
        found = (self.data, self.config, self.cache, self.logs, self.formats, self.backups, self.repositories)
        return tuple(dict.fromkeys(found))

    def create(self) -> None:
        """Makes what is missing, for this person alone (mode 0700). What exists keeps its mode.

        Raises `FolderUnusable`.
        """
        for folder in self.folders:
            _create(folder)


def _create(folder: Path) -> None:
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise FolderUnusable(
            f"The folder {folder} cannot be created: {error.strerror or error}.",
            f"Make room or change its permissions, or set {HOME_VARIABLE} to another folder.",
        ) from error
    if not folder.is_dir():
        raise FolderUnusable(
            f"{folder} is a file, but Disputatio needs a folder there.",
            f"Move the file away, or set {HOME_VARIABLE} to another folder.",
        )
