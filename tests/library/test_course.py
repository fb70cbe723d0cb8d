"""What of a debate's course is remembered: positions when they change, messages that matter, reflections, cards."""

from __future__ import annotations

from typing import Any

from disputatio.debate.board.board import board_of
from disputatio.debate.context import Context
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.personas import Character
from disputatio.library.memory import Memory, course_of, debate_scope


def seat(id: str, name: str, model: str = "openai:gpt-5.2", persona: str = "") -> Seat:
    return Seat(id=id, part="personas", role="Persona", name=name, model=model, persona=persona)


def turn(path: str, gives: str = "say", text: str = "…", heard: str = "all", **data: Any) -> Turn:
    who = path.rpartition("[")[2].rstrip("]")
    return Turn(path=path, seat=who, gives=gives, heard=heard, text=text, data=data)


def recorded(path: str, *stated: str, about: Any = (), **stands: Any) -> tuple[Turn, Turn]:
    """A message, and the record of it: what it states, and where its author stands then."""
    new = [{"text": text, "quote": text} for text in stated]
    record = turn(f"{path}/minutes/ledger[clerk]", "ledger", new=new, about=list(about), stands=[stands])
    return turn(path, text=f"Said at {path}"), record


HERE = Context(kind="project", ref="p1", title="Store")


def course(
    *turns: Turn, model: str = "openai:gpt-5.2", context: Context = HERE, alone: bool = False, **personas: Character
) -> list[Memory]:
    seats = {"ada": seat("ada", "Ada", model, persona="Ada"), "ben": seat("ben", "Ben", model)}
    debate = Debate(question="Is it?", seats=seats, personas=dict(personas), context=context)
    past = Past()
    for one in turns:
        past = past.add(one)
    times = {one.path: float(number) for number, one in enumerate(turns)}
    return course_of("d1", debate, board_of(debate, past), past, times, alone=alone)


def told(found: list[Memory]) -> list[tuple[str, str, float]]:
    return [(one.kind, one.text, one.importance) for one in found]


def test_a_position_is_kept_when_it_changes() -> None:
    found = course(
        *recorded("aspect[cost]/take[ada]", position="It is cheap", importance=4),
        *recorded("aspect[cost]/miniround[1]/reply[ada]", position="It is cheap", importance=2),
        *recorded("aspect[cost]/miniround[2]/reply[ada]", position="It is dear", importance=6),
        *recorded("closing[ben]", stance="I do not know", importance=1),
    )
    assert told(found) == [
        ("position", "Ada held on cost: It is cheap", 5),
        ("position", "Ada held on cost: It is dear", 6),
        ("position", "Ben held: I do not know", 5),
    ]
    assert [one.round for one in found] == [0, 2, 0]
    assert found[0].ref == "d1/aspect[cost]/take[ada]"


def test_a_memory_is_as_old_as_what_was_said_and_older_ones_come_first() -> None:
    turns = (
        *recorded("aspect[C#]/take[ada]", position="It is cheap", importance=8),
        turn("reflect[clerk]", "reflections", items=[{"text": "They circle", "importance": 4}, {"text": "Again"}]),
        *recorded("aspect[C#]/miniround[1]/reply[ada]", position="It is dear", importance=4),
    )
    before, after = course(*turns[:3]), course(*turns)
    assert [(one.kind, one.at) for one in before] == [
        ("position", 0),
        ("message", 0),
        ("reflection", 2),
        ("reflection", 2),
    ]
    assert after[:4] == before, "what is kept again is not made younger"
    assert [(one.text, one.at) for one in after[4:]] == [("Ada held on C#: It is dear", 3)]


def test_messages_count_from_seven() -> None:
    found = course(
        *recorded("take[ada]", "First", "Second", importance=7),
        *recorded("take[ben]", importance=8),
        *recorded("closing[ben]", importance=6),
    )
    assert told(found) == [("message", "Ada: First; Second", 7), ("message", "Ben: Said at take[ben]", 8)]


