"""What checked citations make of points; the figure that the Critic is shown; the share of each participant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.citations.evidence import STATUSES, base_score, cites
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, Event, Recorded, TurnAsked, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.points import Point, points_of
from disputatio.debate.views.citations import bases, cited, shares
from disputatio.debate.views.transcript import Transcript, TurnEntry
from disputatio.prompting.sections.listings import evidence as figure
from disputatio.prompting.sections.listings import point_list

SEATS = (Seat(id="ada", part="a", model="m:1", name="Ada"), Seat(id="ben", part="b", model="m:2", name="Ben"))
DEBATE = fold(
    [
        DebateOpened(
            question="?", format=Format(name="x", title="X", body=Block(name=""), cast=()), seats=SEATS, options={}
        )
    ]
)
CACHE = "The cache is flushed every five seconds"
READERS = "Readers never wait for the writers"


def turn(path: str, gives: str = "say", seat: str = "", **data: Any) -> Turn:
    return Turn(path=path, seat=seat or path.rpartition("[")[2][:-1], gives=gives, heard="all", text="", data=data)


def past(*turns: Turn) -> Past:
    found = Past()
    for one in turns:
        found = found.add(one)
    return found


def item(status: str, says: str = CACHE, citation: str = "m.py:3", **more: Any) -> dict[str, Any]:
    return {"citation": citation, "status": status, "where": citation, "says": f"{says} ({citation}).", **more}


def checked(path: str, *items: dict[str, Any], of: str = "") -> Turn:
    return turn(f"{path}/evidence[sources]", "evidence", items=list(items), of=of)


def listed(path: str, *texts: str, **more: Any) -> Turn:
    return turn(f"{path}/points[clerk]", "points", items=[{"text": text} for text in texts], **more)


def assessed(path: str, **lists: list[str]) -> Turn:
    found: dict[str, Any] = {key: [{"point": one} for one in named] for key, named in lists.items()}
    return turn(path, "assessment", **found)


def point(*turns: Turn) -> Point:
    return points_of(past(*turns))["P1"]


SAID, AGAIN = turn("r[1]/say[ada]"), turn("r[2]/say[ada]")
FAILED = ["near", "misquoted", "missing", "ambiguous"]


@pytest.mark.parametrize("status", FAILED)
def test_a_point_whose_only_support_failed_is_unverifiable_whatever_is_assessed(status: str) -> None:
    start = (SAID, checked("r[1]/say[ada]", item(status)), listed("r[1]/say[ada]", CACHE))
    for turns in (start, (*start, assessed("r[1]/test[ben]", agree=["P1"]))):
        found = point(*turns)
        assert (found.status, found.open) == ("unverifiable", True)
        assert f"m.py:3 ({status})" in found.reason
    assert measure(points_of(past(*start))).open == 1
    assert point(*start, assessed("r[1]/test[ben]", disagree=["P1"])).status == "contested"


@pytest.mark.parametrize("status", ["verified", "line exists", "moved", "external"])
def test_what_holds_or_cannot_be_checked_leaves_the_assessment_alone(status: str) -> None:
    start = (SAID, checked("r[1]/say[ada]", item(status)), listed("r[1]/say[ada]", CACHE))
    assert point(*start).status == "unaddressed"
    assert point(*start, assessed("r[1]/test[ben]", agree=["P1"])).status == "agreed"


def test_one_citation_that_holds_is_enough() -> None:
    items = (item("missing", citation="x.py:1"), item("verified"))
    found = point(SAID, checked("r[1]/say[ada]", *items), listed("r[1]/say[ada]", CACHE))
    assert (found.status, found.verified, found.failed) == ("unaddressed", ("m.py:3",), ("x.py:1 (missing)",))


def test_a_citation_of_another_statement_is_no_support() -> None:
    items = (item("misquoted", READERS),)
    points = points_of(past(SAID, checked("r[1]/say[ada]", *items), listed("r[1]/say[ada]", CACHE, READERS)))
    assert [one.status for one in points.values()] == ["unaddressed", "unverifiable"]


def test_it_is_settled_once_the_same_point_is_stated_with_a_citation_that_holds() -> None:
    start = (
        SAID,
        checked("r[1]/say[ada]", item("misquoted")),
        listed("r[1]/say[ada]", CACHE),
        assessed("r[1]/test[ben]", agree=["P1"]),
        AGAIN,
    )
    assert point(*start).status == "unverifiable"
    again = (checked("r[2]/say[ada]", item("verified", quote="every five")), listed("r[2]/say[ada]", CACHE))
    found = point(*start, *again)
    assert (found.status, found.flip) == ("resolved", "evidence")
    assert measure(points_of(past(*start, *again))).earned == 1


def test_evidence_may_come_after_the_list_of_points() -> None:
    assert (
        point(SAID, listed("r[1]/say[ada]", CACHE), checked("r[1]/say[ada]", item("missing"))).status == "unverifiable"
    )


def test_a_record_may_name_the_turn_that_it_is_about() -> None:
    elsewhere = turn("checks[sources]", "evidence", items=[item("missing")], of="r[1]/say[ada]")
    assert point(SAID, listed("r[1]/say[ada]", CACHE), elsewhere).status == "unverifiable"


def test_an_unverifiable_point_does_not_block_where_a_quotation_for_it_was_verified() -> None:
    def judged(**more: Any) -> Point:
        evidence = checked("r[1]/say[ada]", item("verified", **more))
        return point(SAID, evidence, listed("r[1]/say[ada]", CACHE), assessed("r[1]/test[ben]", unverifiable=["P1"]))

    assert (judged(quote="every five seconds").status, judged(quote="every five seconds").open) == (
        "unverifiable",
        False,
    )
    assert judged().open, "that the line exists proves nothing of what it says"


def test_withdrawn_set_aside_and_ruled_stay_so() -> None:
    start = (SAID, checked("r[1]/say[ada]", item("missing")), listed("r[1]/say[ada]", CACHE))
    assert point(*start, AGAIN, listed("r[2]/say[ada]", withdrawn=["P1"])).status == "withdrawn"
    for status in ("set aside", "agreed"):
        assert point(*start, turn("ruling[person]", "ruling", point="P1", status=status)).status == status


def test_a_withdrawn_point_that_is_stated_again_begins_anew() -> None:
    start = (SAID, checked("r[1]/say[ada]", item("missing")), listed("r[1]/say[ada]", CACHE))
    again = (AGAIN, listed("r[2]/say[ada]", withdrawn=["P1"]), turn("r[3]/say[ada]"), listed("r[3]/say[ada]", CACHE))
    assert point(*start, *again).status == "unaddressed"


@given(st.lists(st.sampled_from(STATUSES), max_size=5), st.sampled_from(["agree", "disagree", "unverifiable", ""]))
def test_evidence_never_makes_agreement_and_never_hides_a_contradiction(statuses: list[str], word: str) -> None:
    items = [item(status, citation=f"m.py:{at + 1}", quote="x y") for at, status in enumerate(statuses)]
    judged = [assessed("r[1]/test[ben]", **{word: ["P1"]})] if word else []
    plain = point(SAID, listed("r[1]/say[ada]", CACHE), *judged)
    found = point(SAID, checked("r[1]/say[ada]", *items), listed("r[1]/say[ada]", CACHE), *judged)
    assert found.settled <= plain.settled
    assert (plain.status == "contested") == (found.status == "contested")
    assert found.status in (plain.status, "unverifiable") or (plain.status, found.status) == ("agreed", "resolved")


# ---- the figure --------------------------------------------------------------------------------------------


def at(seat: str, *turns: Turn) -> At:
    return At(debate=DEBATE, path=f"r[2]/test[{seat}]", past=past(*turns))


def test_the_figure_shows_what_others_cited_since_the_seat_spoke_failures_first() -> None:
    differs = {"differs": "“not” is left out", "where": "m.py:9"}
    text = figure(
        at(
            "ben",
            SAID,
            checked("r[1]/say[ada]", item("verified", citation="old.py:1")),
            turn("r[1]/test[ben]", "assessment"),
            checked("r[1]/test[ben]", item("missing", citation="own.py:1")),
            AGAIN,
            checked("r[2]/say[ada]", item("verified"), item("misquoted", citation="m.py:8", **differs)),
        )
    )
    assert text.split("\n") == [
        "Ada: 1 quotation verified; 1 misquoted.",
        "- `m.py:8`: misquoted: “not” is left out (it stands at m.py:9)",
        "- `m.py:3`: quotation verified",
    ]


def test_the_figure_is_empty_without_citations_and_bounded_with_many() -> None:
    assert figure(at("ben", SAID, checked("r[1]/say[ada]"))) == ""
    many = figure(
        at("ben", SAID, checked("r[1]/say[ada]", *[item("verified", citation=f"m.py:{n}") for n in range(99)]))
    )
    assert many.endswith("and 59 more")


def test_the_list_of_points_says_why_a_point_is_unverifiable() -> None:
    turns = (SAID, checked("r[1]/say[ada]", item("misquoted")), listed("r[1]/say[ada]", CACHE))
    line = point_list(at("ben", *turns))
    assert line == f"P1 [unverifiable] (Ada) {CACHE} — its only support does not hold: m.py:3 (misquoted)"


# ---- views -------------------------------------------------------------------------------------------------


def test_the_share_of_each_participant() -> None:
    said = past(
        SAID,
        checked("r[1]/say[ada]", item("verified"), item("misquoted"), item("external")),
        turn("r[1]/test[ben]", "assessment"),
        checked("r[1]/test[ben]", item("external")),
        AGAIN,
        checked("r[2]/say[ada]", item("verified"), item("verified")),
    )
    one, two = shares(DEBATE, said)
    assert (one.who.name, one.turns, one.citations, one.verified, one.total, one.share) == ("Ada", 2, 5, 3, 4, 0.75)
    assert (two.who.name, two.share) == ("Ben", None)
    assert [turn.path for turn in cited(DEBATE, said)] == ["r[1]/say[ada]", "r[1]/test[ben]", "r[2]/say[ada]"]


def test_what_a_claim_has_for_itself_by_what_it_cites() -> None:
    claims = [
        {"text": CACHE, "supports": ["m.py:3", "m.py:9", "elsewhere.py:1"]},
        {"text": READERS, "attacks": ["m.py:3"], "supports": ["elsewhere.py:1"]},
    ]
    said = past(
        SAID,
        checked("r[1]/say[ada]", item("verified"), item("missing", citation="m.py:9")),
        turn("r[1]/say[ada]/ledger[clerk]", "ledger", claims=claims),
    )
    (base,) = bases(said)
    assert (base.text, base.verified, base.failed, base.score) == (CACHE, 1, 1, 0.75)
    listed_too = past(SAID, checked("r[1]/say[ada]", item("verified")), listed("r[1]/say[ada]", CACHE, READERS))
    assert [(one.id, one.score) for one in bases(listed_too)] == [("P1", 1.0)]
    disputed = past(*listed_too, assessed("r[1]/test[ben]", disagree=["P1"]))
    assert [(one.id, one.score) for one in bases(disputed)] == [("P1", 1.0)], "a point is no claim beside itself"
    assert [base_score(n, m) for n, m in ((0, 0), (0, 2), (1, 1), (2, 0))] == [0.5, 0.5, 0.75, 1.0]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("See a.py:1.", True),
        ("(see:a.py:1)", True),
        ("See a.py:12.", False),
        ("See lib/a.py:1.", False),
        ("See 8cf82ad:a.py:1.", False),
    ],
)
def test_a_text_names_a_place_by_itself_or_not(text: str, named: bool) -> None:
    assert cites(text, "a.py:1") is named


def test_the_transcript_knows_the_badges_of_a_turn() -> None:
    transcript = Transcript()
    path, of = "r[1]/say[ada]/evidence[sources]", "r[1]/say[ada]"
    asked = {"model": "", "task": "", "heard": "all", "sees": ()}
    events: list[Event] = [
        TurnAsked(path=of, seat="ada", gives="say", **asked),  # type: ignore[arg-type]
        TurnCompleted(path=of, text="…"),
        TurnAsked(path=path, seat="sources", gives="evidence", **asked),  # type: ignore[arg-type]
        TurnCompleted(path=path, text="", data={"items": [item("verified"), item("missing")], "of": of}),
    ]
    for seq, event in enumerate(events, 1):
        transcript.add(Recorded(seq=seq, at=0.0, prev_hash="", hash="", event=event))
    entry = transcript.turns[of]
    assert isinstance(entry, TurnEntry)
    assert entry.evidence is not None
    assert (entry.evidence.verified, entry.evidence.total, entry.evidence.failed) == (1, 2, 1)
    assert transcript.turns[path].name == "Sources"
