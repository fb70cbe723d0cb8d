"""Questions are called by their place, and are answered or open as those who answer declare."""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.board.questions import (
    LISTED,
    Contradiction,
    Reply,
    agenda_of,
    contradictions,
    questions_of,
    withdrawn_since,
)
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.testing.boards import moment_of, past_of, turn

FIRST, SECOND = "round[1]/question[ada]", "round[2]/question[ben]"
BEN, CYD = f"{FIRST}/answer[ben]", f"{FIRST}/answer[cyd]"
ASKED = turn(FIRST, "questions", items=[{"text": "Why now?"}, {"text": "What does it cost?"}, {"category": "x"}])
LATER = turn(SECOND, "questions", items=[{"text": "Who pays?"}])


def answers(path: str, *items: dict[str, str]) -> Turn:
    return turn(path, "answers", items=list(items))


def answered(id: str, quote: str) -> dict[str, str]:
    return {"to": id, "state": "answered", "quote": quote}


def test_questions_are_called_by_their_place_among_all() -> None:
    found = questions_of(past_of(ASKED, LATER))
    assert [(one.id, one.text, one.turn.seat, one.turn.path) for one in found.values()] == [
        ("Q1", "Why now?", "ada", FIRST),
        ("Q2", "What does it cost?", "ada", FIRST),
        ("Q3", "Who pays?", "ben", SECOND),
    ]
    assert {one.status for one in found.values()} == {"open"}, "what nobody took up is open"


def test_what_is_declared_by_id_is_what_became_of_a_question() -> None:
    found = questions_of(
        past_of(
            ASKED,
            answers(BEN, answered("Q1", "Prices rise in May"), {"to": "Q2", "state": "open"}),
            answers(CYD, {"to": "Q1", "state": "open"}, answered("Q9", "Nobody asked"), answered("Q2", "")),
        )
    )
    assert found["Q1"].status == "answered"
    assert found["Q1"].replies == (Reply(seat="ben", path=BEN, words="Prices rise in May"), Reply(seat="cyd", path=CYD))
    assert found["Q2"].status == "open"
    assert [one.seat for one in found["Q2"].replies] == ["ben"], "an answer without its words is none"


def test_the_last_word_of_a_participant_counts() -> None:
    late = answers(f"{SECOND}/answer[ben]", answered("Q2", "It costs ten"))
    found = questions_of(past_of(ASKED, answers(BEN, {"to": "Q2", "state": "open"}), late))
    assert found["Q2"].status == "answered"
    assert len(found["Q2"].replies) == 1


def test_an_answer_may_be_to_a_part_and_who_asked_or_answered_opens_a_question_again() -> None:
    part = answers(BEN, {"to": "Q1", "state": "partly", "quote": "Prices rise in May"})
    found = questions_of(past_of(ASKED, part))["Q1"]
    assert (found.status, found.replies[0].words, found.replies[0].part) == ("partly", "Prices rise in May", True)
    whole = answers(CYD, answered("Q1", "Because we must"))
    assert questions_of(past_of(ASKED, part, whole))["Q1"].status == "answered"
    by_asker = answers(f"{SECOND}/answer[ada]", {"to": "Q1", "state": "open"})
    assert questions_of(past_of(ASKED, whole, by_asker))["Q1"].status == "partly"
    by_answerer = answers(f"{SECOND}/answer[cyd]", {"to": "Q1", "state": "open"})
    assert questions_of(past_of(ASKED, whole, by_answerer))["Q1"].status == "open", "nobody's answer is left"
    by_another = answers(f"{SECOND}/answer[dot]", {"to": "Q1", "state": "open"})
    assert questions_of(past_of(ASKED, whole, by_another))["Q1"].status == "answered"
    late = answers(f"{SECOND}/answer[ben]", answered("Q1", "Prices do rise in May, and the rent too"))
    assert questions_of(past_of(ASKED, whole, by_asker, late))["Q1"].status == "answered"


def test_a_question_that_is_put_again_by_who_asked_or_answered_it_was_not_answered() -> None:
    def again(seat: str) -> Turn:
        return turn(f"round[2]/question[{seat}]", "questions", items=[{"text": "Why in May?", "again": "Q1"}])

    whole = answers(BEN, answered("Q1", "Prices rise in May"))
    for seat in ("ada", "ben"):
        first, _, new = questions_of(past_of(ASKED, whole, again(seat))).values()
        assert (first.status, first.again, new.id, new.status) == ("partly", "Q3", "Q3", "open")
    first = questions_of(past_of(ASKED, whole, again("dot")))["Q1"]
    assert (first.status, first.again) == ("answered", "")


def test_two_answers_contradict_one_another_where_the_one_disputes_what_the_other_states() -> None:
    ben, cyd = "The firm may draw them alone", "Not the firm alone, since it saves money"
    asked = past_of(ASKED, replace(answers(BEN, answered("Q1", ben)), text=ben))
    both = asked.add(replace(answers(CYD, answered("Q1", cyd)), text=cyd))
    stated = {"id": "P1", "by": "ben", "text": "The firm draws the zones", "quote": "firm may draw them alone"}

    def found(past: Past, does: str, by: str = "cyd") -> list[Contradiction]:
        said = {"id": "P1", "by": by, "does": does, "quote": cyd, "because": "it saves money"}
        past = past.add(turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[said]))
        return list(contradictions(questions_of(past)["Q1"], past))

    assert found(both, "disagrees") == [Contradiction(seat="cyd", of="ben")]
    assert found(both, "agrees") == []
    assert found(both, "partly") == [], "who adds a condition gives the same answer"
    assert found(asked, "disagrees") == [], "the other has not answered it"
    other = asked.add(replace(answers(CYD, answered("Q2", cyd)), text=cyd))
    assert found(other, "disagrees") == []


