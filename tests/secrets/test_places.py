"""Folders where people keep keys, by any way that leads there."""

from __future__ import annotations

from pathlib import Path

import pytest

from disputatio.app.paths import Paths, closed
from disputatio.repository.errors import NotARepository
from disputatio.repository.source_tree import open_tree
from disputatio.secrets.places import ANYWHERE, IN_HOME, OWN, keys_in
from disputatio.testing.repositories import commit


@pytest.fixture
def ada(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "ada"))
    return tmp_path / "ada"


@pytest.mark.parametrize("name", [*ANYWHERE, *IN_HOME])
def test_each_place_is_known_with_what_is_in_it_and_around_it(ada: Path, name: str) -> None:
    assert keys_in(ada / name)
    assert keys_in(f"~/{name}/inner/folder")
    assert keys_in((ada / name).parent)
    assert not keys_in(ada / "projects" / "shop")


def test_a_link_leads_there_and_a_place_below_can_be_passed_over(ada: Path, tmp_path: Path) -> None:
    (ada / ".ssh").mkdir(parents=True)
    (tmp_path / "link").symlink_to(ada / ".ssh")
    assert keys_in(tmp_path / "link") == keys_in(f"{tmp_path}/bob/.ssh") == "the keys of SSH"
    assert keys_in(ada)
    assert not keys_in(ada, below=False)


def test_the_folders_of_the_application_are_closed_wherever_they_are(home: Path, tmp_path: Path) -> None:
    paths = Paths.below(home)
    assert keys_in(paths.backups, paths.folders) == keys_in(home, paths.folders) == OWN
    assert keys_in(home.parent, paths.folders)
    assert closed(str(paths.backups)) == f"{paths.backups} holds {OWN}, and no program may read them."
    assert not closed(str(tmp_path / "tools"))
    assert closed("[/opt/a]") == "[/opt/a] is no absolute path, such as /opt/node; a comma stands between several."


def test_a_repository_of_keys_is_not_opened_and_one_of_a_whole_home_folder_is(ada: Path) -> None:
    commit(ada, {"README.md": "# My settings\n"}, "add")
    commit(ada / ".password-store", {"bank.gpg": "x"}, "add")
    with pytest.raises(NotARepository, match="holds the passwords of pass, so it is not opened for a debate"):
        open_tree(ada / ".password-store")
    assert open_tree(ada).root.resolve() == ada.resolve(), "only what was committed is read"
