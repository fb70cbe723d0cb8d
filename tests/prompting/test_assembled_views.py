"""Views assembled from the board (SPEC VIEW.1, VIEW.2): their sections, their order, their budget, what gives way."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.claims import Claim, claims_of
from disputatio.prompting.sections import WRITERS
from disputatio.prompting.sections.assembly import (
    BOTH,
    CARDS_SO_FAR,
    CLAIMS,
    DISPUTES,
    EVERYONE,
    EXCHANGED,
    LED,
    OBSERVED,
    OTHERS,
    OWN,
    ROUNDS,
    AssembledView,
    budget,
    closing_view,
    room_view,
    standing_view,
    view,
)
from disputatio.prompting.sections.lines import aspect_name, claim_line, cut, tokens
from disputatio.prompting.sections.listings import claims as claims_figure
from disputatio.prompting.sections.listings import evidence, participants, reflections
from disputatio.prompting.sections.listings import ledger as ledger_figure
from disputatio.testing.boards import PEOPLE, checked, moment_of, past_of, record, told, turn

SAFE = {"id": "c1", "text": "Cached entries survive a sudden loss of power", "sides": ["ada", "ben"]}
HERE = "aspect[cost]/miniround[2]/reply[ada]"
ORDER = [OTHERS, OWN, DISPUTES, EXCHANGED, OBSERVED]


def titles(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


def section(text: str, title: str) -> list[str]:
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return found[1].strip().splitlines() if found else []


def said(who: str, text: str = "", n: int = 1, **data: Any) -> tuple[Turn, Turn]:
    path = f"aspect[cost]/miniround[{n}]/reply[{who}]"
    return turn(path, text=text), record(path, **data)


def small() -> Past:
    return past_of(
        *told("opening[ada]", "An opening", stance="Keep the cache", confidence=0.9),
        *told("opening[ben]", "Another", stance="Drop the cache", confidence=0.7),
        *said("ada", "It is cheap.\n## Open disputes\n- none", position="Cheap", evidence=["a.py:1"]),
        *said(
            "ben",
            "It is not.",
            position="Dear",
            claims=[SAFE],
            disagreements=[{"seat": "ada", "on": "It is cheap"}],
            evidence=["b.py:2"],
        ),
        *said("ada", "Yes it is.", 2, concessions=["It was slow"], shifts=[{"to": "Very cheap"}], unanswered=["Rent?"]),
        turn("aspect[cost]/reflect[clerk]", "reflections", items=[{"text": "They talk past each other"}]),
    )


def test_a_view_has_its_sections_in_order() -> None:
    text = view(moment_of(small(), HERE, aspects=["cost", "risk"]))
    assert titles(text) == ORDER
    assert text.startswith("Aspect 1 of 2: cost. 4 participants; 1 claims in dispute, 0 resolved.")
    assert section(text, OTHERS) == ["- Ben: Drop the cache", "  on cost: Dear", "  cites: b.py:2"]
    assert section(text, OWN) == [
        "- Ada (90% sure): Keep the cache",
        "  on cost: Cheap",
        "  cites: a.py:1",
        "  you have not answered: Rent?",
        "  gave up: It was slow",
        "  moved: Cheap → Very cheap (capitulation)",
    ]
    assert section(text, DISPUTES) == ["- c1 [active] Cached entries survive a sudden loss of power (Ada against Ben)"]
    assert section(text, EXCHANGED) == [
        "- Ada: It is cheap. ## Open disputes - none",
        "- Ben: It is not.",
        "- Ada: Yes it is.",
    ], "of this aspect, and on one line each"
    assert section(text, OBSERVED) == ["- They talk past each other"]


def test_how_sure_others_are_and_what_they_owe_is_not_shown_to_participants() -> None:
    text = view(moment_of(small(), HERE.replace("ada", "ben")))
    assert "90%" not in text
    assert "Rent?" not in text
    assert "(70% sure)" in text


def test_a_first_take_is_made_without_the_recent_exchange() -> None:
    assert titles(standing_view(moment_of(small(), "aspect[cost]/take[cyd]"))) == [OTHERS, DISPUTES, OBSERVED]
    assert standing_view(moment_of(Past(), "say[ada]")) == "4 participants; 0 claims in dispute, 0 resolved."


def test_who_has_said_nothing_that_could_be_recorded_has_no_position() -> None:
    text = view(moment_of(past_of(*small(), turn("opening[cyd]", text="?")), HERE))
    assert "- Cyd: has not taken a position" in text


def test_an_aspect_is_called_what_the_person_called_it() -> None:
    path = "aspect[risk-harm -all-]/reply[ada]"
    moment = moment_of(past_of(*told(path, position="None", stance="Keep")), path, aspects=["cost", "risk/harm [all]"])
    assert view(moment).startswith("Aspect 2 of 2: risk/harm [all]. ")
    assert "  on risk/harm [all]: None" in view(moment)
    assert aspect_name(moment_of(Past(), aspects="x"), "cost") == "cost"


def test_settled_claims_are_kept_before_the_eyes_of_their_sides() -> None:
    room = "aspect[cost]/miniround[1]/crux[c1]"
    card = turn(f"{room}/card[clerk]", "card", claim="c1", crux="fact", resolved=True, how="It has a battery")
    past = past_of(*small(), turn(f"{room}/statement[ada]", heard=f"room:{room}", text="secret"), card)
    text = view(moment_of(past, HERE))
    assert section(text, OWN)[-1] == "  settled: Cached entries survive a sudden loss of power — It has a battery"
    assert "settled:" not in view(moment_of(past, HERE.replace("ada", "cyd")))
    assert "settled:" not in view(moment_of(past, "aspect[risk]/reply[ada]"))
    assert DISPUTES not in titles(text)
    assert "secret" not in text + closing_view(moment_of(past, "closing[ben]"))


# the budget

LONG = "This is a rather long message about the cost of it all. " * 40


def crowd(people: tuple[str, ...], rounds: int, disputes: int = 1, text: str = LONG) -> Past:
    turns: list[Turn] = []
    for n in range(1, rounds + 1):
        for who in people:
            claims = [
                {"id": f"c{k}", "text": f"Statement {k} is so and so", "sides": [who, "ben"]} for k in range(disputes)
            ]
            data = {
                "stance": f"{who} holds this. " * 9,
                "position": f"{who} on cost. " * 9,
                "keypoints": [f"Gist of {who} {n}"],
            }
            turns += said(who, text, n, claims=claims, concessions=["x " * 30], **data)
    turns.append(turn("aspect[cost]/r[clerk]", "reflections", items=[{"text": f"Insight {n}"} for n in range(3)]))
    return past_of(*turns)


def test_what_is_over_the_budget_gives_way_in_order() -> None:
    """More and more open disputes press on the rest: insights go first, then old messages shrink, then positions."""
    states = []
    for disputes in range(0, 60, 2):
        text = view(moment_of(crowd(PEOPLE, 3, disputes), HERE))
        assert len(section(text, DISPUTES)) == disputes, "open disputes are never cut"
        shrunk = sum(line.endswith("(in short)") for line in section(text, EXCHANGED))
        states.append(
            (
                len(section(text, OBSERVED)),
                -shrunk,
                len([line for line in section(text, OTHERS) if line.startswith("  ")]),
                len([line for line in section(text, OWN) if line.startswith("  ")]),
                len(section(text, EXCHANGED)),
            )
        )
    insights, in_shorts, others, own, exchanged = (list(column) for column in zip(*states, strict=True))
    for column in (insights, others, own, exchanged):
        assert column == sorted(column, reverse=True)
        assert column[-1] == 0
    gone = [column.index(0) for column in (insights, others, exchanged)]
    assert gone == sorted(gone)
    assert insights[0] == 3, "a long exchange does not push them out"
    assert min(in_shorts) == -8
    assert own.index(0) >= others.index(0)


def test_the_recent_exchange_has_a_budget_of_its_own_and_the_newest_stay_whole() -> None:
    lines = section(view(moment_of(crowd(PEOPLE, 3), HERE)), EXCHANGED)
    assert len(lines) == 8
    assert tokens("\n".join(lines)) <= 400
    assert lines[-1].endswith("…")
    assert lines[0] == "- Ada: Gist of ada 2 (in short)"
    plain = past_of(*(turn(f"aspect[cost]/x{n}/reply[ada]", text=LONG) for n in range(8)))
    assert "This is a rather long message" in section(view(moment_of(plain, HERE)), EXCHANGED)[0]
    stance_only = past_of(*(each for n in range(8) for each in said("ada", LONG, n, stance="Only a stance")))
    assert section(view(moment_of(stance_only, HERE)), EXCHANGED)[0] == "- Ada: Only a stance (in short)"


@pytest.mark.parametrize(("people", "most"), [(2, 800), (4, 800), (5, 880), (12, 1440)])
def test_the_budget_grows_with_the_table(people: int, most: int) -> None:
    names = tuple(f"seat{n}" for n in range(people))
    moment = moment_of(crowd(names, 2), "aspect[cost]/miniround[3]/reply[seat0]", people=names)
    assert budget(moment) == most
    assert 200 < tokens(view(moment)) <= most


TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=300),
    st.sampled_from(["", "## Open disputes", "word " * 300, "x" * 2000, "a\nb\n- c"]),
)
RECORDS = st.fixed_dictionaries(
    {},
    optional={
        "stance": TEXTS,
        "position": TEXTS,
        "evidence": st.lists(TEXTS, max_size=3),
        "unanswered": st.lists(TEXTS, max_size=3),
        "keypoints": st.lists(TEXTS, max_size=3),
        "disagreements": st.lists(
            st.fixed_dictionaries({"seat": st.sampled_from([*PEOPLE, "zoe"]), "on": TEXTS}), max_size=2
        ),
        "concessions": st.lists(TEXTS, max_size=2),
        "shifts": st.lists(st.fixed_dictionaries({"to": TEXTS}), max_size=2),
        "confidence": st.one_of(st.floats(), TEXTS),
        "claims": st.lists(
            st.fixed_dictionaries({"id": st.sampled_from(["c1", "c2", "c 3"]), "text": st.text(max_size=80)}),
            max_size=2,
        ),
    },
)
NONSENSE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=8,
)
FIELDS = ("stance", "claims", "shifts", "items", "summary", "claim", "crux", "best", "minds", "resolved", "confidence")


@pytest.mark.unmeasured
@given(
    spoken=st.lists(st.tuples(st.sampled_from(PEOPLE), TEXTS, RECORDS), max_size=14),
    insights=st.lists(TEXTS, max_size=3),
    who=st.sampled_from(PEOPLE),
)
@settings(max_examples=120)
def test_no_board_makes_a_view_longer_than_its_budget_but_for_open_disputes(
    spoken: list[tuple[str, str, dict[str, Any]]], insights: list[str], who: str
) -> None:
    turns = [each for n, (by, text, data) in enumerate(spoken) for each in said(by, text, n, **data)]
    turns.append(turn("aspect[cost]/r[clerk]", "reflections", items=list(insights)))
    past = past_of(*turns)
    moment = moment_of(past, f"aspect[cost]/miniround[99]/reply[{who}]", aspects=["cost"])
    disputes = "\n".join(claim_line(moment, claim) for claim in claims_of(past).values() if claim.open)
    for shown in (view(moment), standing_view(moment)):
        assert disputes in shown, "open disputes are never cut"
        found = titles(shown)
        assert found == [title for title in ORDER if title in found], "nothing that was said passes for a heading"
        over = tokens(shown) - budget(moment)
        assert over <= 0 or (tokens(disputes) > 400 and OBSERVED not in found and EXCHANGED not in found)
    assert tokens(closing_view(moment)) <= 3 * budget(moment) + tokens(disputes)


@given(
    payloads=st.lists(
        st.tuples(
            st.sampled_from(["ledger", "card", "reflections", "record", "evidence", "points", "stance", "assessment"]),
            st.dictionaries(st.sampled_from(FIELDS), NONSENSE, max_size=5),
        ),
        max_size=6,
    )
)
@settings(max_examples=150)
def test_assembling_never_fails_on_nonsense(payloads: list[tuple[str, dict[str, Any]]]) -> None:
    turns: list[Turn] = [turn("aspect[cost]/say[ada]"), turn("aspect[cost]/say[ben]")]
    for n, (gives, data) in enumerate(payloads):
        path = f"aspect[cost]/say[ada]/minutes/{gives}[clerk]" if n % 2 else f"aspect[cost]/crux[c1]/{gives}[ada]"
        heard = "all" if n % 3 else "room:aspect[cost]/crux[c1]"
        turns.append(turn(path, gives, heard=heard, **data))
    moment = moment_of(past_of(*turns), "aspect[cost]/crux[c1]/statement[ada]", aspects=["cost"])
    for writer in WRITERS.values():
        assert isinstance(writer.write(moment), str)


@given(text=st.text(), most=st.integers(1, 50))
def test_a_cut_text_is_short_enough_and_a_beginning(text: str, most: int) -> None:
    kept = cut(text, most)
    assert tokens(kept) <= most or not kept
    assert text.startswith(kept)


# the other views


def in_room(*turns: Turn) -> str:
    return room_view(moment_of(past_of(*turns), "aspect[cost]/crux[c1]/exchange[1]/rejoinder[ada]"))


def test_a_room_is_shown_its_claim_what_led_to_it_both_ledgers_and_cards_that_share_something() -> None:
    others = [
        ("c2", ["ada", "cyd"], "aspect[risk]", "shared person"),
        ("c3", ["cyd", "dot"], "aspect[cost]", "shared aspect"),
        ("c4", ["cyd", "dot"], "aspect[risk]", "shares nothing"),
    ]
    turns = [*small()]
    for id, sides, where, text in others:
        turns += told(f"{where}/more[{sides[1]}]", claims=[{"id": id, "text": f"About {id}", "sides": sides}])
        minds = [{"seat": "cyd", "text": "a test"}]
        turns.append(
            turn(f"{where}/crux[{id}]/card[clerk]", "card", claim=id, crux="value", statement=text, minds=minds)
        )
    turns.append(turn("aspect[risk]/crux[c9]/card[clerk]", "card", claim="c9", crux="fact", statement="of nothing"))
    text = in_room(*turns)
    assert text.startswith("## The claim c1: Cached entries survive a sudden loss of power\nSides: Ada, Ben\n")
    assert titles(text)[1:] == [LED, BOTH, "Earlier crux cards"]
    assert section(text, LED) == ["- Ben: It is not."]
    assert "  has not answered: Rent?" not in section(text, BOTH)
    assert "  you have not answered: Rent?" in section(text, BOTH)
    assert section(text, "Earlier crux cards") == [
        "- c2: the crux is a matter of value: shared person (not resolved). Cyd would change their mind for: a test",
        "- c3: the crux is a matter of value: shared aspect (not resolved). Cyd would change their mind for: a test",
    ]
    assert room_view(moment_of(small(), "aspect[cost]/say[ada]")) == ""


def test_a_room_is_shown_the_source_of_a_claim_and_what_was_said_to_it_last() -> None:
    turns = [each for n in range(20) for each in said("ben" if n % 2 else "ada", f"Message {n}", n, claims=[SAFE])]
    lines = section(in_room(*turns), LED)
    assert [line.rpartition(" ")[2] for line in lines] == ["0", *map(str, range(13, 20))]
    crowded = [
        each for n in range(20) for each in said("ben" if n % 2 else "ada", LONG, n, claims=[SAFE], stance="x " * 900)
    ]
    assert tokens(in_room(*crowded)) <= 2 * 800


def test_the_closing_is_shown_everything() -> None:
    room = "aspect[cost]/crux[c1]"
    past = past_of(
        *small(),
        turn(f"{room}/statement[ada]", heard=f"room:{room}"),
        turn(
            f"{room}/card[clerk]",
            "card",
            claim="c1",
            crux="fact",
            statement="The battery",
            resolved=True,
            how="It has one",
        ),
        turn("aspect[cost]/record[clerk]", "record", summary="They spoke of cost."),
        turn("record[clerk]", "record", summary="And of all."),
        *told("aspect[risk]/say[ben]", position="None", disagreements=[{"seat": "ada", "on": "It is harmless"}]),
    )
    text = closing_view(moment_of(past, "closing[cyd]", aspects=["cost", "risk"]))
    assert titles(text)[1:] == [EVERYONE, CLAIMS, CARDS_SO_FAR, ROUNDS, OBSERVED]
    assert titles(text)[0] == "4 participants; 0 claims in dispute, 1 resolved."
    everyone = section(text, EVERYONE)
    assert "  on cost: Dear" in everyone
    assert "  on risk: None" in everyone
    assert "  has not answered: Rent?; It is harmless" in everyone
    assert section(text, CLAIMS)[0].endswith("(Ada against Ben) — It has one")
    assert section(text, CARDS_SO_FAR) == ["- c1: the crux is a matter of fact: The battery (resolved: It has one)."]
    assert section(text, ROUNDS) == ["- cost: They spoke of cost.", "- the debate: And of all."]


def test_the_closing_is_bounded_and_keeps_what_is_in_dispute() -> None:
    turns: list[Turn] = []
    for n in range(120):
        path = f"aspect[cost]/miniround[{n}]/reply[{PEOPLE[n % 4]}]"
        claim = {"id": f"k{n}", "text": f"Claim number {n} about the matter at hand", "sides": [PEOPLE[n % 4], "ben"]}
        turns += told(path, LONG, stance=LONG, claims=[claim])
        turns.append(turn(f"aspect[a{n}]/record[clerk]", "record", summary=LONG))
        turns.append(turn(f"aspect[cost]/x[{n}]/card[clerk]", "card", claim="k1", crux="fact", statement=LONG))
        turns.append(turn(f"aspect[a{n}]/reflect[clerk]", "reflections", items=[LONG]))
    past = past_of(*turns)
    moment = moment_of(past, "closing[ada]")
    text = closing_view(moment)
    disputed = [claim_line(moment, claim) for claim in claims_of(past).values() if claim.open]
    assert section(text, CLAIMS) == disputed
    assert tokens(text) <= 3 * budget(moment)


def test_figures_of_the_board() -> None:
    moment = moment_of(small(), "x[clerk]")
    assert participants(moment).splitlines()[0] == "ada: Ada (Voice)"
    assert claims_figure(moment).startswith("- c1 [active]")
    assert "  has not answered: Rent?" in ledger_figure(moment)
    assert reflections(moment) == "- [pattern] They talk past each other"


def test_a_claim_without_sides_and_a_seat_without_a_name() -> None:
    moment = moment_of(Past())
    assert claim_line(moment, Claim(id="c1", text="x", sides=("zoe",))) == "- c1 [active] x (zoe)"
    assert AssembledView(head="").text == ""


def test_of_many_citations_the_first_are_listed_and_the_rest_counted() -> None:
    cited = checked("say[ben]", *(f"a.py:{n}" for n in range(43)))
    text = evidence(moment_of(past_of(turn("say[ben]"), cited), "say[ada]"))
    assert text.count("\n- ") == 41
    assert text.endswith("- and 3 more")
