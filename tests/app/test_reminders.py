"""What the memory brought into a debate: why, for whom, who read it, and where it was said again."""

from __future__ import annotations

from typing import Any

import pytest

from disputatio.app.memory.reminders import reminders_of, silence
from disputatio.app.paths import resource
from disputatio.debate.context import Context, Section
from disputatio.debate.formats.loader import load
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.values import Json
from disputatio.testing.debates import opening

FACT, DECISION = "Orders are retried three times at most", "Failed orders go to a queue of their own"
ADA, BEN = "personas", "personas-2"
REPLY = "aspect[cost]/miniround[{}]/reply[{}]"


def debate(*sections: Section, kind: str = "project") -> Debate:
    standard = (resource("formats") / "standard.toml").read_text("utf-8")
    format = load((resource("formats") / "dialogue.toml").read_text("utf-8"), "dialogue.toml", standard)
    context = Context(kind=kind, ref="p", title="Shop", sections=sections)  # type: ignore[arg-type]
    return fold([opening(format, "Is the retry sound?", model="scripted:one", context=context)])


def item(text: str, **more: Json) -> dict[str, Json]:
    return {"text": text, "kind": "agreed", "id": f"d:insights[clerk]#{len(text)}", "debate": "d", **more}


def recalled(*found: Json, **more: Json) -> Turn:
    return Turn(
        path="recall[memory]", seat="memory", gives="recall", heard="all", text="", data={"items": list(found), **more}
    )


def said(path: str, seat: str, text: str = "So it is.", gives: str = "say") -> Turn:
    return Turn(path=path, seat=seat, gives=gives, heard="all", text=text)


def reminded(number: int, *found: Json) -> Turn:
    return Turn(
        path=f"aspect[cost]/miniround[{number}]/remember[memory]",
        seat="memory",
        gives="memories",
        heard="all",
        text="",
        data={"items": list(found)},
    )


def course(seat: str, text: str, score: float = 0.5, **more: Json) -> dict[str, Json]:
    return {"seat": seat, "text": text, "kind": "position", "debate": "here", "importance": score, **more}


def past(*turns: Turn) -> Past:
    found = Past()
    for turn in turns:
        found = found.add(turn)
    return found


def test_an_insight_says_why_it_came_up_and_who_had_it_before_them() -> None:
    came = item(FACT, established=True, confidence=0.9, recency=1.0, importance=0.9, by_words=2)
    fact, decision = reminders_of(
        debate(),
        past(
            recalled(item(DECISION, kind="decision", recency=0.5, importance=0.85), came),
            said(f"opening[{ADA}]", ADA, f"I say: {FACT.lower()}."),
            said(f"opening[{ADA}]/ledger[clerk]", "clerk", FACT, gives="ledger"),
            said(f"opening[{BEN}]", BEN),
            said("synthesis[clerk]", "clerk", FACT, gives="synthesis"),
        ),
    )
    assert (fact.text, fact.established, fact.confidence, fact.kind) == (FACT, True, 0.9, "agreed")
    assert (decision.text, decision.established, decision.confidence) == (DECISION, False, None)
    assert fact.insight.startswith("d:insights")
    assert fact.terms.score == pytest.approx(0.5 + 1.8)
    assert fact.terms.by_words == 2
    assert [each.query for each in fact.occasions] == ["Is the retry sound?"]
    clerk = (f"opening[{ADA}]/ledger[clerk]", "synthesis[clerk]")
    assert decision.readers == (f"opening[{ADA}]", f"opening[{BEN}]"), "the clerk is told what is settled, and no more"
    assert {*fact.readers} == {*decision.readers, *clerk}
    assert fact.repetitions == (f"opening[{ADA}]",), "only participants take it up"
    assert decision.repetitions == ()


def test_what_the_context_says_already_was_not_told_again() -> None:
    known = Section(name="facts", title="Facts", text=f"- {FACT}")
    found = {one.text: one for one in reminders_of(debate(known), past(recalled(item(FACT), item(DECISION))))}
    assert "context" in found[FACT].left_out
    assert found[FACT].readers == ()
    assert found[DECISION].left_out == ""


def test_what_there_was_no_room_for_is_said() -> None:
    many = [item(f"{number} times " + "the queue is drained by hand " * 30) for number in range(8)]
    found = reminders_of(debate(), past(recalled(*many), said(f"opening[{ADA}]", ADA)))
    left = [one for one in found if one.left_out]
    assert 0 < len(left) < 8
    assert all("no room" in one.left_out and not one.readers for one in left)


def test_short_words_are_not_taken_for_a_repetition() -> None:
    found = reminders_of(debate(), past(recalled(item("Use Redis.")), said(f"opening[{ADA}]", ADA, "Use Redis.")))
    assert found[0].repetitions == ()


def test_each_seat_reads_what_it_was_reminded_of_until_the_memory_is_asked_again() -> None:
    first = [course(ADA, "Ben held on cost: It is dear"), course(BEN, "Ben held on cost: It is dear", 0.4)]
    turns = (
        reminded(1, *first),
        said(REPLY.format(1, ADA), ADA),
        said(REPLY.format(1, BEN), BEN),
        said(f"aspect[cost]/miniround[1]/reply[{BEN}]/evidence[sources]", BEN, gives="evidence"),
        reminded(2, course(ADA, "Ben held on cost: It is dear", 0.3)),
        said(REPLY.format(2, ADA), ADA),
        said(REPLY.format(2, BEN), BEN),
        said(f"closing[{ADA}]", ADA),
    )
    (one,) = reminders_of(debate(kind="none"), past(*turns))
    assert one.insight == ""
    assert [(each.seat, each.readers) for each in one.occasions] == [
        (ADA, (REPLY.format(1, ADA),)),
        (BEN, (REPLY.format(1, BEN),)),
        (ADA, (REPLY.format(2, ADA),)),
    ], "neither a closing nor a check of citations shows what is remembered"
    assert {each.query for each in one.occasions} == {"cost"}
    assert one.terms.importance == 0.3, "the newest time explains it"


def test_no_seat_reads_more_than_it_is_shown() -> None:
    many = [course(ADA, f"Memory {number}") for number in range(12)]
    assert len(reminders_of(debate(), past(reminded(1, *many, course(ADA, ""), "nonsense")))) == 8


@pytest.mark.parametrize("broken", [{}, {"items": "none"}, {"items": [3, {"text": 4}, {"text": " "}, None]}])
def test_what_cannot_be_read_is_nothing(broken: dict[str, Any]) -> None:
    turn = Turn(path="recall[memory]", seat="memory", gives="recall", heard="all", text="", data=broken)
    assert [one for one in reminders_of(debate(), past(turn)) if not one.text] == []


def test_why_nothing_came_up() -> None:
    assert "about none of them" in silence(debate(kind="none"), Past())
    assert "not been searched yet" in silence(debate(), Past())
    assert "nothing in it was relevant" in silence(debate(), past(recalled()))
    assert silence(debate(), past(recalled(note="Nothing could be recalled: held."))) == (
        "Nothing could be recalled: held."
    )
