"""The language reference of the formats cannot fall behind: its lists are those of the program, its examples run."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from disputatio.debate.errors import FormatError
from disputatio.debate.format import MESSAGES, RECORDS
from disputatio.debate.formats.file import LONGEST, MOST_DOTS
from disputatio.debate.formats.loader import (
    COMMON,
    MOST_BLOCKS,
    MOST_DEEP,
    PART,
    RESERVED,
    RESERVED_PREFIXES,
    SHAPES,
    TOP,
    load,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.policies.figures import FIGURES
from disputatio.debate.walk.rulebook import FAMILIES
from disputatio.testing.speakers import dice, drive, opening_event

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
TEXT = (FOLDER / "README.md").read_text("utf-8")
STANDARD = (FOLDER / "standard.toml").read_text("utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
EXAMPLES = [block for block in BLOCKS if tomllib.loads(block)["name"] != "broken"]


def section(title: str) -> str:
    """What stands below a heading, up to the next one of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"there is no section {title!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of a table's rows, the heading left out."""
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(text: str) -> list[str]:
    return [cells[0].strip("`") for cells in rows(text)]


def test_every_key_is_described() -> None:
    assert named(section("The file")) == list(TOP)
    assert sorted(named(section("A step"))) == sorted(SHAPES)
    cast, services = section("A part of the cast").split("Five services")
    assert named(cast) == list(PART)
    assert sorted(named(services)) == sorted(SERVICES)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_policy_is_described_with_its_arguments(family: str) -> None:
    described = {
        call.split()[0]: (call.split()[1:], cells[-1])
        for cells in rows(section(family))
        for call in [cells[0].strip("`")]
    }
    assert described.keys() == FAMILIES[family].keys()
    for name, (words, meaning) in described.items():
        policy = FAMILIES[family][name]
        required = [word for word in words if not word.startswith("[")]
        assert len(required) == policy.least, name
        assert policy.most == len(words) or words[-1].endswith("…"), name
        needs = re.search(r"needs `(.+?)`", meaning)
        assert (needs[1] if needs else "") == policy.needs, name


def test_every_figure_is_described() -> None:
    assert sorted(named(section("figure"))) == sorted(FIGURES)


def test_every_contract_is_described_with_its_fields() -> None:
    messages, records = section("Contracts").split("**Records**")
    for text, contracts in ((messages, MESSAGES), (records, RECORDS)):
        assert {cells[0].strip("`"): cells[1].replace("`", "") for cells in rows(text)} == contracts


def test_every_option_and_its_default_is_described() -> None:
    text = section("Options")
    values = {cells[0].strip("`"): tomllib.loads(f"v = {cells[1].strip('`')}")["v"] for cells in rows(text)}
    assert values == COMMON
    for name, value in tomllib.loads(STANDARD)["options"].items():
        assert f"`{name}` ({str(value).lower()}" in text


def test_every_standard_step_is_described() -> None:
    assert sorted(named(section("Standard steps"))) == sorted(tomllib.loads(STANDARD)["step"])


def test_the_bounds_and_the_reserved_names_are_said() -> None:
    assert f"{MOST_DEEP} steps inside one another, {MOST_BLOCKS} steps" in TEXT
    assert f"{LONGEST:,} characters, {MOST_DOTS} dots a line" in TEXT
    for name in (*RESERVED, *RESERVED_PREFIXES):
        assert f"`{name}`" in TEXT


def test_a_file_is_not_longer_than_a_format_can_be() -> None:
    for text, why in (("#\n" * LONGEST, "the limit is"), ("a." * MOST_DOTS + "a.a = 1", "dots")):
        with pytest.raises(FormatError, match=why) as error:
            load(text, "long.toml", STANDARD)
        assert error.value.remedy


@pytest.mark.parametrize("text", EXAMPLES, ids=range(1, len(EXAMPLES) + 1))
@pytest.mark.parametrize("seed", range(5))
def test_every_example_loads_and_comes_to_an_end(text: str, seed: int) -> None:
    format = load(text, "pitch.toml", STANDARD)
    log = drive(
        [opening_event(format, extra=seed % 3, seed=seed, auto_continue=bool(seed % 2))], pick=dice(seed), check=True
    )
    assert fold(log).over


def test_the_last_example_ends_in_more_than_one_way() -> None:
    pitches = [block for block in EXAMPLES if tomllib.loads(block)["name"] == "pitch"]
    format = load(pitches[-1], "pitch.toml", STANDARD)
    outcomes = {fold(drive([opening_event(format, seed=seed)])).status for seed in range(100)}
    assert {"max_rounds", "impasse"} <= outcomes


def test_the_errors_are_those_that_the_loader_gives() -> None:
    [broken] = [block for block in BLOCKS if block not in EXAMPLES]
    [said] = re.findall(r"```text\n(broken.*?)```", TEXT, re.DOTALL)
    with pytest.raises(FormatError) as error:
        load(broken, "broken.toml", STANDARD)
    assert error.value.what == said.strip()
