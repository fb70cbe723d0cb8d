"""What holds for every test: nobody's home, keys or network is touched, and noise is a failure.

- The home folder is a temporary one, and each test has a data folder of its own (`DISPUTATIO_HOME`; fixture `home`).
- Sockets reach this machine only. Anything else fails the test, also where the program caught the error.
- Keys, tokens and proxies of the environment are gone; the keyring is the null keyring.
- A log record of level WARNING or above fails the test, unless `expected_logs("pattern")` announced it or the test
  reads the log itself (`caplog`).
- `async def test_…` runs under `asyncio.run`, or on the fixture `loop` where the test asks for one, for four minutes at
  most: the time-out of pytest raises inside whatever callback runs, and the loop would swallow that. A call from inside
  disputatio that blocks the event loop fails the test; `@pytest.mark.may_block("why")` allows it.
- Python looks for cycles between two tests, in their thread. By itself it would in whatever thread makes the next
  object, and delete the widgets there that a test left, while Qt makes those of the next one: both then stand still.
- Of several workers each begins with tests that take long (`LONG`), so that none is left alone with one at the end.
- Hypothesis: profile `dev` (random), `ci` (the same examples every time), `exhaustive`, by HYPOTHESIS_PROFILE.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import inspect
import ipaddress
import itertools
import logging
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor  # noqa: F401  under PySide, its import reads files: not on a loop
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import hypothesis
import pytest
from blockbuster import BlockBuster

import disputatio

SECRET = re.compile(r"_(API_KEY|BASE_URL|TOKEN)$|_PROXY$|^(GOOGLE|DISPUTATIO)_", re.IGNORECASE)
"""Variables of the environment that no test may see."""

YOUNG = 10_000
"""New objects, those let go of not counted, after which the next test waits until the young were looked through."""
OLD = 30
"""Times that the young were looked through after which everything is."""

LONG = (
    "tests/faces/gui_language",
    "tests/setup/test_run.py",
    "tests/recovery",
    "tests/help/test_benchmarks.py",
    "tests/e2e/test_damaged_store.py",
    "tests/e2e/test_tool_server.py",
    "tests/e2e/test_interruption.py",
    "tests/faces/gui_screens/test_by_keyboard.py",
    "tests/stress",
    "tests/security/test_floods.py",
    "tests/e2e",
    "tests/faces/gui_screens",
    "tests/faces/gui_settings",
)
"""Folders and modules with tests that take seconds or wait for processes, the longest first."""

hypothesis.settings.register_profile("dev", max_examples=50, deadline=None)
hypothesis.settings.register_profile(
    "ci",
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile("exhaustive", parent=hypothesis.settings.get_profile("ci"), max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


# Home and environment


_homes = itertools.count(1)
_temporary = Path()


def pytest_configure(config: pytest.Config) -> None:
    """Redirects the home before any module of the program is imported."""
    global _temporary  # hooks have no other place that lives as long as the session
    _temporary = Path(tempfile.mkdtemp(prefix="disputatio-tests-"))
    for name in [name for name in os.environ if SECRET.search(name)]:
        del os.environ[name]
    folders = {"CACHE": ".cache", "CONFIG": ".config", "DATA": ".local/share", "STATE": ".local/state"}
    moved = {"HOME": _temporary, "XDG_RUNTIME_DIR": _temporary / "runtime"}
    moved |= {f"XDG_{kind}_HOME": _temporary / folder for kind, folder in folders.items()}
    for name, folder in moved.items():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.environ[name] = str(folder)
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = "disabled:"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _close_sockets()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Lets a test that has a window end before Ctrl+C ends the run: raised in the middle of Qt, it crashes the process
    there or later. Pressed once more, it does not wait."""

    def interrupted(number: int, frame: FrameType | None) -> None:
        if "PySide6.QtWidgets" not in sys.modules or session.shouldstop:
            signal.default_int_handler(number, frame)
        session.shouldstop = "interrupted (Ctrl+C again does not wait for the test)"

    signal.signal(signal.SIGINT, interrupted)  # a run in the background ignores it, its children too


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of thousands of tests and modules is rubbish: looking through them for cycles took a third of the time
    in which they are collected, and some of every test's."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()


