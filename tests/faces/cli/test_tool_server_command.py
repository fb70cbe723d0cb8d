"""`mcp`: what starts the tool server, and what is put into the settings of a client; `show --layers`."""

from __future__ import annotations

import json

import pytest

from disputatio.faces.cli.clients import CLIENTS
from disputatio.faces.cli.main import run


def test_it_starts_the_server_with_what_was_asked_of_the_log(home) -> None:
    asked: list[tuple[bool, bool]] = []

    def serve(verbose: bool, log_json: bool) -> int:
        asked.append((verbose, log_json))
        return 7

    assert run(["-v", "mcp"], lambda: 99, serve) == 7
    assert run(["--log-json", "mcp"], lambda: 99, serve) == 7
    assert asked == [(True, False), (False, True)]


def test_where_there_is_none_it_says_so(cli) -> None:
    done = cli("mcp")
    assert done.code == 2
    assert "disputatio mcp" in done.err


@pytest.mark.parametrize("name", CLIENTS)
def test_a_snippet_is_json_with_a_command_and_the_data_folder(cli, home, name: str) -> None:
    done = cli("mcp", "--snippet", name)
    assert done.code == 0
    assert CLIENTS[name].title in done.err
    entry = json.loads(done.out)[CLIENTS[name].key]["disputatio"]
    assert entry["args"][-1] == "mcp"
    assert entry["env"] == {"DISPUTATIO_HOME": str(home)}
    assert ("type" in entry) is CLIENTS[name].kind


def test_a_client_that_nobody_knows_is_refused_with_those_there_are(cli) -> None:
    done = cli("mcp", "--snippet", "emacs")
    assert done.code == 2
    assert "claude-desktop" in done.err


def test_the_layered_result_is_shown_and_printed(cli) -> None:
    id = cli.debate("--rounds", "2").events[0]["debate"]
    shown = cli("show", id, "--layers")
    assert shown.code == 0
    assert "Rehearsal: no AI model took part" in shown.out
    last, first = (json.loads(cli("show", id, "--layers", "--json", *more).out) for more in ((), ("--round", "1")))
    assert last["sessionId"] == id
    assert first["roundNumber"] == 1
    assert last["roundNumber"] > 1 or last == first
    refused = cli("show", id, "--layers", "--round", "9")
    assert refused.code == 2
    assert "no round 9" in refused.err
    assert cli("show", id, "--round", "1").code == 2


def test_the_analysis_is_a_part_of_show(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert "There is no analysis yet" in cli("show", id, "--analysis").out
    assert json.loads(cli("show", id, "--analysis", "--json").out) is None
