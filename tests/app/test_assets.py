"""Shipped files are found in an installed package and in a source checkout, and a broken installation says so."""

from pathlib import Path

import pytest

from disputatio.app import paths


def test_formats_of_this_checkout_are_found() -> None:
    assert paths.resource("formats").is_dir()


def test_installed_package_goes_before_a_checkout(tmp_path: Path) -> None:
    package = tmp_path / "src" / "disputatio"
    (package / "resources").mkdir(parents=True)
    (tmp_path / "resources").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert paths.find_root(package) == package / "resources"


def test_checkout_is_found_beside_its_project_file(tmp_path: Path) -> None:
    package = tmp_path / "src" / "disputatio"
    package.mkdir(parents=True)
    (tmp_path / "resources").mkdir()
    (tmp_path / "pyproject.toml").touch()
    assert paths.find_root(package) == tmp_path / "resources"


def test_a_foreign_resources_folder_is_not_taken(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "disputatio"
    package.mkdir(parents=True)
    (tmp_path / "resources").mkdir()
    with pytest.raises(paths.ResourceMissing, match="Install Disputatio again"):
        paths.find_root(package)


def test_missing_file_is_named() -> None:
    with pytest.raises(paths.ResourceMissing, match=r"formats/no-such\.toml"):
        paths.resource("formats", "no-such.toml")
