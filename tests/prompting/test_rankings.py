"""What whoever weighs the answers of a council is told: rankings with their reasons and the analysis, without names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from disputatio.app.paths import resource
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past
from disputatio.debate.policies.ballots import letters
from disputatio.debate.policies.conditions import ranked
from disputatio.debate.policies.visibility import view
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose
from disputatio.prompting.request import Request
from disputatio.prompting.sections import text_of
from disputatio.testing.boards import past_of, turn
from disputatio.testing.speakers import formats_of, opening_event

COUNCIL = formats_of(resource("formats"))["council"]
OPENED = fold([opening_event(COUNCIL, extra=1)])
MEMBERS = [seat for seat in OPENED.seats if seat.startswith("members")]
NAMES = {seat: f"Councillor {number}" for number, seat in enumerate(MEMBERS, 11)} | {MEMBERS[0]: "Councillor 1"}


def named(seat: Seat) -> Seat:
    return replace(seat, name=NAMES.get(seat.id, "Chair"))


DEBATE = alter(OPENED, seats={id: named(seat) for id, seat in OPENED.seats.items()})
CHAIR, CLERK = "conclusion/chair[head]", "conclusion/record/replies[clerk]"
ANSWERED = [
    turn(f"opinion[{seat}]", "answer", text=f"I say {at}.", position=str(at)) for at, seat in enumerate(MEMBERS)
]


def ranking(seat: str) -> str:
    return f"review/ranking[{seat}]"


def ballots(*before: str) -> Past:
    """Everybody ranks the answers as they come, and says why in the letters that they saw."""
    past = past_of(
        *ANSWERED, turn("baseline[clerk]", "agreement", level=0.4, clusters=[CLUSTER], common=[SHARED], reasoning="")
    )
    for seat in before or MEMBERS:
        order = sorted(letters(At(debate=DEBATE, path=ranking(seat), past=past)).values())
        data = {"order": order, "because": [f"{order[0]}: it is borne out by test {MEMBERS.index(seat)}."]}
        past = past.add(turn(ranking(seat), "ranking", text=str(data), **data))
    return past


CLUSTER = {
    "theme": "both",
    "text": f"Both say so, {NAMES[MEMBERS[0]]} only for now, unlike {NAMES[MEMBERS[1]]}.",
    "seats": MEMBERS[:2],
}

SHARED = {
    "text": "The list",
    "receipts": [{"seat": seat, "turn": f"opinion[{seat}]", "quote": "I say"} for seat in MEMBERS[:2]],
}


def request(path: str, past: Past, debate: Debate = DEBATE) -> Request:
    step = next(one for one in blocks(debate.format.body) if path.startswith(f"{one.name}[") or f"/{one.name}[" in path)
    at = At(debate=debate, path=path, past=past)
    call = Call(
        path=path,
        seat=at.seat,
        gives=step.gives,
        task=step.task or step.name,
        heard="all",
        sees=view(at, step.sees),
        past=past,
    )
    return compose(brief_of(debate, call), "toy:one")


def test_the_chair_is_told_each_ranking_with_its_reasons_and_the_analysis_without_a_name() -> None:
    past = ballots()
    sent = request(CHAIR, past).messages[-1].text
    called = letters(At(debate=DEBATE, path=CHAIR, past=past))
    for at, seat in enumerate(MEMBERS):
        assert f"The author of Response {called[seat]} ranks, best first: Response " in sent
        assert f"it is borne out by test {at}." in sent
    assert "Both say so, Response " in sent
    assert f"Common ground: The list (Response {called[MEMBERS[0]]}, Response {called[MEMBERS[1]]})\n" in sent
    assert "This compares only the first answers.\n" in sent
    assert not [name for name in NAMES.values() if name in sent]
    seen = letters(At(debate=DEBATE, path=ranking(MEMBERS[0]), past=past_of(*ANSWERED)))
    first = next(seat for seat, letter in seen.items() if letter == "A")
    mine = text_of("ranking", At(debate=DEBATE, path=CHAIR, past=past)).split(
        f"The author of Response {called[MEMBERS[0]]}"
    )
    assert mine[1].startswith(f" ranks, best first: Response {called[first]}, ")
    assert f"- Response {called[first]}: it is borne out by test 0." in mine[1], "in the letters of its reader"
    because = ["A: it is clearer, unlike B."]
    apart = past.add(turn(ranking(MEMBERS[0]), "ranking", text="A", order=["A", "B"], because=because))
    other = next(seat for seat, letter in seen.items() if letter == "B")
    assert (
        f"ranks, best first: Response {called[first]} (called A here), Response {called[other]} (called B here)\n"
        f"- Response {called[first]}: it is clearer, unlike B."
    ) in text_of("ranking", At(debate=DEBATE, path=CHAIR, past=apart))
    assert "an order drawn by lot" in sent
    open_ = alter(DEBATE, options={**DEBATE.options, "anonymous": False})
    assert f"The author of {NAMES[MEMBERS[0]]} ranks" not in sent
    assert NAMES[MEMBERS[0]] in request(CHAIR, past, open_).messages[-1].text
    now = past.add(turn(ranking(MEMBERS[0]), "ranking", text="A", order=["A", "B"], adopts="I say 7."))
    assert "- Adopts this answer now: I say 7." in text_of("ranking", At(debate=DEBATE, path=CHAIR, past=now))
    void = past.add(turn(ranking(MEMBERS[0]), "ranking", text="", order=[]))
    left = text_of("ranking", At(debate=DEBATE, path=CHAIR, past=void))
    assert f"The author of Response {called[MEMBERS[0]]} ranks" not in left
    assert text_of("analysis", At(debate=DEBATE, path=CHAIR, past=past_of(*ANSWERED))) == ""


COUNCILLORS = dict(zip(MEMBERS, (f"Councillor {number}" for number in (1, 12, 13, 20)), strict=True))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Councillors 1 and 12 agree", "{0} and {1} agree"),
        ("councillors 1, 12, and Councillor 13 agree", "{0}, {1} and {2} agree"),
        ("What Councillors 11–13 say", "What Councillor 11, {1} and {2} say"),
        ("Councillors 1/12's sums", "{0} and {1}'s sums"),
        ("Councillor 1 and 12 sums", "{0} and 12 sums"),
        ("councillor 12’s sum, of members-2", "{1}’s sum, of {1}"),
        ("Councillors 4 and 5", "Councillors 4 and 5"),
        ("Teams 1 and 2 or 2; and 3", "Teams 1 and 2 or 2; and 3"),
        ("The Treasurer's, and a treasurer's", "The {2}'s, and a treasurer's"),
        ("Councillors 14-year", "Councillors 14-year"),
        ("It holds for councillors and for 12 beds", "It holds for councillors and for 12 beds"),
    ],
)
def test_a_name_is_hidden_in_every_form_that_it_has(said: str, told: str) -> None:
    """The clerk wrote "Councillors 1 and 3 both want a stove", and so the chair read it under letters."""
    record = turn("baseline[clerk]", "agreement", level=0.4, clusters=[], partial=[{"text": said}], reasoning="")
    past = past_of(*ANSWERED, record)
    known = {seat: replace(DEBATE.seats[seat], name=name, role="Councillor") for seat, name in COUNCILLORS.items()}
    known |= {MEMBERS[2]: replace(known[MEMBERS[2]], role="Treasurer")}
    at = At(debate=alter(DEBATE, seats={**DEBATE.seats, **known}), path=CHAIR, past=past)
    called = [f"Response {letters(at)[seat]}" for seat in MEMBERS]
    assert text_of("analysis", at).splitlines()[-1] == f"In part: {told.format(*called)}"


@pytest.mark.parametrize(
    ("name", "said", "told"),
    [
        ("Research and Development 1", "Research and Development 1 and 3 staff", "Response {0} and 3 staff"),
        ("Team 2 Member 1", "Team 2 members 1 to 2 agree", "Response {0} and Team 2 Member 2 agree"),
        ("A 1", "for 3 and 12; A 1 says, as 1", "for 3 and 12; Response {0} says, as 1"),
        ("Deputy 1", "Deputies 1 and 2", "Response {0} and Deputy 2"),
    ],
)
def test_a_name_that_a_person_gave_is_hidden_and_other_words_stay(name: str, said: str, told: str) -> None:
    record = turn("baseline[clerk]", "agreement", level=0.4, clusters=[], partial=[{"text": said}], reasoning="")
    seats = {**DEBATE.seats, MEMBERS[0]: replace(DEBATE.seats[MEMBERS[0]], name=name)}
    at = At(debate=alter(DEBATE, seats=seats), path=CHAIR, past=past_of(*ANSWERED, record))
    assert text_of("analysis", at).splitlines()[-1] == f"In part: {told.format(letters(at)[MEMBERS[0]])}"


def test_the_clerk_is_told_whose_answers_the_letters_of_a_ranking_stand_for() -> None:
    past = ballots()
    asked = request(CLERK, past)
    sent = asked.messages[-1].text
    seen = letters(At(debate=DEBATE, path=ranking(MEMBERS[0]), past=past_of(*ANSWERED)))
    assert all(f"{letter} is by {NAMES[seat]}" in sent for seat, letter in seen.items())
    assert "A > B > C\nA: it is borne out by test 0.\n<<<END" in sent, "line by line"
    assert "I say 0." not in sent, "what was recorded before stands in the list"
    assert "These turns rank the answers of others" in asked.system
    assert "is one new row" in asked.system, "what several rankings say is said once"
    assert "Your task." not in sent
    assert ranked(At(debate=DEBATE, path=CLERK, past=past))
    assert not ranked(At(debate=DEBATE, path=CLERK, past=past_of(*ANSWERED)))


@pytest.mark.parametrize("path", ["opinion[members]", "review/ranking[members]"])
def test_who_answers_once_is_not_told_how_to_change_position(path: str) -> None:
    asked = request(path, past_of() if path.startswith("opinion") else past_of(*ANSWERED))
    assert "When you change your position" not in asked.system
    assert "How to argue" in asked.system
