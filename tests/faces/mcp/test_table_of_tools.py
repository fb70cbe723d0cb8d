"""The tools of the tool server: each is in the table, is carried out, and takes what a configuration file takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.starting import configuration
from disputatio.debate.views.layers import DETAILS
from disputatio.faces.mcp import arguments, debate_tools
from disputatio.faces.mcp.arguments import StartRoundtable
from disputatio.faces.mcp.desk import Desk
from disputatio.faces.mcp.server import ToolServer, WrongArguments
from disputatio.faces.mcp.tool_table import TOOLS

ROOT = Path(__file__).parents[3]
NAMES = {entry.name for entry in TOOLS}
BESIDE = {"step", "rehearse", "consent", "wait_seconds"}
"""What a start takes and a configuration does not hold."""


def test_there_are_twelve_and_each_is_described_and_documented() -> None:
    assert len(TOOLS) == len(NAMES) == 12
    page = (ROOT / "resources" / "help" / "mcp.md").read_text("utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []
    assert all(entry.description.endswith(".") for entry in TOOLS)
    assert DETAILS in NAMES


async def test_each_is_carried_out(home: Path) -> None:
    async with Desk({"DISPUTATIO_HOME": str(home)}) as desk:
        assert {entry.takes for entry in TOOLS} == set(desk._work)


def test_a_start_takes_every_field_of_a_configuration() -> None:
    assert set(StartRoundtable.model_fields) - BESIDE == set(configuration.TOP)
    assert set(arguments.SeatArguments.model_fields) == set(configuration.SEAT)
    assert set(arguments.ContextArguments.model_fields) == set(configuration.CONTEXT)
    assert debate_tools.GIVEN == BESIDE


def test_a_start_is_read_as_a_configuration_file_is() -> None:
    given: dict[str, Any] = {
        "question": "Tabs or spaces?",
        "format": "dialogue",
        "context": {"kind": "repository", "ref": "/src/shop", "commit": "HEAD"},
        "seats": [{"seat": "critic", "model": "openai:gpt-5.2", "effort": "thorough"}],
        "services": {"clerk": "openai:gpt-5-mini"},
        "options": {"ledger": "off", "threshold": 90},
        "aspects": ["cost", "taste"],
        "seed": 7,
        "max_cost": 1.5,
    }
    read = debate_tools.configuration(StartRoundtable.model_validate({**given, "waitSeconds": 3}))
    file = configuration.parse(json.dumps({**given, "auto_continue": True}), "debate.json")
    assert read == file


def test_a_debate_runs_on_unless_it_is_told_to_pause() -> None:
    def chosen(**given: Any) -> Any:
        return debate_tools.configuration(StartRoundtable(question="x", **given)).options

    assert chosen() == {"auto_continue": True}
    assert chosen(step=True) == {"auto_continue": False}
    assert chosen(auto_continue=False) == {"auto_continue": False}
    assert chosen(options={"auto_continue": False}) == {"auto_continue": False}
    assert chosen(gates=["all"]) == {"auto_continue": True, "gates": ["all"]}


def test_structures_in_strings_are_unpacked_and_texts_are_left_alone() -> None:
    found = StartRoundtable.model_validate({"question": "[1]", "seats": '[{"seat": "critic"}]', "aspects": '["a"]'})
    assert (found.question, found.seats[0].seat, found.aspects) == ("[1]", "critic", ["a"])


@pytest.mark.parametrize("entry", TOOLS, ids=lambda entry: entry.name)
def test_a_field_that_nobody_knows_is_refused_by_name(entry: Any) -> None:
    with pytest.raises(ValueError, match="nonsense") as refused:
        entry.takes.model_validate({"nonsense": 1})
    told = WrongArguments(entry, refused.value).user_message  # type: ignore[arg-type]
    assert "Unknown field nonsense." in told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rules": {"sealled": True}}, "Unknown field rules.sealled. Did you mean 'sealed'?"),
        ({"seats": [{"seat": "critic", "modle": "x"}]}, "Unknown field seats.0.modle. Did you mean 'model'?"),
        ({"budget": {"price": 1}}, "Unknown field budget.price. Known are: cost, tokens, minutes, turns."),
        ({"context": {"reff": "."}}, "Unknown field context.reff. Did you mean 'ref'?"),
    ],
)
def test_a_field_inside_of_another_is_refused_with_those_that_are_known_there(given: Any, told: str) -> None:
    """As in a configuration file (SPEC CONFIG.1)."""
    with pytest.raises(ValueError, match="Extra inputs") as refused:
        StartRoundtable.model_validate({"question": "?", **given})
    [entry] = [entry for entry in TOOLS if entry.name == "start_roundtable"]
    assert told in WrongArguments(entry, refused.value).user_message  # type: ignore[arg-type]


async def test_schemas_name_what_is_needed_and_say_nothing_twice() -> None:
    class NoDesk:
        async def __aenter__(self) -> NoDesk:
            return self

        async def __aexit__(self, *exception: object) -> None:
            """Nothing was opened."""

    server = ToolServer(NoDesk)  # type: ignore[arg-type]
    listed = {tool.name: tool for tool in (await server.list_tools(None, None)).tools}
    await server.close()
    assert listed["start_roundtable"].input_schema["required"] == ["question"]
    assert listed["control_session"].input_schema["required"] == ["sessionId", "action"]
    assert listed["list_sessions"].annotations.read_only_hint
    assert not listed["start_roundtable"].annotations.read_only_hint
    assert "title" not in json.dumps(listed["get_round_details"].output_schema["properties"]["roundNumber"])
    assert set(listed["start_roundtable"].output_schema["required"]) >= {"sessionId", "decision", "metadata"}
