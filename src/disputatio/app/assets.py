"""Where the files that ship with the application are: formats, prompts, fonts, icons, translations.

An installed package carries them as `disputatio/resources`; a source checkout keeps them in `resources/` at its root.
"""

from functools import lru_cache
from pathlib import Path

from disputatio.debate.errors import DisputatioError

_PACKAGE = Path(__file__).resolve().parent.parent


class ResourceMissing(DisputatioError):
    """A file that ships with the application is not where it should be."""


@lru_cache(maxsize=1)
def root() -> Path:
    """The folder that holds all resources. Raises `ResourceMissing` when the installation is incomplete."""
    return find_root(_PACKAGE)


def resource(*parts: str) -> Path:
    """The path of one shipped file or folder, e.g. `resource("formats", "dual.toml")`."""
    path = root().joinpath(*parts)
    if not path.exists():
        raise ResourceMissing(
            f"{'/'.join(parts)}, which belongs to Disputatio, is not at {path}: the installation is incomplete.",
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
