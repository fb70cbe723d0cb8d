"""What is wrong with a command line is said with the field and the remedy, and ends with code 2; a bug with 70."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from disputatio.faces.cli.main import SECTIONS, disputatio_command
from disputatio.testing.repositories import commit


def leaves(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from leaves(command, *before, name)


EVERY = list(leaves(disputatio_command))


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_command_and_every_option_explains_itself(cli, path: tuple[str, ...], command: click.Command) -> None:
    assert len(command.help or "") > 10
    silent = [option.opts for option in command.params if isinstance(option, click.Option) and not option.help]
    assert silent == []
    done = cli(*path, "--help")
    assert done.code == 0
    assert done.out.startswith("Usage: disputatio")


def test_the_help_shows_every_command_under_a_heading(cli) -> None:
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(disputatio_command.commands)
    help = cli("--help").out
    assert all(title in help for title in SECTIONS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["debate"], ["no question"]),
        (["debate", "  "], ["no question"]),
        (["debate", "\x01\u200b"], ["no question"]),
        (["debate", "Q?", "--rehearse", "--max-cost", "nan"], ["max_cost", "nan", "2.50"]),
        (["debate", "Q?", "--rehearse", "--max-cost", "inf"], ["max_cost", "inf", "2.50"]),
        (["debate", "Q?", "--rehearse", "--seed", "9" * 20], ["--seed", "not in the range"]),
        (["debate", "Q?", "--fromat", "dual"], ["--fromat", "--format"]),
        (["debate", "Q?", "--rehearse", "--format", "dula"], ["dula", "dual"]),
        (["debate", "Q?", "--rehearse", "--seat", "critic"], ["'critic'", "--seat"]),
        (["debate", "Q?", "--rehearse", "--seat", "critc=rehearsal:quick"], ["critc", "critic"]),
        (["debate", "Q?", "--seat", "critic=gpt-5"], ["'gpt-5' is not a model", "openai:gpt-5"]),
        (["debate", "Q?", "--seat", "critic=frobnicate"], ["frobnicate", "provider:model"]),
        (["debate", "Q?", "--rehearse", "--persona", "critic="], ["--persona", "incomplete"]),
        (["debate", "Q?", "--repo", ".", "--project", "Shop"], ["one context"]),
        (["debate", "Q?", "--commit", "HEAD"], ["--commit", "--repo"]),
        (["debate", "Q?", "--rehearse", "--project", "Nowhere"], ["Nowhere"]),
        (["debate", "Q?", "--rehearse", "--config", "missing.toml"], ["missing.toml", "--config"]),
        (["debate", "Q?", "--rehearse", "--file", "missing.txt"], ["missing.txt"]),
        (["debate", "Q?", "--rehearse", "--rounds", "0"], ["--rounds", "1<=x<=100"]),
        (["debate", "Q?", "--rehearse", "--gate", "nowhere"], ["has no gate 'nowhere'", "It has: all, rounds"]),
        (["debate", "Q?", "--rehearse", "--format", "eight-phase", "--gate", "x"], ["'x'", "proposal"]),
        (["debate", "Q?", "--rehearse", "--format", "council", "--step"], ["no rounds"]),
        (["show", "nothere"], ["nothere", "List the debates"]),
        (["resume", "nothere"], ["nothere"]),
        (["stop", "nothere"], ["nothere"]),
        (["models", "opnai"], ["opnai", "openai"]),
        (["check", "nobody"], ["nobody"]),
        (["keys", "set", "rehearsal"], ["rehearsal", "openai"]),
        (["settings", "get", "budget.cots"], ["budget.cots", "budget.cost"]),
        (["settings", "set", "budget.cost", "much"], ["budget.cost", "a number"]),
        (["settings", "set", "models.critic", "gpt"], ["models.critic", "provider:model"]),
        (["task", "add", "Do it"], ["--project"]),
        (["task", "add", "Do it", "--project", "Nowhere"], ["Nowhere"]),
        (["task", "add", "Do it", "--project", "x", "--priority", "soon"], ["soon", "urgent"]),
        (["note", "add"], ["no title"]),
        (["note", "add", "Mine", "--from-debate", "x"], ["--from-debate"]),
        (["project", "edit", "Shop"], ["nothing to change"]),
        (["project", "show", "Shop"], ["Shop"]),
        (["import", "missing.json"], ["missing.json"]),
        (["restore", "missing.zip"], ["missing.zip"]),
        (["search", " "], ["nothing to search"]),
        (["note", "search", ""], ["nothing to search"]),
        (["project", "show", "x" * 501], ["'" + "x" * 59 + "…'"]),
        (["project", "add", "x" * 501], ["501 characters", "500"]),
        (["workspace", "delete", "default"], ["default workspace"]),
        (["nothing"], ["nothing"]),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else None,
)
def test_bad_input_names_the_field_and_the_remedy(cli, arguments: list[str], words: list[str]) -> None:
    done = cli(*arguments)
    assert done.code == 2, done
    assert done.out == ""
    for word in words:
        assert word in done.err


def test_a_directory_without_a_repository_is_said(cli, tmp_path: Path) -> None:
    done = cli("debate", "Q?", "--rehearse", "--repo", str(tmp_path))
    assert done.code == 2
    assert str(tmp_path) in done.err


def test_a_configuration_with_a_fault_names_it(cli, tmp_path: Path) -> None:
    path = tmp_path / "debate.toml"
    path.write_text('question = "Q?"\nfomat = "dual"\n', "utf-8")
    done = cli("debate", "--config", str(path))
    assert done.code == 2
    assert "fomat" in done.err
    assert "format" in done.err


def test_files_that_are_not_what_they_should_be_are_refused(cli, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(b"\xff\xfe\x00PK\x03")
    for arguments in (
        ["import"],
        ["restore", "--replace", "--yes"],
        ["restore"],
        ["formats", "check"],
        ["document", "import"],
    ):
        done = cli(*arguments, str(path))
        assert done.code == 2, arguments
        assert "x.bin" in done.err


@pytest.mark.parametrize(("said", "code", "way"), [("", 2, "Give --yes if you are sure"), ("n\n", 130, "add --yes")])
def test_where_nobody_agrees_nothing_is_done_and_the_way_is_told(
    cli, home: Path, said: str, code: int, way: str
) -> None:
    assert cli("backup", str(home / "kept.zip")).code == 0
    done = cli("restore", "--replace", str(home / "kept.zip"), text=said)
    assert done.code == code
    assert way in done.err
    assert cli("restore", "--replace", str(home / "kept.zip"), text="y\n").code == 0


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (["note", "add", "Remember"], "Give --body."),
        (["document", "add", "Spec"], "Give --text."),
        (["task", "add", "First"], "Give --project."),
        (["assignment", "add", "Audit"], "Give --project."),
    ],
)
def test_what_is_missing_is_named_by_its_option(cli, arguments: list[str], missing: str) -> None:
    done = cli(*arguments)
    assert done.code == 2
    assert missing in done.err


def test_a_key_is_read_from_standard_input_and_never_shown(cli) -> None:
    done = cli("keys", "set", "openai", text="sk-live-abcdef0123456789\n")
    assert done.code == 2, "the null keyring keeps nothing"
    assert "not saved" in done.err
    assert "sk-live" not in done.out + done.err
    assert "abcdef" not in done.out + done.err


def test_a_bug_ends_with_70_and_its_report_is_kept(cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")

    def broken() -> int:
        raise ZeroDivisionError("sk-live-abcdef0123456789abcdef")

    done = cli(window=broken)
    assert done.code == 70
    assert "ZeroDivisionError" in done.err
    report = (home / "logs" / "crash.txt").read_text("utf-8")
    assert "ZeroDivisionError" in report
    assert "abcdef0123" not in report + done.err


def test_with_a_display_the_window_opens_with_its_folder(cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("DISPUTATIO_HOME", str(tmp_path / "before"))
    seen = []

    def window() -> int:
        import os

        seen.append(os.environ["DISPUTATIO_HOME"])
        return 5

    assert cli("--home", str(tmp_path / "chosen"), window=window).code == 5
    assert seen == [str(tmp_path / "chosen")]


def test_home_is_where_everything_is_kept(cli, tmp_path: Path) -> None:
    assert cli("--home", str(tmp_path / "own"), "list").code == 0
    assert (tmp_path / "own" / "disputatio.db").is_file()


def test_a_folder_alone_opens_the_window_about_it(cli, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "list").mkdir()
    assert cli(str(tmp_path / "mine"), DISPLAY=":0").code == 99
    done = cli("mine")
    assert done.code == 2
    assert "no display" in done.err
    assert "--repo mine" in done.err
    assert cli("list", DISPLAY=":0").code == 0, "a command stays a command"


def test_who_replaces_everything_with_what_was_made_elsewhere_is_told(cli, home: Path) -> None:
    assert cli("backup", str(home / "kept.zip")).code == 0
    told = "It was not made in this data folder."
    assert told not in cli("restore", "--replace", str(home / "kept.zip"), text="n\n").out
    (home / "backups.key").write_text("a" * 64)  # as in another data folder
    assert told in cli("restore", "--replace", str(home / "kept.zip"), text="n\n").out
    assert told not in cli("restore", "--replace", "--mine", str(home / "kept.zip"), text="n\n").out
    assert told in cli("restore", "--replace", "--yes", str(home / "kept.zip")).out


def test_doctor_examines_a_database_that_cannot_be_opened_and_names_the_way_back(cli, tmp_path: Path) -> None:
    cli.debate("--rounds", "1")
    assert cli("backup", str(tmp_path / "kept.zip")).code == 0
    home = Path(os.environ["DISPUTATIO_HOME"])
    database = home / "disputatio.db"
    for beside in home.glob("disputatio.db-*"):
        beside.unlink()
    with database.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(bytes(range(256)) * 16 * 20)
    done = cli("doctor")
    assert done.code == 3
    assert "damaged" in done.out
    assert "integrity check: " in done.out
    assert "disputatio restore --replace FILE" in done.out
    (home / "backups").mkdir(exist_ok=True)
    (tmp_path / "kept.zip").rename(home / "backups" / "kept.zip")
    assert f"disputatio restore --replace {home / 'backups' / 'kept.zip'}" in cli("doctor").out
    assert cli("restore", "--replace", str(home / "backups" / "kept.zip"), "--yes").code == 0
    assert cli("doctor").code == 0


def test_doctor_tells_a_database_that_may_not_be_used_from_a_damaged_one(cli) -> None:
    home = Path(os.environ["DISPUTATIO_HOME"])
    (home / "disputatio.db").mkdir(parents=True)
    done = cli("doctor")
    assert done.code == 3
    assert "cannot be opened" in done.out
    assert "restore" not in done.out


def test_a_debate_is_not_left_without_a_title(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    refused = cli("rename", id, "  ")
    assert refused.code == 2
    assert "title is empty" in refused.err
    assert cli("rename", id, " Two\nlines ").code == 0
    assert "Two lines" in cli("list").out


@pytest.mark.parametrize("address", ["http://[::1", "http://a\x1bb"])
@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_an_address_that_is_none_is_said(cli, provider: str, address: str) -> None:
    name = provider.upper()
    done = cli("models", provider, **{f"{name}_API_KEY": "sk-0123456789abcdef", f"{name}_BASE_URL": address})
    assert done.code == 4
    assert "address" in done.err
    assert cli("doctor", **{f"{name}_BASE_URL": address}).code == 0


@pytest.mark.parametrize(("format", "threshold", "most"), [("eight-phase", 101, 100), ("proposition", 85, 1)])
def test_a_threshold_that_nothing_reaches_is_refused(cli, format: str, threshold: int, most: int) -> None:
    done = cli("debate", "Why?", "--rehearse", "--format", format, "--option", f"threshold={threshold}")
    assert done.code == 2
    assert f"Option 'threshold' cannot be {threshold}. It can be {most} at most." in done.err


def test_commands_for_what_does_not_exist_are_not_kept(cli, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    for project, why in (("shop", "There is no repository, project or assignment 'shop'."), ("plain", "no git repo")):
        place = str(tmp_path / project) if project == "plain" else project
        done = cli("hooks", "add", place, "tests: true")
        assert done.code == 2
        assert why in done.err
    assert json.loads(cli("hooks", "list", "--json").out) == []
    cli("project", "add", "Shop")
    assert cli("hooks", "add", "shop", "tests: true").code == 0, "however it is written"
    assert cli("hooks", "add", "Shop", "lint: true").code == 0


def test_commands_that_nobody_here_can_agree_to_are_named_as_such(cli) -> None:
    asked = ("debate", "Why?", "--rehearse", "--format", "eight-phase", "--hook", "tests: make test")
    done = cli(*asked)
    assert done.code == 2
    assert "tests: make test" in done.err
    assert "would run the commands listed above" in done.err
    assert "branch" not in done.err


def test_whoever_wants_checks_is_told_beforehand_why_there_will_be_none(cli, tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    commit(shop, {"shop.py": "total = sum\n"}, "The shop")
    asked = ("debate", "Why?", "--rehearse", "--format", "eight-phase", "--phase", "proposal", "--hooks")
    assert "Warning: Running code is switched off, so no proposal is checked" in cli(*asked).err
    assert cli("settings", "set", "sandbox.use", "true").code == 0
    on = (*asked, "--repo", str(shop), "--gate", "proposal")
    assert f"Warning: No commands are configured for {shop}" in cli(*on).err
    assert cli("hooks", "add", str(shop), "tests: true").code == 0
    told = cli(*on).err
    assert "is checked" not in told
    assert "Warning" not in told


def test_an_empty_answer_is_none(cli) -> None:
    id = cli.debate("--rounds", "1", "--person", "critic").events[0]["debate"]
    for text in ("", "  \n"):
        done = cli("answer", id, text)
        assert done.code == 2
        assert "There is nothing to say yet." in done.err
    assert cli("answer", id, "It holds.").code in (0, 3)
