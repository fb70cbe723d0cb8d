"""Which folders and files belong to the person who uses the application.

`DISPUTATIO_HOME` puts everything into one folder; otherwise the platform's own places are used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import platformdirs

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.debate.wording import plural, tr
from disputatio.secrets.places import keys_in

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
            tr("{parts}, which is part of Disputatio, is not at {path}: the installation is incomplete.").format(
                parts="/".join(parts), path=path
            ),
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
        tr(
            "Disputatio's own files were not found at {installed} or in a source checkout: the installation is "
            "incomplete."
        ).format(installed=installed),
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
    def roles(self) -> Path:
        """The person's own roles, listed beside the built-in ones."""
        return self.config / "roles"

    @property
    def written(self) -> dict[str, Path]:
        """The folders of files that the person wrote, by what they are called in a backup."""
        return {"formats": self.formats, "roles": self.roles}

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
        own = (self.formats, self.roles, self.backups, self.repositories)
        return tuple(dict.fromkeys((self.data, self.config, self.cache, self.logs, *own)))

    def create(self) -> None:
        """Make what is missing, for this person alone (mode 0700). What exists keeps its mode.

        Raises `FolderUnusable`.
        """
        for folder in self.folders:
            _create(folder)


def closed(folder: str) -> str:
    """Return why no program of a participant may read a folder, in a sentence; "" where it may. Blocks."""
    if not os.path.isabs(os.path.expanduser(folder)):
        return f"{folder} is no absolute path, such as /opt/node; a comma stands between several."
    what = keys_in(folder, Paths.from_environment(os.environ).folders)
    return f"{folder} holds {what}, and no program may read them." if what else ""


# ---- whose they are -------------------------------------------------------------------------------------------------
OTHERS: Final = 0o077
"""What a file or folder lets everybody else on this computer do."""


def exposed(paths: Paths) -> list[Path]:
    """Return the folders and files that somebody else on this computer may read or change; nothing where the system
    has no such rights. Blocks."""
    return [path for path in _own(paths) if path.lstat().st_mode & OTHERS] if os.name == "posix" else []


def make_private(paths: Paths) -> list[Path]:
    """Take those rights away; returns where. Raises FolderUnusable. Blocks."""
    found = exposed(paths)
    for path in found:
        try:
            path.chmod(path.lstat().st_mode & ~OTHERS & 0o7777)
        except OSError as error:
            raise FolderUnusable(
                tr("The permissions of {path} cannot be changed: {strerror}.").format(
                    path=path, strerror=error.strerror or error
                ),
                tr("Ask its owner, or set {home_variable} to a folder of your own.").format(
                    home_variable=HOME_VARIABLE
                ),
            ) from error
    return found


def said_of_mended(count: int) -> str:
    """Say what became of the permissions of so many folders and files."""
    if not count:
        return tr("Your data was already private: nobody else could read it.")
    return plural(
        "Your data is private now: the permissions of {count} file or folder were changed.",
        "Your data is private now: the permissions of {count} files and folders were changed.",
        count,
    )


def _own(paths: Paths) -> Iterator[Path]:
    """Yield the folders and the files that are kept there; clones are as public as their sources."""
    for folder in paths.folders:
        if folder.is_dir():
            yield folder
            if folder != paths.repositories:
                yield from sorted(each for each in folder.iterdir() if each.is_file() and not each.is_symlink())


def _create(folder: Path) -> None:
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise FolderUnusable(
            tr("The folder {folder} cannot be created: {strerror}.").format(
                folder=folder, strerror=error.strerror or error
            ),
            tr("Make room or change its permissions, or set {home_variable} to another folder.").format(
                home_variable=HOME_VARIABLE
            ),
        ) from error
    if not folder.is_dir():
        raise FolderUnusable(
            tr("{folder} is a file, but Disputatio needs a folder there.").format(folder=folder),
            tr("Move the file away, or set {home_variable} to another folder.").format(home_variable=HOME_VARIABLE),
        )
