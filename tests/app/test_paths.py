"""Everything goes into one folder, or into the platform's own, for this person alone."""

import os
import stat
from pathlib import Path

import pytest

from disputatio.app.paths import FolderUnusable, Paths


def test_one_folder_for_everything(tmp_path: Path) -> None:
    paths = Paths.from_environment({"DISPUTATIO_HOME": str(tmp_path / "a" / "b")})
    everything = [*paths.folders, paths.database, paths.settings_file]
    assert all(path.is_relative_to(tmp_path / "a" / "b") for path in everything)
    assert paths.database.name == "disputatio.db"
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("environment", [{}, {"DISPUTATIO_HOME": ""}, {"DISPUTATIO_HOME": "  "}])
def test_the_platforms_own_folders(environment: dict[str, str]) -> None:
    paths = Paths.from_environment(environment)
    assert all("disputatio" in str(path).lower() for path in paths.folders)
    assert len({paths.data, paths.cache, paths.logs}) == 3


def test_home_and_relative_folders_are_made_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Paths.from_environment({"DISPUTATIO_HOME": "here"}).data == tmp_path / "here"
    assert Paths.from_environment({"DISPUTATIO_HOME": "~/there"}).data == Path.home() / "there"


@pytest.mark.skipif(os.name == "nt", reason="no such modes on Windows")
def test_new_folders_belong_to_this_person_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    paths = Paths.below(tmp_path / "new" / "home")
    paths.create()
    paths.create()
    made = [tmp_path / "new", *paths.folders]
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in made} == {0o700}
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "logs").touch()
    with pytest.raises(FolderUnusable, match="logs is a file"):
        Paths.below(tmp_path).create()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderUnusable, match="DISPUTATIO_HOME"):
        Paths.below(tmp_path / "file" / "home").create()