def test_reflections_and_cards() -> None:
    card: dict[str, Any] = {
        "claim": "P1",
        "crux": "value",
        "statement": "Speed or safety",
        "minds": [{"seat": "ada", "text": "an outage"}],
    }
    found = course(
        *recorded("take[ada]", "It is safe.", importance=1),
        *recorded("take[ben]", about=[{"id": "P1", "does": "disagrees", "quote": "It is not safe"}]),
        turn("reflect[clerk]", "reflections", items=[{"text": "They circle", "importance": 4}, {"text": "Again"}]),
        turn("crux[P1]/card[clerk]", "card", **card),
        turn("crux[c9]/card[clerk]", "card", **(card | {"claim": "c9", "resolved": True, "how": "Both"})),
    )
    assert told(found) == [
        ("reflection", "They circle", 4),
        ("reflection", "Again", 1),
        (
            "card",
            "It is safe. The dispute turns on a value: Speed or safety "
            "(not resolved; what would change each mind: Ada: an outage)",
            8,
        ),
        ("card", "c9 The dispute turns on a value: Speed or safety (resolved: Both)", 8),
    ]
    assert [one.ref for one in found[:2]] == ["d1/reflect[clerk]#1", "d1/reflect[clerk]#2"]


def test_a_card_that_settled_a_claim_between_two_of_three_says_so() -> None:
    """It was remembered as resolved, also where the third held to their objection."""
    disputes = [{"id": "P1", "does": "disagrees", "quote": "It is not safe"}]
    said = (
        *recorded("take[ada]", "It is safe.", importance=1),
        *recorded("take[ben]", about=disputes, importance=1),
        *recorded("take[cyd]", about=disputes, importance=1),
        turn("crux[P1]/card[clerk]", "card", claim="P1", crux="fact", statement="The lid", resolved=True, how="By day"),
    )
    text = "By day The dispute turns on a fact: The lid (resolved{}: By day)"
    assert told(course(*said)) == [("card", text.format(" between Ada and Ben, and disputed still"), 8)]
    agreed = recorded("closing[cyd]", about=[{"id": "P1", "does": "agrees", "quote": "By day"}], importance=1)
    assert told(course(*said, *agreed)) == [("card", text.format(""), 8)]


def test_what_a_persona_said_is_its_own_in_all_debates_about_the_same_context() -> None:
    turns = (*recorded("take[ada]", position="Yes"), *recorded("take[ben]", position="No"))
    mine, other = course(*turns, ada=Character(name="Ada", id="p7"))
    assert (mine.scope, mine.persona) == ("persona/p7 in project/p1", "p7")
    assert (other.scope, other.persona) == (debate_scope("d1", False), "")
    (example, _) = course(*turns, ada=Character(name="Ada"))
    assert example.scope == "persona/Ada in project/p1"
    (elsewhere, _) = course(*turns, ada=Character(name="Ada"), context=Context(kind="project", ref="p2"))
    assert elsewhere.scope != example.scope


def test_what_a_persona_said_without_a_context_stays_in_its_debate() -> None:
    (mine,) = course(*recorded("take[ada]", position="Yes"), context=Context(), ada=Character(name="Ada", id="p7"))
    assert (mine.scope, mine.persona) == (debate_scope("d1", False), "p7")


def test_a_rehearsal_is_kept_apart() -> None:
    (found,) = course(*recorded("take[ada]", position="Yes"), model="rehearsal:quick")
    assert found.scope.startswith("rehearsal/")


def test_what_somebody_elses_persona_said_is_for_that_debate_alone() -> None:
    said = recorded("take[ada]", position="It is cheap", importance=8)
    [own, *_] = course(*said, ada=Character(id="p1", name="Ada"))
    assert own.scope == "persona/p1 in project/p1"
    assert {one.scope for one in course(*said, alone=True, ada=Character(id="p1", name="Ada"))} == {"debate/d1"}
