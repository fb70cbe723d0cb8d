"""Files from anywhere: dropped onto a question, imported, or written as a format. Each is used, or refused with a
remedy; none hangs, exhausts, or runs anything."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from disputatio.app.debate_files import export, take_in
from disputatio.app.paths import resource
from disputatio.app.starting.configuration import DebateConfig, parse
from disputatio.app.starting.contexts import FILES_CHARACTERS
from disputatio.app.starting.formats import FormatShelf
from disputatio.debate.errors import ConfigError, DisputatioError, FormatError, Refused
from disputatio.debate.formats.file import LONGEST
from disputatio.debate.formats.loader import load
from disputatio.engine.errors import NotFound
from disputatio.storage.chain import link


@pytest.fixture
def rehearsal(home: Path) -> Callable[..., DebateConfig]:
    def made(*files: Path, **fields: Any) -> DebateConfig:
        options = {"auto_continue": True, "rounds": 1}
        return DebateConfig(question="Is it so?", files=tuple(map(str, files)), options=options, seed=1, **fields)

    return made


# Dropped onto a question


def huge(folder: Path) -> Path:
    path = folder / "huge.txt"
    with path.open("wb") as file:
        file.write(b"The first line of it.\n")
        file.truncate(20 * 2**30)  # without taking the room
        file.seek(0)
        file.write(b"words " * 400_000)
    return path


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.txt")
    return folder / "pipe.txt"


def loop(folder: Path) -> Path:
    (folder / "a.txt").symlink_to(folder / "b.txt")
    (folder / "b.txt").symlink_to(folder / "a.txt")
    return folder / "a.txt"


def binary(folder: Path) -> Path:
    (folder / "picture.txt").write_bytes(b"\x89PNG\0\0\x1a\n" * 100)
    return folder / "picture.txt"


def missing(folder: Path) -> Path:
    return folder / "nowhere.txt"


def nul_in_name(folder: Path) -> Path:
    return Path(f"{folder}/a\0b.txt")


@pytest.mark.parametrize(
    "make", [pipe, loop, binary, missing, nul_in_name, lambda folder: folder, lambda folder: Path("/dev/zero")]
)
async def test_what_is_no_text_file_is_refused(
    make: Callable[[Path], Path], tmp_path: Path, debating: Any, rehearsal: Any
) -> None:
    path = make(tmp_path)
    async with debating() as on, asyncio.timeout(60):
        with pytest.raises(ConfigError) as refused:
            await on.app.prepare(rehearsal(path), rehearse=True)
    assert refused.value.field == "files"
    assert refused.value.remedy


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, debating: Any, rehearsal: Any) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("secret")
    path.chmod(0)
    async with debating() as on:
        with pytest.raises(ConfigError, match="denied"):
            await on.app.prepare(rehearsal(path), rehearse=True)


async def test_of_a_huge_file_the_beginning_is_read_and_that_is_said(
    tmp_path: Path, debating: Any, rehearsal: Any
) -> None:
    async with debating() as on, asyncio.timeout(60):
        prepared = await on.app.prepare(rehearsal(huge(tmp_path)), rehearse=True)
    [section] = prepared.opening.context.sections
    assert len(section.text) < 2 * FILES_CHARACTERS
    assert "of more than" in section.cut


async def test_files_of_other_encodings_and_many_lines_are_text(tmp_path: Path, debating: Any, rehearsal: Any) -> None:
    paths = []
    for name, content in {
        "latin.txt": "Größe".encode("latin-1"),
        "bom.txt": "\ufeffGröße".encode(),
        "lines.txt": b"\n" * 50_000,
        "controls.txt": bytes(range(1, 32)) * 100,
        "one line.txt": b"x" * 900_000,
        "bidi\u202e\n# name.txt": b"words",
    }.items():
        (tmp_path / name).write_bytes(content)
        paths.append(tmp_path / name)
    async with debating() as on:
        prepared = await on.app.prepare(rehearsal(*paths), rehearse=True)
        session = await on.app.open_and_run(prepared)
        assert (await session.wait_for_rest()).over
        await on.app.sessions.release(session.id)
        assert on.server.requests == []


# Configurations


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "[" * 100_000,
        '{"a":' * 100_000,
        "a = " + "[" * 100_000,
        '{"question": 7}',
        '{"question": "q", "options": {"rounds": 1e400}}',
        '{"question": "q", "seats": {"a": 1}}',
        '{"question": "q", "seed": "x"}',
        '{"question": "q", "seats": [[[]]]}',
        "question = 'a'\nquestion = 'b'",
        "[[question]]",
        "\ufeff{}",
    ],
)
async def test_a_malformed_configuration_is_refused_and_never_more(text: str, debating: Any) -> None:
    async with debating() as on:
        with pytest.raises(DisputatioError) as refused:
            await on.app.prepare(parse(text, "debate.json" if text[:1] in "{[" else "debate.toml"), rehearse=True)
        assert refused.value.remedy


# Formats

HEAD = 'name = "x"\ntitle = "X"\ndo = ["s0"]\n[cast.table]\nrole = "P"\n'


def _twice(n: int) -> str:
    """A step that means two of the next one."""
    both = f'[step.s{n}]\ndo = ["a{n}", "b{n}"]\n'
    return both + "".join(f'[step.{one}{n}]\ndo = ["s{n + 1}"]\n' for one in "ab")


HOSTILE_FORMATS = {
    "empty": "",
    "nul": "\0",
    "deep": "a = " + "[" * 50_000,
    "deep keys": "a." * 50_000 + "a = 1",
    "big number": f"a = {'9' * 100_000}",
    "too long": "#" * (LONGEST + 1),
    "many unknown keys": HEAD + "[step.s0]\nask = 'all'\n" + "\n".join(f"k{n} = 1" for n in range(15_000)),
    "many unused steps": HEAD + "".join(f"[step.u{n}]\nask='all'\n" for n in range(7_000)),
    "doubling": HEAD + "".join(map(_twice, range(40))),
    "circle": HEAD + '[step.s0]\ndo = ["s1"]\n[step.s1]\ndo = ["s0"]\n',
    "long names": HEAD.replace("s0", "s" * 60_000),
    "no end": HEAD + '[step.s0]\nrepeat = "unbounded"\nuntil = "passed"\ndo = ["t"]\n[step.t]\nask = "all"\n',
    "templates": HEAD + '[step.s0]\nask = "{0.__class__}"\nwhen = ["__import__ os"]\nsees = "of %s"\n',
    "many arguments": HEAD + f'[step.s0]\nask = "part {"table " * 20_000}"\n',
}


@pytest.mark.parametrize("text", HOSTILE_FORMATS.values(), ids=HOSTILE_FORMATS)
def test_a_hostile_format_is_refused_in_no_time(text: str, home: Path) -> None:
    (home / "formats").mkdir()
    (home / "formats" / "x.toml").write_text(text)
    begun = process_time()
    shelf = FormatShelf(home / "formats")
    with pytest.raises(FormatError) as refused:
        shelf.get("x")
    assert refused.value.what.count("x.toml") >= 1
    shelved = {each.name: each for each in shelf.all()}
    assert shelved["x"].format is None
    assert shelved["x"].fault
    assert shelved["dual"].format  # the others are not concerned
    assert process_time() - begun < 30 * _ordinary() + 5


def _ordinary() -> float:
    begun = process_time()
    standard = (resource("formats") / "standard.toml").read_text()
    for path in sorted(resource("formats").glob("*.toml")):
        if path.stem != "standard":
            load(path.read_text(), path.name, standard)
    return process_time() - begun


@pytest.mark.parametrize("name", ["../settings", "/etc/passwd", "..\\x", "x\0y", "", ".", "formats/dual", "dual.toml"])
def test_a_format_is_looked_for_in_its_folder_only(name: str, home: Path) -> None:
    (home / "formats").mkdir()
    (home / "settings.toml").write_text('name = "settings"')
    with pytest.raises(NotFound):
        FormatShelf(home / "formats").get(name)


def test_formats_that_are_no_files_are_passed_over(home: Path) -> None:
    folder = home / "formats"
    folder.mkdir()
    (folder / "a.toml").mkdir()
    (folder / "b.toml").symlink_to(folder / "b.toml")
    os.mkfifo(folder / "c.toml")
    (folder / "d.toml").write_bytes(b"\xff\xfe\0x")
    found = {each.name: each for each in FormatShelf(folder).all()}
    assert not any(found[name].format for name in "abcd" if name in found)
    assert found["dual"].format


# Imports


async def exported(on: Any, rehearsal: Any) -> dict[str, Any]:
    session = await on.app.open_and_run(await on.app.prepare(rehearsal(), rehearse=True))
    await session.wait_for_rest()
    await on.app.sessions.release(session.id)
    content: dict[str, Any] = json.loads(await export(on.app, session.id, "json"))
    return content


def relinked(content: dict[str, Any]) -> dict[str, Any]:
    """With a chain that holds again, as somebody would make it who knows how."""
    last = ""
    for at, event in enumerate(content["events"], 1):
        body = json.dumps(event["event"], ensure_ascii=False, separators=(",", ":"))
        event["seq"], event["prev_hash"] = at, last
        event["hash"] = last = link(last, at, event["at"], event["type"], body)
    content["head"] = {"seq": len(content["events"]), "hash": last}
    return content


def _word_changed(content: dict[str, Any]) -> None:
    turn = next(event for event in content["events"] if event["type"].startswith("turn-completed"))
    turn["event"]["text"] += "!"


def _time_changed(content: dict[str, Any]) -> None:
    content["events"][3]["at"] += 1


def _dropped(content: dict[str, Any]) -> None:
    del content["events"][4]


def _cut_off(content: dict[str, Any]) -> None:
    del content["events"][-1]


def _request_changed(content: dict[str, Any]) -> None:
    key = next(iter(content["requests"]))
    content["requests"][key] = content["requests"][key].replace("the", "no", 1)


@pytest.mark.parametrize("tamper", [_word_changed, _time_changed, _dropped, _cut_off, _request_changed])
async def test_a_tampered_log_is_refused_and_leaves_nothing(tamper: Any, debating: Any, rehearsal: Any) -> None:
    async with debating() as on:
        content = await exported(on, rehearsal)
        content["debate"] = "tampered22"
        tamper(content)
        with pytest.raises(Refused, match="changed"):
            await take_in(on.app, json.dumps(content))
        with pytest.raises(NotFound):
            await on.app.catalogue.get("tampered22")


def _no_opening(content: dict[str, Any]) -> None:
    del content["events"][0]


def _opened_twice(content: dict[str, Any]) -> None:
    content["events"].insert(5, content["events"][0])


def _nothing(content: dict[str, Any]) -> None:
    content["events"] = []


@pytest.mark.parametrize("change", [_no_opening, _opened_twice, _nothing])
async def test_a_log_that_is_no_debate_is_refused_though_its_chain_holds(
    change: Any, debating: Any, rehearsal: Any
) -> None:
    async with debating() as on:
        content = await exported(on, rehearsal)
        content["debate"] = "nonsense22"
        change(content)
        with pytest.raises(Refused):
            await take_in(on.app, json.dumps(relinked(content)))


@pytest.mark.parametrize("id", ["", "../../etc/passwd", "a/b", "<script>", "x" * 500, "a\nb", "a\0b", "%", " "])
async def test_a_name_that_is_no_id_is_refused(id: str, debating: Any, rehearsal: Any) -> None:
    async with debating() as on:
        content = await exported(on, rehearsal)
        content["debate"] = id
        with pytest.raises(Refused):
            await take_in(on.app, json.dumps(content))


SAYS = {"format": "disputatio-debate", "version": 1, "debate": "d", "title": "t"}
EVENT = {"seq": 1e300, "at": "x", "type": [], "event": 7, "prev_hash": 1, "hash": 2}
WRONG = [
    {"head": {"seq": 1, "hash": ""}, "events": [None]},
    {"head": {"seq": 1, "hash": ""}, "events": [{"seq": "x"}]},
    {"head": {"seq": 1, "hash": ""}, "events": "events"},
    {"head": None, "events": []},
    {"head": [], "events": [[]]},
    {"head": {"seq": 1e300, "hash": []}, "events": [EVENT]},
    {},
]
NO_EXPORTS = ["", "{", "[" * 200_000, '{"a":' * 200_000, "null", "7", '"x"', "\0"]


@pytest.mark.parametrize("text", [*NO_EXPORTS, *(json.dumps(SAYS | each) for each in WRONG)])
async def test_other_files_are_refused(text: str, debating: Any) -> None:
    async with debating() as on:
        with pytest.raises(DisputatioError):
            await take_in(on.app, text)
