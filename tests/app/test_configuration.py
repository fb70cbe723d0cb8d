"""One debate configuration for every face: what is written comes back, and what is wrong is named with its remedy."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.starting.configuration import ContextChoice, DebateConfig, from_mapping, parse, to_mapping
from disputatio.debate.errors import ConfigError
from disputatio.debate.log.seats import SeatChoice

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
WORD = st.text("abcdefgh-", min_size=1, max_size=8)
NUMBERS = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
SEATS = st.builds(SeatChoice, seat=WORD, model=TEXT, name=TEXT, persona=TEXT, effort=TEXT)
CONTEXTS = st.one_of(
    st.just(ContextChoice()),
    st.builds(ContextChoice, kind=st.sampled_from(["project", "assignment"]), ref=TEXT),
    st.builds(ContextChoice, kind=st.just("repository"), ref=TEXT, commit=TEXT),
)
CONFIGS = st.builds(
    DebateConfig,
    question=TEXT,
    format=WORD,
    context=CONTEXTS,
    seats=st.lists(SEATS, max_size=3, unique_by=lambda choice: choice.seat).map(tuple),
    services=st.dictionaries(WORD, TEXT, max_size=3),
    options=st.dictionaries(WORD, st.booleans() | NUMBERS | TEXT | st.lists(TEXT, max_size=3), max_size=4),
    files=st.lists(TEXT, max_size=3).map(tuple),
    seed=st.none() | st.integers(-(2**63) + 1, 2**63 - 1),
)

WHOLE = """
question = "Is it so?"
format = "dual"
seed = 7
files = ["a.txt"]
rounds = 3
auto_continue = true
aspects = ["cost", "risk"]
topology = "star"
max_cost = 2.5
[context]
kind = "repository"
ref = "."
commit = "HEAD~1"
[[seats]]
seat = "analyst"
model = "openai:gpt-5.2"
name = "Ada"
persona = "Sceptic"
[[seats]]
seat = "critic"
model = "human:"
[services]
clerk = "rehearsal:quick"
synthesis = "openai:gpt-5.2"
[options]
threshold = 90
"""


def test_everything_that_can_be_written_is_read() -> None:
    config = parse(WHOLE, "debate.toml")
    assert config == DebateConfig(
        question="Is it so?",
        format="dual",
        context=ContextChoice(kind="repository", ref=".", commit="HEAD~1"),
        seats=(
            SeatChoice(seat="analyst", model="openai:gpt-5.2", name="Ada", persona="Sceptic"),
            SeatChoice(seat="critic", model="human:"),
        ),
        services={"clerk": "rehearsal:quick", "synthesis": "openai:gpt-5.2"},
        options={
            "threshold": 90,
            "rounds": 3,
            "aspects": ["cost", "risk"],
            "topology": "star",
            "auto_continue": True,
            "max_cost": 2_500_000,
        },
        files=("a.txt",),
        seed=7,
    )


@given(config=CONFIGS)
def test_it_comes_back_from_json_and_from_toml(config: DebateConfig) -> None:
    mapping = to_mapping(config)
    assert parse(json.dumps(mapping), "debate.json") == config
    assert parse(tomlkit.dumps(mapping), "debate.toml") == config


def test_no_cap_comes_back_from_json() -> None:
    config = DebateConfig(question="?", options={"max_cost": None})
    assert parse(json.dumps(to_mapping(config)), "debate.json") == config
    assert parse("max_cost = 0", "debate.toml").options == {"max_cost": None}


WRONG = {
    'qestion = "?"': ("qestion", "Did you mean 'question'"),
    "levitate = 1": ("levitate", "Known are: question"),
    "question = 3": ("question", "Put it in quotes"),
    "files = 'a'": ("files", "files = "),
    "files = [1]": ("files", "files = "),
    "[[files]]\na = 1": ("files", "files = "),
    "context = 'x'": ("context", "Write [context]"),
    "[context]\nknd = 'none'": ("context.knd", "Did you mean 'kind'"),
    "[context]\nkind = 'moon'": ("context.kind", "repository"),
    "[context]\nkind = 3": ("context.kind", "quotes"),
    "[context]\nref = 3": ("context.ref", "quotes"),
    "seats = 3": ("seats", "[[seats]]"),
    "seats = ['x']": ("seats", "[[seats]]"),
    "[[seats]]\nmodel = 'a:b'": ("seats.seat", 'seat = "critic"'),
    "[[seats]]\nseat = 'critic'\nmodle = 'a:b'": ("seats.modle", "Did you mean 'model'"),
    "[[seats]]\nseat = 3": ("seats.seat", "quotes"),
    f"[[seats]]\nseat = 'critic'\nname = '{'x' * 501}'": ("seats.name", "Shorten it to 500"),
    f"[[seats]]\nseat = 'critic'\nmodel = 'openai:{'x' * 501}'": ("seats.model", "Shorten it to 500"),
    "[services]\nclerk = 3": ("services.clerk", "quotes"),
    "services = []": ("services", "Write [services]"),
    "options = 1": ("options", "Write [options]"),
    "[options]\nrounds = 1979-05-27": ("rounds", "Give a number"),
    "[options]\nrounds = nan": ("rounds", "Give a number"),
    "[options]\nrounds = inf": ("rounds", "Give a number"),
    "[options.rounds]\na = 1": ("rounds", "Give a number"),
    "aspects = [1]": ("aspects", "a list of texts"),
    "max_cost = 'much'": ("max_cost", "dollars"),
    "max_cost = -1": ("max_cost", "dollars"),
    "max_cost = true": ("max_cost", "dollars"),
    "max_cost = nan": ("max_cost", "dollars"),
    "max_cost = inf": ("max_cost", "dollars"),
    "max_cost = 1e300": ("max_cost", "dollars"),
    "seed = 'x'": ("seed", "whole number"),
    "seed = true": ("seed", "whole number"),
    "seed = 99999999999999999999": ("seed", "whole number"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_named_with_what_to_do(text: str) -> None:
    field, remedy = WRONG[text]
    with pytest.raises(ConfigError) as caught:
        parse(text, "debate.toml")
    assert caught.value.field == field
    assert remedy in caught.value.remedy
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text", ["{", "[", "x", "[" * 100_000, "{" * 100_000, "a = " + "9" * 5000, '{"seed": ' + "9" * 5000 + "}", "\0"]
)
@pytest.mark.parametrize("name", ["debate.toml", "debate.json"])
def test_what_cannot_be_read_at_all_is_said(text: str, name: str) -> None:
    with pytest.raises(ConfigError):
        parse(text, name)


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"'])
def test_json_that_is_no_table_is_said(text: str) -> None:
    with pytest.raises(ConfigError, match="contains no configuration"):
        parse(text, "debate.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["question", "format", "context", "seats", "services", "options", "files", "seed", "max_cost", "rounds", "aspects"]
)


@given(found=st.dictionaries(FIELDS | st.text(max_size=8), JSON, max_size=5))
def test_whatever_is_written_is_read_or_refused_with_a_remedy(found: dict[str, object]) -> None:
    refused: ConfigError | None = None
    try:
        config = from_mapping(found)
    except ConfigError as error:
        refused = error
    else:
        assert from_mapping(to_mapping(config)) == config
    assert refused is None or (refused.what and refused.remedy)


@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for name in ("debate.toml", "debate.json"):
        with suppress(ConfigError):
            assert isinstance(parse(text, name), DebateConfig)
