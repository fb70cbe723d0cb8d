"""`tools`: what participants look things up with, from the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from disputatio.testing.loopback import running_server
from disputatio.testing.loopback.searxng import Hit, running_search

SHOP = str(Path(__file__).parents[2] / "tools" / "shop_server.py")


def test_the_list_says_what_is_missing(cli: Any) -> None:
    done = cli("tools", "list")
    assert done.code == 0
    line = next(line for line in done.out.splitlines() if line.startswith("web_search"))
    assert "No web search is set up." in line
    assert "read_file" in done.out


def test_a_server_is_added_permitted_and_forgotten(cli: Any) -> None:
    done = cli("tools", "add", "shop", "--", sys.executable, SHOP)
    assert done.code == 0
    assert "stock" in done.out
    assert "ask once a debate" in done.err
    assert "mcp:shop" in cli("tools", "list").out
    assert cli("tools", "permit", "shop", "always").out == "shop: always allow.\n"
    assert cli("tools", "connect", "shop").code == 0
    token = cli("tools", "token", "shop", text="secret")
    assert (token.code, "is a program" in token.err) == (2, True)
    assert cli("tools", "remove", "shop").code == 2, "nobody is asked"
    assert cli("tools", "remove", "shop", "--yes").code == 0
    assert "mcp:shop" not in cli("tools", "list").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("add", "a b", "--", "x"), "cannot be the name"),
        (("add", "shop"), "is a command or an address"),
        (("add", "shop", "--address", "ftp://x"), "expected"),
        (("connect", "shp"), "There is no tool server 'shp'"),
        (("permit", "shp", "always"), "There is no tool server 'shp'"),
        (("search", "tides"), "No web search is set up"),
    ],
)
def test_what_cannot_be_done_is_said(cli: Any, words: tuple[str, ...], told: str) -> None:
    done = cli("tools", *words)
    assert done.code == 2
    assert told in done.err


def test_a_search_is_tried_after_consent(cli: Any) -> None:
    with running_search() as engine:
        engine.finds("tides", Hit("https://example.org/t", "On tides", "The moon."))
        cli("settings", "set", "tools.search", "endpoint")
        cli("settings", "set", "tools.search_address", engine.root)
        assert cli("tools", "search", "tides").code == 2, "nobody is there to agree"
        assert engine.queries == []
        done = cli("tools", "search", "tides", "--yes")
        assert done.out == "[1] On tides https://example.org/t\nThe moon.\n"
        assert cli("tools", "search", "tides").code == 0, "it was agreed to"


def test_a_debate_names_its_tools(cli: Any) -> None:
    done = cli.debate("--tool", "submit_response")
    (opened,) = done.of("debate-opened")
    assert opened["options"]["tools"] == ["submit_response"]
    assert cli.debate("--tool", "web_serch").code == 2
    both = cli.debate("--tool", "recall", "--no-tools")
    assert "do not go together" in both.err


def test_the_health_of_models_is_shown(cli: Any) -> None:
    assert "No model has been asked yet." in cli("models", "--health").err
    with running_server() as server:
        given = {"OPENAI_API_KEY": "key-of-a-test", "OPENAI_BASE_URL": server.openai_url}
        seats = (
            "--seat",
            "analyst=openai:gpt-5.2",
            "--seat",
            "critic=openai:gpt-5.2",
            "--seat",
            "synthesis=openai:gpt-5.2",
        )
        cli("debate", "Is it so?", "--rounds", "1", "--seat", "clerk=openai:gpt-5.2", *seats, **given)
    done = cli("models", "--health")
    line = next(line for line in done.out.splitlines() if line.startswith("openai:gpt-5.2"))
    assert "well" in line
    assert "100%" in line
    (row,) = json.loads(cli("models", "openai", "--health", "--json").out)
    assert (row["state"], row["success_rate"]) == ("well", 1.0)
    assert cli("models", "nobody", "--health").code == 2
