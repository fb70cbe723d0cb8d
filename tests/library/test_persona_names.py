"""What a persona cannot be called: nobody speaks under the name of an office of the debate."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.log.seats import SERVICES
from disputatio.debate.views.participants import SERVICE_NAMES
from disputatio.library.persona import OFFICES, unfit
from disputatio.prompting.briefing import NAMES


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Clerk",
            "clerk",
            "  CLERK ",
            "The Clerk",
            "the clerk.",
            "Clerk!",
            "Cl\u200berk",
            "Ｃｌｅｒｋ",
            "clerk 2",
            "Clerk2",
        ),
        *("Moderator", "a moderator", "Synthesist", "Synthesiser", "Chair", "Judge", "Our judge", "Referee"),
        *("you", "You", "me", "the person", "Person", "Everyone", "No one", "Nobody", "Persona 1", "Participant"),
        *("System", "assistant", "Memory", "Sources", "sandbox", "Record", "Rehearsal"),
    ],
)
def test_an_office_is_nobodys_name(name: str) -> None:
    assert (
        unfit(name)
        == f"{name!r} is an office of the debate: what the persona says would pass for what that office says"
    )


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("@person", "begins as a seat is addressed"),
        (" @ada", "begins as a seat is addressed"),
        ("P1", "is what points and claims are called"),
        ("the c12", "is what points and claims are called"),
        ("42", "has no letter"),
        ("…!", "has no letter"),
        ("\u200b", "has no letter"),
    ],
)
def test_what_is_no_name_is_none(name: str, why: str) -> None:
    assert why in unfit(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", "Ada Lovelace", "Clerk of the harbour", "The Moderates", "Judge Dee", "Dr. Person", "Yu", "Q", "R2-D2"),
        *("孔子", "Νίκος", "O'Neill", "The youth", "All-rounder", "Chairwoman of the board", "C3PO", "Ada 2"),
    ],
)
def test_other_names_are_free(name: str) -> None:
    assert unfit(name) == ""


def test_every_service_of_a_debate_is_an_office_and_no_persona_that_ships_is() -> None:
    for name in (*SERVICES, *SERVICE_NAMES.values(), *NAMES.values()):
        assert unfit(name), name
    for path in resource("personas").glob("*.toml"):
        assert unfit(tomllib.loads(path.read_text("utf-8"))["name"]) == ""


@given(st.sampled_from(sorted(OFFICES)), st.text("\u200b\u2060 .,!*_", max_size=3), st.booleans())
def test_signs_and_invisible_characters_make_no_other_name(office: str, signs: str, large: bool) -> None:
    assert unfit(f"{signs}{office.upper() if large else office}{signs}")
