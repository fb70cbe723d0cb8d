"""What the charts show: what each model cost, agreement over the rounds, and who has read whom."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.log.events import Event, TurnAsked, TurnCompleted, Usage
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.figures import FIGURES
from disputatio.debate.views.charts import (
    TOPOLOGIES,
    Hearing,
    Tie,
    agreement_lines,
    agreement_of,
    costs_of,
    hearing_of,
    round_named,
    round_told,
)
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.progress import progress_of
from disputatio.debate.views.score import Score
from disputatio.debate.views.transcript import TurnEntry
from disputatio.testing.boards import debate_of, deed, message_and_record, past_of, statement
from disputatio.testing.debates import opening
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))


# ---- what each model cost
def entry(asked_model: str, **more: Any) -> TurnEntry:
    given: dict[str, Any] = {"cost": 2_000_000, "usage": Usage(prompt=90, cached=40, completion=10), **more}
    return TurnEntry(
        path="analysis", seat="analyst", name="Analyst", role="", task="", gives="say", asked_model=asked_model, at=0.0,
        seq=1, round=0, **given,
    )  # fmt: skip


def test_the_turns_of_a_model_are_added_up_and_a_person_costs_nothing() -> None:
    turns = [entry("openai:a"), entry("human:"), entry("openai:b", cost=None), entry("openai:a"), entry("")]
    first, second = costs_of(turns)
    assert (first.model, first.turns, first.prompt, first.cached, first.completion) == ("openai:a", 2, 180, 80, 20)
    assert first.line == "openai:a: $4.00, 2 turns, 200 tokens"
    assert second.line == "openai:b: 1 call of unknown price, 1 turn, 100 tokens"


def test_the_model_that_answered_counts_and_what_is_pasted_is_not_paid_here() -> None:
    answered, pasted = costs_of([entry("openai:a", model="openai:a-2026"), entry("clipboard:chat", cost=0)])
    assert answered.model == "openai:a-2026"
    assert pasted.paid == "not paid here"


# ---- agreement over the rounds
def test_agreement_is_told_by_round_and_where_there_are_none_as_it_is_now() -> None:
    debate = debate_of("ada", "ben")
    past = past_of(
        *message_and_record("round[1]/take[ada]", new=[statement("P1", "It is cheap")]),
        *message_and_record("round[1]/take[ben]", about=[deed("P1", "agrees")]),
    )
    found = agreement_of(debate, progress_of(debate, past))
    assert [round_told(score) for score in found] == ["Round 1"]
    past = past_of(
        *message_and_record("take[ada]", new=[statement("P1", "It is cheap")]),
        *message_and_record("take[ben]", about=[deed("P1", "agrees")]),
    )
    found = agreement_of(debate, progress_of(debate, past))
    assert agreement_lines(found)[0].startswith("So far: 100% agreed")
    assert agreement_of(debate, progress_of(debate, Past())) == ()


def test_what_was_judged_after_the_last_round_is_told_once_the_debate_is_over() -> None:
    """The gauge shows it, and the bars would else end with another figure."""
    debate = debate_of("ada", "ben")
    past = past_of(
        *message_and_record("round[1]/take[ada]", new=[statement("P1", "It is cheap")]),
        *message_and_record("round[1]/take[ben]", about=[deed("P1", "agrees")]),
        *message_and_record("closing[ben]", about=[deed("P1", "disagrees")]),
    )
    progress = progress_of(debate, past)
    assert [round_told(score) for score in agreement_of(debate, progress)] == ["Round 1"]
    found = agreement_of(replace(debate, status="completed"), progress)
    assert [(round_told(score), score.score) for score in found] == [("Round 1", 1.0), ("At the end", 0.0)]
    assert [round_named(score) for score in found] == ["R1", "end"]


def test_a_line_says_what_the_figure_rests_on() -> None:
    score = Score(score=0.6, agreed=3, contested=2, earned=0.4, deserved=2, round=2)
    assert agreement_lines([score]) == ("Round 2: 60% mixed (3 agreed, 2 contested; 2 of the 3 agreements earned)",)


# ---- who has read whom
def asked(path: str, seat: str, *sees: str) -> TurnAsked:
    return TurnAsked(path=path, seat=seat, model="a:b", task="", gives="say", heard="all", sees=sees)


def said(path: str) -> TurnCompleted:
    return TurnCompleted(path=path, text="x", model="a:b")


def test_a_turn_counts_once_however_often_it_was_shown_and_letters_hide_no_author() -> None:
    events: list[Event] = [
        opening(FORMATS["dual"], "?", model="openai:a"),
        asked("analysis[analyst]", "analyst", "#topic"),
        said("analysis[analyst]"),
        asked("round[1]/critique[critic]", "critic", "analysis[analyst]", "#points"),
        said("round[1]/critique[critic]"),
        asked("round[1]/minutes[clerk]", "clerk", "round[1]/critique[critic]"),
        asked("round[2]/critique[critic]", "critic", "analysis[analyst]", "A=analysis[analyst]"),
    ]
    found = hearing_of(fold(events), events)
    assert found.ties == (Tie(reader="critic", speaker="analyst", turns=1),)
    assert dict(found.figures) == {"analyst": (), "critic": ("points",)}
    assert found.speaking == ("critic",), "services are no participants"
    assert found.tiers == (("analyst", "critic"),)
    assert found.topology == "", "the format settles who hears whom"
    assert found.lines == (
        "Analyst has read, word for word: nobody.",
        "Critic has read, word for word: Analyst (1 turn).",
        "  Critic was also shown: Every point with its id, status and author.",
        "  Critic is being asked now.",
    )


def test_of_a_seat_it_is_told_whom_it_read_and_who_read_it_many_together() -> None:
    people = tuple(Participant(seat=name, name=name.title()) for name in ("ada", "ben", "cleo", "dan"))
    ties = [Tie(reader="ada", speaker=each, turns=2) for each in ("ben", "cleo", "dan")]
    ties += [Tie(reader="ben", speaker="ada", turns=1), Tie(reader="ben", speaker="cleo", turns=1)]
    found = Hearing(
        people=people, ties=(*ties, Tie(reader="ben", speaker="dan", turns=3)), figures=(("ben", ("vote",)),)
    )
    assert found.told_of("ada") == "Ada has read, word for word: everybody else (2 turns each). Ada was read by Ben."
    assert found.told_of("cleo") == "Cleo has read, word for word: nobody. Cleo was read by Ada, Ben."
    first = "Ben has read, word for word: Ada, Cleo (1 turn each), Dan (3 turns)."
    assert found.brief_of("ben") == f"{first} Ben was read by Ada. Ben was also shown the board."
    assert found.brief_of("cleo") == found.told_of("cleo"), "who was shown nothing else has no more to be told"
    assert found.lines[1:3] == (first, f"  Ben was also shown: {FIGURES['vote']}.")


def test_what_an_earlier_verdict_left_open_was_shown_only_where_it_left_something_open() -> None:
    opened = opening(FORMATS["proposition"], "?", model="openai:a")

    def ruled(round: int, **data: Any) -> list[Event]:
        path = f"round[{round}]/ruling[moderator]"
        asked = TurnAsked(
            path=path, seat="moderator", gives="verdict", task="", heard="all", sees=("#open-points",), model="a:b",
            request="",
        )  # fmt: skip
        return [asked, TurnCompleted(path=path, text="…", data=data)]

    def shown(*events: Event) -> tuple[str, ...]:
        return dict(hearing_of(fold([opened]), [opened, *events]).figures)["moderator"]

    assert shown(*ruled(1, open=["Who waits?"])) == shown(*ruled(1), *ruled(2)) == ()
    assert shown(*ruled(1, open=["Who waits?"]), *ruled(2)) == ("open-points",)


@pytest.mark.parametrize(
    ("topology", "tiers"),
    [("mesh", [4]), ("star", [1, 3]), ("chain", [1, 1, 1, 1]), ("tree", None)],
)
def test_participants_sit_as_the_topology_says(topology: str, tiers: list[int] | None) -> None:
    opened = opening(FORMATS["eight-phase"], "?", model="openai:a")
    opened = replace(opened, options={**opened.options, "topology": topology})
    debate = fold([opened])
    found = hearing_of(debate, [opened])
    seats = [seat for tier in found.tiers for seat in tier]
    assert sorted(seats) == sorted(who.seat for who in found.people)
    assert found.lines[0] == TOPOLOGIES[topology]
    if tiers is not None:
        wanted = tiers if len(seats) == 4 else {"mesh": [len(seats)], "star": [1, len(seats) - 1]}.get(topology)
        assert [len(tier) for tier in found.tiers] == (wanted or [1] * len(seats))
    if topology != "mesh":
        assert found.tiers[0] == (found.people[0].seat,), "who leads stands first"
