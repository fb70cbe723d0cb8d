"""What the program keeps for the person alone is written whole or not at all, and takes the place of files only."""

import os
import stat
from pathlib import Path

import pytest

from disputatio.app.private_files import read_json, write_json, write_private


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders of this system")
def test_a_link_to_a_device_is_replaced_and_the_device_is_not(tmp_path: Path) -> None:
    """Whoever runs it as root would else lose /dev/null to a file."""
    device, link = tmp_path / "device", tmp_path / "drafts.json"
    os.mkfifo(device)
    link.symlink_to(device)
    write_json(link, {"a": 1})
    assert read_json(link) == {"a": 1}
    assert not link.is_symlink()
    assert stat.S_ISFIFO(device.stat().st_mode)
    with pytest.raises(OSError, match="no file"):
        write_private(device, b"{}")
    assert stat.S_ISFIFO(device.stat().st_mode)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["device", "drafts.json"]


def test_a_link_to_a_file_stays_one_and_one_to_itself_is_replaced(tmp_path: Path) -> None:
    file, link, loop = tmp_path / "elsewhere.json", tmp_path / "link.json", tmp_path / "loop.json"
    link.symlink_to(file)
    loop.symlink_to(loop)
    write_json(link, 1)
    write_json(loop, 2)
    assert (link.is_symlink(), read_json(file), read_json(loop)) == (True, 1, 2)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
