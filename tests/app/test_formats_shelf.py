"""The formats there are: ours, the person's own beside them, and broken ones with what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from disputatio.app.paths import resource
from disputatio.app.starting.formats import FormatShelf
from disputatio.debate.errors import FormatError
from disputatio.engine.errors import NotFound

OWN = """
name = "mine"
title = "Mine"
do = ["turn"]
[cast.one]
role = "Participant"
[step.turn]
ask = "one"
"""


def shelf(folder: Path, **files: str) -> FormatShelf:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return FormatShelf(folder)


def test_all_fourteen_are_there_without_a_folder_of_ones_own(tmp_path: Path) -> None:
    found = FormatShelf(tmp_path / "none").all()
    assert len(found) == 14
    assert all(each.format is not None and not each.own and not each.fault for each in found)
    assert "standard" not in [each.name for each in found]


def test_own_formats_stand_beside_ours_and_go_before_them(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "formats", mine=OWN, dual=OWN)
    found = {each.name: each for each in ours.all()}
    assert len(found) == 15
    assert found["mine"].own
    assert found["dual"].own
    assert ours.get("dual").title == "Mine"
    assert not found["delphi"].own


def test_they_are_listed_as_a_person_counts(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "formats", **{f"trial-{number}": OWN for number in (10, 2, 1)})
    assert [each.name for each in ours.all() if each.own] == ["trial-1", "trial-2", "trial-10"]


def test_broken_ones_are_listed_with_their_fault(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "formats", broken="do = [", wrong=OWN.replace('ask = "one"', 'ask = "nobody"'))
    (tmp_path / "formats" / "latin.toml").write_bytes(b'title = "\xe9"')
    (tmp_path / "formats" / "folder.toml").mkdir()
    found = {each.name: each for each in ours.all()}
    for name in ("broken", "wrong", "latin"):
        assert found[name].format is None
        assert f"{name}.toml" in found[name].fault
        with pytest.raises(FormatError):
            ours.get(name)
    assert "folder" not in found


def test_an_edited_file_is_seen_at_once(tmp_path: Path) -> None:
    ours = shelf(tmp_path / "formats", mine=OWN)
    assert ours.get("mine").title == "Mine"
    shelf(tmp_path / "formats", mine=OWN.replace('"Mine"', '"Other"'))
    assert ours.get("mine").title == "Other"


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../secret",
        "..\\secret",
        "/etc/passwd",
        "standard",
        "mine\0",
        "a" * 5000,
        "*",
        "mine.toml",
        "du al",
    ],
)
def test_names_reach_nothing_but_the_shelf(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.toml").write_text(OWN)
    ours = shelf(tmp_path / "formats", mine=OWN)
    with pytest.raises(NotFound) as caught:
        ours.get(name)
    assert caught.value.remedy


def test_a_near_name_is_offered(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="Did you mean 'council'"):
        FormatShelf(tmp_path).get("counsil")


def test_a_format_lying_anywhere_can_be_checked(tmp_path: Path) -> None:
    shutil.copy(resource("formats") / "dual.toml", tmp_path / "copy.toml")
    assert FormatShelf(tmp_path / "none").check(tmp_path / "copy.toml").title == "Dual debate"
    with pytest.raises(FormatError, match="cannot be read"):
        FormatShelf(tmp_path).check(tmp_path / "missing.toml")