NOVICE, TEAMS = "Nothing is gained by a novice", "Children argue about teams"
TOLD = {
    BEN: f"Much is needed.\n\nEnough for one attempt. {NOVICE}.",
    CYD: f"{TEAMS}. That a novice gains nothing I dispute.\n\nIt costs ten.",
}


def contradicting(
    *more: Turn, ben: str = "Enough for one attempt", cyd: str = TEAMS, both: str = "It costs ten"
) -> Past:
    """Ben's paragraph on Q1 holds what Cyd disputes in a paragraph of their own, and neither quotes it."""
    given = ((BEN, [answered("Q1", ben)]), (CYD, [answered("Q1", cyd), answered("Q2", both)]))
    turns = (replace(answers(path, *items), text=TOLD[path]) for path, items in given)
    stated = {"id": "P1", "by": "ben", "text": "No novice gains anything", "quote": NOVICE}
    said = {"id": "P1", "by": "cyd", "does": "disagrees", "quote": "a novice gains nothing I dispute"}
    return past_of(ASKED, *turns, turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[said]), *more)


def test_what_the_paragraph_of_an_answer_states_is_part_of_it_unless_it_answers_something_else_too() -> None:
    def found(past: Past) -> list[Contradiction]:
        return list(contradictions(questions_of(past)["Q1"], past))

    assert found(contradicting()) == [Contradiction(seat="cyd", of="ben")]
    assert found(contradicting(both="a novice gains nothing I dispute")) == [], "one paragraph answers two questions"
    assert found(contradicting(ben="Much is needed")) == [], "it stands in another paragraph"


def test_answers_contradicted_each_other_though_the_dispute_is_settled_since() -> None:
    late = f"{SECOND}/answer[ben]"
    back = replace(answers(late), text="I say less: few novices gain.")
    less = {"id": "P1", "by": "ben", "does": "revises", "text": "Few novices gain", "quote": "few novices gain"}
    past = contradicting(LATER, back, turn("round[2]/ledger[clerk]", "ledger", about=[less]))
    assert list(contradictions(questions_of(past)["Q1"], past)) == [Contradiction(seat="cyd", of="ben")]
    fine = replace(answers(f"{SECOND}/answer[cyd]"), text="That is right now.")
    agrees = {"id": "P1", "by": "cyd", "does": "agrees", "quote": "That is right now"}
    past = past.add(fine).add(turn("round[2]/ledger[clerk]#2", "ledger", about=[agrees]))
    assert list(contradictions(questions_of(past)["Q1"], past)) == [Contradiction(seat="cyd", of="ben", over=True)]


def test_an_answer_that_its_author_took_back_later_is_known_as_withdrawn() -> None:
    gone = {"id": "P1", "by": "ben", "does": "withdraws", "quote": "I take that back"}
    back = replace(answers(f"{SECOND}/answer[ben]"), text="I take that back.")
    record = turn("round[2]/ledger[clerk]", "ledger", about=[gone])
    past = contradicting(LATER, back, record, ben=f"Enough for one attempt. {NOVICE}")
    ben, cyd = questions_of(past)["Q1"].replies
    [(stated, step)] = withdrawn_since(ben, statements_of(past).values())
    assert (stated.id, step.words) == ("P1", "I take that back")
    assert not [*withdrawn_since(cyd, statements_of(past).values())]
    late = replace(ben, path=f"{SECOND}/answer[ben]")
    assert not [*withdrawn_since(late, statements_of(past).values())], "they said that when they took it back"
    past = contradicting(ben=f"Enough for one attempt. {NOVICE}")
    assert not [*withdrawn_since(ben, statements_of(past).values())]


def test_what_others_asked_since_somebody_answered_last_is_put_to_them() -> None:
    past = past_of(ASKED, answers(BEN, {"to": "Q1", "state": "open"}), LATER)
    put = {
        seat: agenda_of(moment_of(past, f"round[2]/answer[{seat}]", people=("ada", "ben", "cyd"))).put
        for seat in ("ada", "ben", "cyd", "clerk")
    }
    assert put == {"ada": ("Q3",), "ben": (), "cyd": ("Q1", "Q2", "Q3"), "clerk": ()}


def test_a_question_that_a_seat_cannot_hear_is_not_shown_to_it() -> None:
    past = past_of(replace(ASKED, heard="room:secret[ada]"), LATER)
    assert [one.id for one in agenda_of(moment_of(past, "round[2]/answer[cyd]")).listed] == ["Q3"]


def test_the_last_questions_are_listed_and_all_that_are_put() -> None:
    many = turn(FIRST, "questions", items=[{"text": f"Is it {n}?"} for n in range(LISTED + 6)])
    past = past_of(many, answers(BEN, {"to": "Q1", "state": "open"}), LATER)
    ben, cyd = (agenda_of(moment_of(past, f"round[2]/answer[{seat}]")) for seat in ("ben", "cyd"))
    assert [one.id for one in ben.listed] == [f"Q{n}" for n in range(8, LISTED + 8)]
    assert len(cyd.listed) == len(cyd.put) == LISTED + 7
