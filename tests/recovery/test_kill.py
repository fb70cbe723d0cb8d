"""A debate that is killed at random moments, fifty times over: nothing said is lost, nothing is asked twice, and it
ends as if nobody had ever touched it."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

KILLS = 50
OVER = "over"
"""What a debater says last."""
CHILD = Path(__file__).with_name("debating_child.py")


class Nursery:
    """A process that has everything imported, and forks a child that debates whenever it is told to."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(CHILD), str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "DISPUTATIO_HOME": str(home)},
        )
        assert self.line() == {"ready": True}

    def line(self) -> dict[str, object]:
        assert self.process.stdout is not None
        found = self.process.stdout.readline()
        assert found, "the nursery ended"
        return dict(json.loads(found))

    def tell(self, **order: object) -> dict[str, object]:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        return self.line()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.stdout is not None
        self.process.stdout.close()
        assert self.process.wait(30) == 0


@pytest.mark.timeout(280)
@pytest.mark.alone
def test_fifty_kills_lose_nothing_and_ask_nothing_twice(tmp_path: Path) -> None:
    """Every kill counts that hit a debate under way; one that has come to its end all the same is followed by another.
    Each of them ends as one that nobody touched."""
    rng = random.Random(20261121)
    nursery = Nursery(tmp_path / "home")
    published = tmp_path / "published"
    untouched = to_its_end(nursery, str(nursery.tell(do="open")["id"]), published)
    id, hits = str(nursery.tell(do="open")["id"]), 0
    while hits < KILLS:
        over = killed(nursery, id, published, rng)
        hits += not over
        if over:
            assert nursery.tell(do="texts", id=id) == untouched
            id = str(nursery.tell(do="open")["id"])
    assert to_its_end(nursery, id, published) == untouched
    nursery.close()


def to_its_end(nursery: Nursery, id: str, published: Path) -> dict[str, object]:
    """What is said in a debate that is left to itself."""
    pid = nursery.tell(do="run", id=id, published=str(published))["pid"]
    assert nursery.tell(do="wait", pid=pid)["status"] == 0
    check(nursery, id, 0)
    return nursery.tell(do="texts", id=id)


def killed(nursery: Nursery, id: str, published: Path, rng: random.Random) -> bool:
    """Kill a debater, half of the time at any moment, else after some further events. Whether the debate is over."""
    published.write_text("")
    known = int(str(nursery.tell(do="check", id=id)["last"]))
    pid = int(str(nursery.tell(do="run", id=id, published=str(published))["pid"]))
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.0, 0.12))
    else:
        wanted = known + rng.randrange(8)
        while len(lines := published.read_text().split()) < wanted and OVER not in lines:
            time.sleep(0.002)
        time.sleep(rng.uniform(0.0, 0.02))
    os.kill(pid, signal.SIGKILL)
    nursery.tell(do="wait", pid=pid)
    seen = [int(line) for line in published.read_text().split() if line != OVER]
    return check(nursery, id, max(seen, default=0))


def check(nursery: Nursery, id: str, shown: int) -> bool:
    """The file is sound, what was shown is in it, and no completed turn was asked for again. Whether it is over."""
    found = nursery.tell(do="check", id=id)
    assert found["integrity"] == []
    assert found["chain"] == []
    assert int(str(found["last"])) >= shown
    assert found["twice"] == []
    return bool(found["over"])
