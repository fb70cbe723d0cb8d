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
    rng = random.Random(20261121)
    nursery = Nursery(tmp_path / "home")
    id = str(nursery.tell(do="open")["id"])
    kills, hits, ended = 0, 0, False
    published = tmp_path / "published"
    while not ended:
        published.write_text("")
        pid = int(str(nursery.tell(do="run", id=id, published=str(published))["pid"]))
        if kills < KILLS:
            time.sleep(rng.uniform(0.0, 0.12))
            os.kill(pid, signal.SIGKILL)
            kills += 1
        else:
            ended = nursery.tell(do="wait", pid=pid)["status"] == 0
        seen = [int(line) for line in published.read_text().split()]
        over = check(nursery, id, max(seen, default=0))
        hits += not over
    assert (kills, hits) == (KILLS, KILLS)  # every one of them hit a debate that was under way
    whole = nursery.tell(do="texts", id=id)
    untouched = str(nursery.tell(do="open")["id"])
    pid = int(str(nursery.tell(do="run", id=untouched, published=str(published))["pid"]))
    assert nursery.tell(do="wait", pid=pid)["status"] == 0
    assert nursery.tell(do="texts", id=untouched) == whole
    nursery.close()


def check(nursery: Nursery, id: str, shown: int) -> bool:
    """The file is sound, what was shown is in it, and no completed turn was asked for again. Whether it is over."""
    found = nursery.tell(do="check", id=id)
    assert found["integrity"] == []
    assert found["chain"] == []
    assert int(str(found["last"])) >= shown
    assert found["twice"] == []
    return bool(found["over"])
