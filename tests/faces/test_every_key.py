"""Every key of a debate's configuration, through a file, the command line, the tool server and the window: each is
taken, means the same, and has an effect; what nobody knows is refused by name."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest
import tomlkit

from disputatio.app.bootstrap import application
from disputatio.app.paths import resource
from disputatio.app.starting.configuration import SEAT, TOP, DebateConfig, from_mapping, parse, to_toml
from disputatio.app.starting.formats import checked_options
from disputatio.debate.decide.options import reads
from disputatio.debate.errors import ConfigError, DisputatioError
from disputatio.debate.log.seats import HUMAN
from disputatio.faces.cli import start as command
from disputatio.faces.mcp import debate_tools
from disputatio.faces.mcp.arguments import StartRoundtable
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
FORMAT = FORMATS["dual"]
OTHERWISE: dict[str, Any] = {"topology": "star", "aspects": ["cost"], "auto_continue": False, "minority": False}
"""Another value of options that many formats do not use."""

GIVEN: dict[str, tuple[Any, tuple[str, ...], dict[str, Any]]] = {
    "question": ("Is it so?", (), {}),
    "format": ("proposition", ("--format", "proposition"), {}),
    "context": ({"kind": "project", "ref": "Shop"}, ("--project", "Shop"), {}),
    "files": (["notes.txt"], ("--file", "notes.txt"), {}),
    "seed": (7, ("--seed", "7"), {}),
    "services": ({"clerk": "openai:gpt-5-mini"}, ("--seat", "clerk=openai:gpt-5-mini"), {}),
    "rounds": (4, ("--rounds", "4"), {"rounds": 4}),
    "aspects": (["cost", "taste"], ("--aspect", "cost", "--aspect", "taste"), {"aspects": ["cost", "taste"]}),
    "topology": ("star", ("--topology", "star"), {"topology": "star"}),
    "planning": ("dpde", ("--planning", "dpde"), {"planning": "dpde"}),
    "complexity": ("complex", ("--complexity", "complex"), {"complexity": "complex"}),
    "hooks": (["tests"], ("--hook", "tests"), {"hooks": ["tests"]}),
    "phases": (
        ["proposal", "review"],
        ("--phase", "proposal", "--phase", "review"),
        {"phases": ["proposal", "review"]},
    ),
    "vote": ("borda", ("--vote", "borda"), {"vote": "borda"}),
    "verdict": ("majority", ("--verdict", "majority"), {"verdict": "majority"}),
    "gates": (["rounds"], ("--gate", "rounds"), {"gates": ["rounds"]}),
    "branch": (True, ("--branch", "--repo", "."), {"branch": True}),
    "release": (["a1"], ("--release", "a1"), {"release": ["a1"]}),
    "tools": (["web_search"], ("--tool", "web_search"), {"tools": ["web_search"]}),
    "effort": ("quick", ("--effort", "quick"), {"effort": "quick"}),
    "max_cost": (1.5, ("--max-cost", "1.5"), {"max_cost": 1_500_000}),
    "auto_continue": (False, ("--step",), {"auto_continue": False}),
    "options": (
        {"threshold": 90, "max_cost": 2},
        ("--option", "threshold=90", "--option", "max_cost=2"),
        {"threshold": 90, "max_cost": 2_000_000},
    ),
    "rules": (
        {"sealed": False, "ledger": "off"},
        ("--option", "sealed=false", "--option", "ledger=off"),
        {"sealed": False, "ledger": "off"},
    ),
    "budget": (
        {"cost": 2, "tokens": 900, "minutes": 0, "turns": 12},
        *(("--option", "max_cost=2", "--option", "max_tokens=900", "--option", "max_minutes=none"),),
        {"max_cost": 2_000_000, "max_tokens": 900, "max_minutes": None, "max_turns": 12},
    ),
    "seats": (
        [
            {
                "seat": "analyst",
                "model": "openai:gpt-5.2",
                "name": "Ada",
                "role": "Lawyer",
                "team": "t",
                "persona": "p",
                "effort": "quick",
            },
            {"id": "critic", "person": True},
        ],
        (
            *("--seat", "analyst=openai:gpt-5.2", "--name", "analyst=Ada", "--role", "analyst=Lawyer"),
            *("--team", "analyst=t", "--persona", "analyst=p", "--effort", "analyst=quick", "--person", "critic"),
        ),
        {},
    ),
}
"""By key: its value in a file, the same on the command line, the options that it becomes."""


def typed(*words: str) -> DebateConfig:
    """What the command line makes of some words."""
    given: dict[str, Any] = {}

    @click.command()
    @click.argument("question", required=False)
    @command._options
    def debate(yes: bool, as_json: bool, **found: Any) -> None:
        given.update(found)

    debate.main(list(words), standalone_mode=False)
    choices = command.Choices(**given)
    return command.with_options(command.configuration(choices), choices, FORMAT)


def plain(config: DebateConfig) -> dict[str, Any]:
    """Without what the headless faces add by themselves."""
    options = {name: chosen for name, chosen in config.options.items() if (name, chosen) != ("auto_continue", True)}
    return {
        "question": config.question,
        "format": config.format,
        "context": config.context,
        "files": config.files,
        "seed": config.seed,
        "services": config.services,
        "options": options,
        "seats": {seat.seat: seat for seat in config.seats},
    }


def test_there_is_a_case_for_every_key() -> None:
    assert set(GIVEN) == set(TOP)
    used = {key for seat in GIVEN["seats"][0] for key in seat}
    assert used == set(SEAT)


@pytest.mark.parametrize("key", GIVEN)
def test_a_key_means_the_same_in_every_face(key: str) -> None:
    value, words, options = GIVEN[key]
    written = {"question": "Is it so?", key: value}
    file = parse(json.dumps(written), "debate.json")
    assert parse(tomlkit.dumps(written), "debate.toml") == file
    assert file.options == options
    assert file != DebateConfig(question="Is it so?") or key == "question", "it has an effect"
    asked = debate_tools.configuration(StartRoundtable.model_validate(written))
    assert plain(asked) == plain(file)
    line = typed("Is it so?", *words, *(("--option", "max_turns=12") if key == "budget" else ()))
    wanted = plain(file)
    if key == "branch":
        wanted["context"] = line.context  # a branch belongs to a repository
    assert plain(line) == wanted
    assert parse(to_toml(file), "debate.toml") == file, "as the window writes it"


def test_who_sits_in_person_is_no_model() -> None:
    (critic,) = from_mapping({"seats": [{"id": "critic", "person": True}]}).seats
    assert (critic.seat, critic.model) == ("critic", HUMAN)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"sedd": 1}, "Did you mean 'seed'?"),
        ({"rules": {"seeled": True}}, "Did you mean 'sealed'?"),
        ({"budget": {"token": 1}}, "Did you mean 'tokens'?"),
        ({"budget": {"tokens": -1}}, "0 means no limit"),
        ({"budget": {"tokens": True}}, "0 means no limit"),
        ({"budget": {"cost": 1}, "max_cost": 2}, "max_cost appears twice"),
        ({"rules": {"sealed": True}, "options": {"sealed": False}}, "sealed appears twice"),
        ({"seats": [{"seat": "critic", "rolle": "x"}]}, "Did you mean 'role'?"),
        ({"seats": [{"seat": "critic", "id": "judge"}]}, "Leave out id"),
        ({"seats": [{"model": "openai:gpt-5.2"}]}, "A seat has no name"),
        ({"seats": [{"seat": "critic", "person": "yes"}]}, "Write true"),
        ({"seats": [{"seat": "critic", "person": True, "model": "openai:gpt-5.2"}]}, "a model and a person"),
    ],
)
def test_what_nobody_knows_is_refused_by_name(written: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        from_mapping({"question": "Is it so?", **written})
    assert told in refused.value.user_message


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"phases": ["proposal"]}, "has no phases"),
        ({"format": "eight-phase", "phases": ["propposal"]}, "Did you mean 'proposal'?"),
        ({"format": "eight-phase", "phases": ["review"], "options": {"review": True}}, "set twice"),
        ({"format": "eight-phase", "options": {"phases": "review"}}, "Write a list"),
        ({"planning": "cpde"}, "no option 'planning'"),
        ({"vote": "borda"}, "does not use vote"),
        ({"verdict": "majority"}, "does not use verdict"),
        ({"topology": "star"}, "does not use topology"),
        ({"seats": [{"seat": "critic", "team": "attackers"}]}, "has no teams"),
        ({"format": "red-blue", "seats": [{"seat": "attackers", "team": "attaker"}]}, "has no team 'attaker'"),
        ({"seats": [{"seat": "critic", "role": "Clerk"}]}, "is not a role that debates"),
        ({"tools": ["web_serch"]}, "Did you mean 'web_search'?"),
    ],
)
async def test_what_would_change_nothing_is_refused(home: Any, written: dict[str, Any], told: str) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        with pytest.raises(DisputatioError) as refused:
            await app.preview(from_mapping({"question": "Is it so?", **written}))
        assert told in refused.value.user_message


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_is_not_offered_is_refused_and_what_is_offered_is_taken(name: str) -> None:
    """Whatever the command line, the tool server and the window list as an option changes something in its format."""
    format = FORMATS[name]
    for option, value in format.options.items():
        chosen = {option: OTHERWISE.get(option, value)}
        if reads(format, option):
            assert checked_options(format, chosen, "repository") == chosen
        else:
            with pytest.raises(ConfigError, match="does not use"):
                checked_options(format, chosen)


async def test_what_is_taken_reaches_the_debate(home: Any) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        found = {"format": "eight-phase", "phases": ["proposal", "self-evolvement"], "planning": "dpde"}
        seats = [{"id": "proposers", "role": "Lawyer"}, {"seat": "judge", "person": True}]
        opened = (await app.preview(from_mapping({"question": "?q", **found, "seats": seats}))).opening
        names = ("proposal", "evolvement", "critique", "dehallucination", "convergence")
        assert [opened.options[name] for name in names] == [True, True, False, False, False]
        assert opened.options["planning"] == "dpde"
        people = {seat.id: seat for seat in opened.seats}
        assert (people["proposers"].role, people["proposers"].name) == ("Lawyer", "Lawyer")
        assert people["judge"].human
        lawyer = from_mapping(
            {"question": "?q", "format": "red-blue", "seats": [{"seat": "attackers", "role": "Burglar"}]}
        )
        opened = (await app.preview(lawyer)).opening
        assert next(seat.role for seat in opened.seats if seat.id == "attackers") == "Burglar"
