"""A rehearsal reaches nothing: no address is looked up or connected to, and no other program is started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest

WATCHED = """
import json, os, sys
SEEN = []
NAMES = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.bind", "socket.sendto",
         "socket.sendmsg", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork",
         "urllib.Request", "ftplib.connect", "smtplib.connect", "webbrowser.open")
def hook(name, arguments):
    if name in NAMES:
        SEEN.append([name, repr(arguments)[:200]])
sys.addaudithook(hook)
PROVOKE
from disputatio.__main__ import main
codes = []
for arguments in json.loads(os.environ["COMMANDS"]):
    sys.argv = ["disputatio", *arguments]
    try:
        codes.append(main())
    except SystemExit as error:
        codes.append(error.code)
sys.stderr.write("\\nSEEN " + json.dumps([codes, SEEN]) + "\\n")
"""


def watched(folder: Path, *commands: list[str], provoke: str = "") -> tuple[list[int], list[list[str]], str]:
    """Run commands one after the other under an audit hook: exit codes, what they reached for, what they printed."""
    environment = {
        **os.environ,
        "DISPUTATIO_HOME": str(folder / "home"),
        "COMMANDS": json.dumps(commands),
        "OPENAI_API_KEY": "a-key-that-could-be-used-9f3a",
        "ANTHROPIC_API_KEY": "another-key-that-could-be-used",
    }
    script = WATCHED.replace("PROVOKE", provoke)
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    codes, seen = json.loads(done.stderr.rpartition("SEEN ")[2])
    return codes, seen, done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """One whose settings would start programs and reach servers, if anybody followed them."""
    folder = tmp_path / "shop"
    made = pygit2.init_repository(str(folder), initial_head="main")
    (folder / "README.md").write_text("# Shop\n![x](http://tracker.invalid/x.png)\nThe cache is written through.\n")
    made.index.add_all()
    author = pygit2.Signature("Ada", "ada@example.org", 1_700_000_000, 0)
    made.create_commit("HEAD", author, author, "first", made.index.write_tree(), [])
    made.remotes.create("origin", "https://github.com/example/shop.git")
    made.config["core.fsmonitor"] = "touch /tmp/pwned; false"
    made.config["diff.external"] = "curl http://tracker.invalid"
    return folder


def test_a_rehearsal_connects_to_nothing_and_starts_nothing(repository: Path, tmp_path: Path) -> None:
    question = "Is the cache at http://tracker.invalid/ written through?"
    debate = ["debate", "--rehearse", question, "--repo", str(repository), "--rounds", "2", "--json"]
    codes, seen, said = watched(tmp_path, debate)
    assert codes == [0]
    assert "Rehearsal: no AI model was asked" in said
    assert seen == []


def test_looking_at_things_connects_to_nothing(tmp_path: Path) -> None:
    commands = [["list"], ["formats", "list"], ["formats", "show", "dual"], ["search", "cache"]]
    codes, seen, _ = watched(tmp_path, *commands)
    assert codes == [0] * len(commands)
    assert seen == []


def test_the_hook_sees_what_it_should(tmp_path: Path) -> None:
    """Else the tests above would prove nothing."""
    provoke = "import socket; socket.getaddrinfo('localhost', 1); __import__('subprocess').run(['true'])"
    _, seen, _ = watched(tmp_path, ["list"], provoke=provoke)
    assert {"socket.getaddrinfo", "subprocess.Popen"} <= {name for name, _ in seen}
