"""When a debate is reminded of what was said, what is looked for, and who reads what."""

from __future__ import annotations

from typing import Any

from disputatio.debate.board.recall import SHOWN, long, memories_of, messages_by_path, recall_query, remembers
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.prompting.sections.listings import memories


def turn(path: str, gives: str = "say", heard: str = "all", text: str = "…", **data: Any) -> Turn:
    return Turn(path=path, seat=path.rpartition("[")[2].rstrip("]"), gives=gives, heard=heard, text=text, data=data)


def at(*turns: Turn, path: str = "aspect[cost]/miniround[2]", persona: str = "") -> At:
    seat = Seat(id="ada", part="p", role="Persona", model="openai:x", persona=persona)
    past = Past()
    for one in turns:
        past = past.add(one)
    return At(debate=Debate(question="Is it?", seats={"ada": seat}), path=path, past=past)


def test_a_long_debate_or_a_persona_is_reminded() -> None:
    said = [turn(f"round[{n}]/say[ada]") for n in range(3)]
    assert remembers(at(*said), 3)
    assert not remembers(at(*said, turn("x[clerk]", "points")), 4), "records are no messages"
    assert remembers(at(persona="Ada"), 50)
    assert (long(at(*said).past, 3), long(at(*said).past)) == (True, False)


def test_the_aspect_and_the_last_message_are_looked_for() -> None:
    assert recall_query(at(turn("a[ada]", text="One"), turn("b[ada]", text="Two", heard="room:x"))) == "cost\nOne"
    assert recall_query(at(path="round[1]")) == "Is it?"


def test_each_reads_its_own() -> None:
    items = [{"seat": "ada", "text": f"Memory {n}"} for n in range(SHOWN + 3)]
    found = turn("remember[memory]", "memories", items=[*items, {"seat": "ben", "text": "Another's"}, "junk"])
    moment = at(found, path="miniround[1]/reply[ada]")
    assert memories_of(moment) == [f"Memory {n}" for n in range(SHOWN)]
    assert memories(moment).splitlines() == [f"- Memory {n}" for n in range(SHOWN)]
    assert memories(at(path="miniround[1]/reply[ada]")) == ""


def test_messages_for_all_by_their_paths() -> None:
    past = at(turn("a[ada]"), turn("b[ada]", heard="team:x"), turn("c[clerk]", "points")).past
    assert list(messages_by_path(past)) == ["a[ada]"]
