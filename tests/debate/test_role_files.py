"""Roles that a person wrote: their files, with every fault named, and how a debate keeps them."""

from __future__ import annotations

import pytest

from disputatio.debate.errors import FormatError
from disputatio.debate.format import Block, Format, Part
from disputatio.debate.formats.opening import cast, open_debate
from disputatio.debate.formats.role_file import LIMITS, LONGEST, read_role
from disputatio.debate.log.evolve import fold
from disputatio.debate.roles import Role, folded, role_named
from disputatio.storage.codec import EVENTS

GOOD = """
id    = "database-reviewer"
title = "Database reviewer"
focus = '''
You look at indexes.
Say what becomes slow.'''
task  = "Name the index."
tools = ["read_file", "mcp:tracker", "read_file", "scan"]
"""
ROLE = Role(
    id="database-reviewer",
    title="Database reviewer",
    focus="You look at indexes.\nSay what becomes slow.",
    task="Name the index.",
    tools=("read_file", "mcp:tracker", "scan"),
)


def faults(text: str, **taken: str) -> list[str]:
    with pytest.raises(FormatError) as caught:
        read_role(text, "r.toml", taken)
    return str(caught.value).splitlines()


def with_key(key: str, written: str) -> str:
    """Return the file with another value of a key."""
    lines = GOOD.replace("'''\nYou look at indexes.\nSay what becomes slow.'''", '"Look."').splitlines()
    return "\n".join(f"{key} = {written}" if line.startswith(f"{key} ") else line for line in lines)


def test_a_file_becomes_a_role() -> None:
    assert read_role(GOOD, "r.toml", {}) == ROLE
    bare = 'id = "x"\ntitle = "X"\nfocus = "Look."\ntools = []'
    assert read_role(bare, "r.toml", {}) == Role(id="x", title="X", focus="Look.")
    joined = with_key("task", '"خانه\u200cها, 👩\u200d🔬\\tso"')
    assert read_role(joined, "r.toml", {}).task == "خانه\u200cها, 👩\u200d🔬\tso"


def test_all_faults_come_at_once_each_with_its_line() -> None:
    found = faults('id = "No!"\ntitle = "Critic"\nfocus = 3\ntoolz = []\ntools = ["red_file"]', critic="a role of ours")
    assert found == [
        "r.toml:1: `id` has other characters than small letters, digits and hyphens; write it like database-reviewer",
        "r.toml:2: `title` 'Critic' is the name of a role of ours; choose another one",
        'r.toml:3: `focus` is not a text; write focus = "…"',
        "r.toml:4: unknown key `toolz`; did you mean `tools`?",
        "r.toml:5: `tools`: there is no tool 'red_file'; did you mean 'read_file'?",
    ]


@pytest.mark.parametrize(
    ("key", "written", "said"),
    [
        ("id", '""', "`id` is missing"),
        ("title", '"…"', "has no words"),
        ("title", '"Two\\nlines"', "cannot be seen"),
        ("title", '"Clerk"', "a service of every debate"),
        ("focus", '"a\\u001b[31mb"', "cannot be seen"),
        ("focus", '"a\\u202eb"', "cannot be seen"),
        ("focus", f'"{"x" * (LIMITS["focus"] + 1)}"', "4,001 characters; the limit is 4,000"),
        ("task", '"---"', "has no words"),
        ("task", "1", "not a text"),
        ("tools", '"read_file"', "no list of names"),
        ("tools", "[1]", "no list of names"),
        ("tools", '["mcp:"]', "there is no tool 'mcp:'"),
        ("tools", "[]\nzzz = 1", "unknown key `zzz`; there are: id, title, focus, task, tools"),
    ],
)
def test_what_cannot_be_used_is_said(key: str, written: str, said: str) -> None:
    assert any(said in each for each in faults(with_key(key, written)))


@pytest.mark.parametrize("text", ["id = [", "x" * (LONGEST + 1), f"{'a.' * 300}b = 1", "[" * 50_000, "a = 1\na = 2"])
def test_what_is_no_file_of_a_role_at_all_is_refused_whole(text: str) -> None:
    assert "r.toml" in faults(text)[0]


def test_an_empty_file_lacks_everything_but_the_task() -> None:
    assert len(faults("")) == 4


def test_a_role_is_called_by_its_id_or_its_title_however_written() -> None:
    assert folded("  Devil’s   Advocate ") == "devil's advocate"
    for name in ("database-reviewer", "DATABASE  Reviewer"):
        assert role_named([ROLE], name) == ROLE
    assert role_named([ROLE], "reviewer") is None


def test_a_debate_keeps_its_roles_and_a_log_without_them_is_as_it_was() -> None:
    form = Format(name="x", title="X", body=Block(name=""), cast=(Part(name="ada", role="Ada"),))
    seats = cast(form, [], {"*": "m:1"})
    opened = open_debate("So?", form, seats, {}, roles={"ada": ROLE})
    stored = EVENTS.encode(opened)
    assert EVENTS.decode(stored.name, stored.body) == opened
    assert fold([opened]).roles == {"ada": ROLE}
    assert '"roles"' not in EVENTS.encode(open_debate("So?", form, seats, {})).body
