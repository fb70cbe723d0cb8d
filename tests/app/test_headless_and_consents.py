"""What a run without a window may change of a format, and what a person is asked once before data leaves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from disputatio.app.privacy.frontier import Consents
from disputatio.app.privacy.sendings import Sending, sendings
from disputatio.app.starting.formats import (
    FormatShelf,
    checked_options,
    steps,
    with_rounds,
    with_steps,
)
from disputatio.debate.context import Context, Section
from disputatio.debate.errors import ConfigError
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import Seat
from disputatio.providers.config import ProviderConfig

SHELF = FormatShelf(Path("/nowhere"))
ALL = [shelved.name for shelved in SHELF.all()]


@pytest.mark.parametrize("name", ALL)
def test_every_format_with_rounds_can_pause_after_them(name: str) -> None:
    format = SHELF.get(name)
    if name in ("collaboration", "dialogue") or any(block.repeat for block in format.body.do):
        stepped = with_steps(format)
        assert steps(stepped)
        assert stepped.cast == format.cast
        assert with_steps(stepped) == stepped
    else:
        with pytest.raises(ConfigError, match="no rounds"):
            with_steps(format)


def test_rounds_are_bounded_by_what_a_format_calls_them() -> None:
    dialogue, dual = SHELF.get("dialogue"), SHELF.get("dual")
    assert with_rounds(dialogue, {"rounds": 2, "hidden": True}) == {"minirounds": 2, "hidden": True}
    assert with_rounds(dialogue, {"rounds": 2, "minirounds": 1}) == {"rounds": 2, "minirounds": 1}, "refused as before"
    assert with_rounds(dual, {"rounds": 2}) == {"rounds": 2}
    for name in ALL:
        assert with_rounds(SHELF.get(name), {}) == {}
    endless = Format(name="f", title="F", body=Block(name="", do=(Block(name="say"),)), cast=())
    assert with_rounds(endless, {"rounds": 2}) == {"rounds": 2}


@pytest.mark.parametrize("name", ALL)
def test_a_choice_that_a_format_does_not_heed_is_refused(name: str) -> None:
    format = SHELF.get(name)
    choices: list[tuple[str, object, bool]] = [
        ("topology", "star", name == "eight-phase"),
        ("aspects", ["cost"], name == "dialogue"),
    ]
    for option, chosen, heeds in choices:
        if heeds:
            assert checked_options(format, {option: chosen}) == {option: chosen}  # type: ignore[dict-item]
            continue
        with pytest.raises(ConfigError, match=f"{format.title} does not use {option}") as refused:
            checked_options(format, {option: chosen})  # type: ignore[dict-item]
        assert "Leave" in refused.value.remedy
    assert checked_options(format, {"topology": "mesh", "aspects": []})
    with pytest.raises(ConfigError, match="no topology 'ring'"):
        checked_options(format, {"topology": "ring"})


def test_minirounds_pause_and_the_exchanges_of_a_crux_room_do_not() -> None:
    exchange = Block(name="exchange", repeat=8)
    room = Block(name="crux", each="ripe-claims", heard="room", do=(exchange,))
    inner = Block(name="miniround", repeat=3, do=(room,))
    body = Block(name="", do=(room, Block(name="aspect", each="aspects", do=(inner,))))
    found = with_steps(Format(name="f", title="F", body=body, cast=()))
    assert found.body.do[0] == room
    assert found.body.do[1].pause, "and so do the aspects around them"
    assert found.body.do[1].do[0] == replace(inner, pause=True)
    with pytest.raises(ConfigError, match="no rounds"):
        with_steps(Format(name="f", title="F", body=Block(name="", do=(room,)), cast=()))


CONFIGS = {
    "openai": ProviderConfig(name="openai", kind="openai"),
    "ollama": ProviderConfig(name="ollama", kind="openai-compatible", base_url="http://127.0.0.1:11434/v1"),
    "far": ProviderConfig(name="far", kind="openai-compatible", base_url="http://far.example/v1"),
}


def opened(*models: str, context: Context, **services: str) -> DebateOpened:
    seats = tuple(Seat(id=f"s{place}", part="s", model=model) for place, model in enumerate(models))
    return DebateOpened(
        question="Q?",
        format=Format(name="f", title="F", body=Block(name=""), cast=()),
        seats=seats,
        options={},
        context=context,
        services=services,
    )


REPOSITORY = Context(
    kind="repository", ref="/shop", title="shop", sections=(Section(name="readme", title="README", text="abc"),)
)


def test_only_what_crosses_a_network_is_asked_about() -> None:
    debate = opened(
        "openai:x", "ollama:y", "rehearsal:quick", "human:", context=REPOSITORY, clerk="far:z", synthesis="openai:x"
    )
    found = sendings(debate, CONFIGS.get)
    assert [each.provider for each in found] == ["openai", "far"]
    assert found[0].what == "README"
    assert found[0].characters == 3
    assert sendings(opened("openai:x", context=Context()), CONFIGS.get) == []


def test_who_may_look_things_up_is_said_to_send_more_than_is_given() -> None:
    debate = replace(opened("openai:x", context=REPOSITORY), options={"tools": True})
    (asked,) = sendings(debate, CONFIGS.get)
    assert asked.what == "README, and what participants look up in other files of its commit and in its history"
    project = replace(REPOSITORY, kind="project")
    (asked,) = sendings(replace(debate, context=project), CONFIGS.get)
    assert asked.what == "README"


def test_a_person_is_asked_once_for_each_context_and_provider(tmp_path: Path) -> None:
    both = sendings(opened("openai:x", "far:y", context=REPOSITORY), CONFIGS.get)
    consents = Consents(tmp_path)
    assert consents.missing_consents(both) == both
    consents.give(both[:1])
    assert Consents(tmp_path).missing_consents(both) == both[1:]
    other = sendings(
        opened("openai:x", context=Context(kind="repository", ref="/b", sections=REPOSITORY.sections)), CONFIGS.get
    )
    assert consents.missing_consents(other) == other


def test_dropped_files_are_asked_about_every_time(tmp_path: Path) -> None:
    file = Sending(kind="none", ref="", what="Files", characters=3, provider="openai", address="")
    consents = Consents(tmp_path)
    consents.give([file])
    assert consents.missing_consents([file]) == [file]


def test_a_damaged_file_means_asking_again(tmp_path: Path) -> None:
    both = sendings(opened("openai:x", context=REPOSITORY), CONFIGS.get)
    consents = Consents(tmp_path)
    consents.give(both)
    (tmp_path / "consents.json").write_text("{", "utf-8")
    assert consents.missing_consents(both) == both
    consents.give(both)
    assert consents.missing_consents(both) == []