def in_turn(paths: Sequence[str], workers: int) -> list[int]:
    """The places of tests in the order in which workers get them: each the next part of this list, as long as those of
    the others, and whoever is done takes from the end of another's (`--dist worksteal`). So each part begins with long
    modules, dealt one by one and whole; the others follow as they were."""
    rank = {path: next((n for n, each in enumerate(LONG) if path.startswith(each)), len(LONG)) for path in set(paths)}
    long = sorted((path for path in rank if rank[path] < len(LONG)), key=lambda path: (rank[path], path))
    of = {path: [place for place, each in enumerate(paths) if each == path] for path in long}
    parts = [[place for path in long[worker::workers] for place in of[path]] for worker in range(workers)]
    rest = [place for place, path in enumerate(paths) if rank[path] == len(LONG)]
    order = list[int]()
    for worker, part in enumerate(parts):
        room = (len(paths) - len(order)) // (workers - worker) - len(part)
        order += [*part, *rest[: max(room, 0)]]
        del rest[: max(room, 0)]
    return order + rest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 1:
        paths = [item.nodeid.partition("::")[0] for item in items]
        order = in_turn(paths, workers)
        assert sorted(order) == list(range(len(items))), "a test was lost"
        items[:] = [items[place] for place in order]


def _look_for_cycles() -> None:
    young, _, old = gc.get_count()
    if young > YOUNG:
        gc.collect(2 if old > OLD else 1)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Looks for cycles once: pytest does it ten times at the end, for seconds in each process that had windows."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(_temporary, ignore_errors=True)


@pytest.fixture
def home() -> Path:
    """The data folder of this test, made and empty."""
    folder = Path(os.environ["DISPUTATIO_HOME"])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def small_heap() -> Generator[None]:
    """What other tests left behind is not looked through, which takes a third of a second each time."""
    gc.freeze()
    yield
    gc.unfreeze()


# What a test must not do


@dataclass
class Watch:
    """What happened during one test that must not, and what was announced."""

    reads_log: bool
    logs: list[logging.LogRecord] = field(default_factory=list)
    connections: list[str] = field(default_factory=list)
    expected: list[tuple[re.Pattern[str], int]] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def judge(self) -> None:
        """Fails the test for what happened since the last judgement."""
        logs, self.logs = self.logs, []
        connections, self.connections = self.connections, []
        assert not connections, f"the test reached for the network: {', '.join(connections)}"
        texts = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in logs]
        self.seen += texts
        surprising = [text for text in texts if not any(pattern.search(text) for pattern, _ in self.expected)]
        assert self.reads_log or not surprising, "unexpected log records:\n" + "\n".join(surprising)

    def judge_announcements(self) -> None:
        """Fails the test for expected log records that did not come."""
        for pattern, at_least in self.expected:
            count = sum(1 for text in self.seen if pattern.search(text))
            assert count >= at_least, f"expected {at_least} log records like {pattern.pattern!r}, saw {count}"


class WarningsSeen(logging.Handler):
    """Keeps the records of the running test."""

    watch: Watch | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self.watch is not None:
            self.watch.logs.append(record)


_handler = WarningsSeen(logging.WARNING)


@pytest.fixture
def expected_logs() -> Callable[..., None]:
    """Announces log records: `expected_logs("pattern", at_least=1)`, searched in "LEVEL logger: message"."""
    watch = _handler.watch
    assert watch is not None

    def expect(pattern: str, at_least: int = 1) -> None:
        watch.expected.append((re.compile(pattern), at_least))

    return expect


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    _handler.watch = Watch(reads_log="caplog" in getattr(item, "fixturenames", ()))
    root = logging.getLogger()
    if _handler not in root.handlers:  # a test may have set up logging anew
        root.addHandler(_handler)
    os.environ["DISPUTATIO_HOME"] = str(_temporary / f"home-{next(_homes)}")
    yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    yield
    if _handler.watch is not None:
        _handler.watch.judge()
        _handler.watch.judge_announcements()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    yield
    _look_for_cycles()
    watch, _handler.watch = _handler.watch, None
    shutil.rmtree(os.environ["DISPUTATIO_HOME"], ignore_errors=True)
    if watch is not None:
        watch.judge()


# Sockets


class NetworkClosed(OSError):
    """A test reached for something beyond this machine."""


def _stays_here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return True
    try:
        address = ipaddress.ip_address(str(name).partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _refuse(address: object) -> None:
    if _handler.watch is not None:
        _handler.watch.connections.append(str(address))
    raise NetworkClosed(f"tests may not reach {address}")


def _guarded(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method of a socket whose last argument is an address, for this machine only."""

    @functools.wraps(method)
    def call(self: socket.socket, *args: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _stays_here(args[-1][0]):
            _refuse(args[-1])
        return method(self, *args)

    return call


def _close_sockets() -> None:
    for name in ("connect", "connect_ex", "sendto"):
        setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
    look_up = socket.getaddrinfo

    @functools.wraps(look_up)
    def getaddrinfo(host: Any, *args: Any, **options: Any) -> Any:
        if not _stays_here(host):
            _refuse(host)
        return look_up(host, *args, **options)

    socket.getaddrinfo = getaddrinfo


# Reports


def _encodable(part: Any) -> Any:
    """The same with every text such that UTF-8 can carry it: a lone surrogate in a report would end the whole run."""
    match part:
        case str():
            return part.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {key: _encodable(value) for key, value in part.items()}
        case list() | tuple():
            return type(part)(_encodable(one) for one in part)
        case _:
            return part


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_report_to_serializable() -> Generator[None, dict[str, Any] | None, dict[str, Any] | None]:
    """What a test run sends from one process to another."""
    return _encodable((yield))  # type: ignore[no-any-return]


# Async tests


LONGEST = 240
"""Seconds that an async test may take."""


@functools.cache
def _blocking_calls() -> BlockBuster:
    fakes = ModuleType("disputatio.testing")  # its folder counts; importing it would load every fake
    fakes.__path__ = [str(Path(disputatio.__path__[0], "testing"))]
    return BlockBuster(scanned_modules=[disputatio], excluded_modules=[fakes])


@contextmanager
def _never_blocking(item: pytest.Function) -> Generator[None]:
    """Finds blocking calls of the program, unless the test is marked."""
    if item.get_closest_marker("may_block"):
        yield
        return
    _blocking_calls().activate()
    try:
        yield
    finally:
        _blocking_calls().deactivate()


def _synchronous(item: pytest.Function, test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """The test as a plain function that runs its coroutine to the end."""

    @functools.wraps(test)
    def run(*args: Any, **arguments: Any) -> None:
        loop = item.funcargs.get("loop")

        async def bounded() -> None:
            async with asyncio.timeout(LONGEST):
                await test(*args, **arguments)

        with _never_blocking(item):
            if isinstance(loop, asyncio.AbstractEventLoop):
                loop.run_until_complete(bounded())
            else:
                asyncio.run(bounded())

    return run


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs `async def` tests, also those that Hypothesis gives its examples to."""
    test = pyfuncitem.obj
    examples = getattr(test, "hypothesis", None)
    if examples is not None and inspect.iscoroutinefunction(examples.inner_test):
        examples.inner_test = _synchronous(pyfuncitem, examples.inner_test)
    if not inspect.iscoroutinefunction(test):
        return None
    names = pyfuncitem._fixtureinfo.argnames  # the only place that has it
    _synchronous(pyfuncitem, test)(**{name: pyfuncitem.funcargs[name] for name in names})
    return True
