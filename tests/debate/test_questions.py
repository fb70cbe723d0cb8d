"""Questions are called by their place, and are answered or open as those who answer declare."""

from __future__ import annotations

from dataclasses import replace

from disputatio.debate.board.questions import (
    LISTED,
    Contradiction,
    Reply,
    agenda_of,
    changed_since,
    contradictions,
    questions_of,
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

    def found(past: Past, does: str, because: str = "it saves money") -> list[Contradiction]:
        said = {"id": "P1", "by": "cyd", "does": does, "quote": cyd, "because": because}
        past = past.add(turn("round[1]/ledger[clerk]", "ledger", new=[stated], about=[said]))
        return list(contradictions(questions_of(past)["Q1"], past))

    assert found(both, "disagrees") == [Contradiction(seat="cyd", of="ben")]
    assert found(both, "agrees") == []
    stated |= {"quote": f"Q1: {ben}, and I say why"}
    both = past_of(ASKED, replace(answers(BEN, answered("Q1", ben)), text=stated["quote"]), *list(both)[-1:])
    assert found(both, "disagrees") == [Contradiction(seat="cyd", of="ben")], "a receipt may hold the answer"
    assert found(both, "partly") == [Contradiction(seat="cyd", of="ben", part=True)]
    assert found(both, "partly", "") == [], "who adds a condition gives the same answer"
    assert found(asked, "disagrees") == [], "the other has not answered it"
    other = asked.add(replace(answers(CYD, answered("Q2", cyd)), text=cyd))
    assert found(other, "disagrees") == []


def test_answers_differ_only_where_the_declared_words_hold_what_the_other_disputes_as_it_is_worded_now() -> None:
    """An answer and "in a laboratory of two people that can hardly be done" stand in one paragraph; the other disputes
    the second alone. Once the disputed statement is reworded, the answers are said to differ no more."""
    blind, hardly = "Somebody who does not know the number", "In a laboratory of two that can hardly be done"
    ben = replace(answers(BEN, answered("Q1", blind)), text=f"{blind}. {hardly}.")
    cyd = replace(answers(CYD, answered("Q1", "Somebody blind, yes")), text="Somebody blind, yes. That works in two.")

    def found(stated: str, **does: str) -> list[Contradiction]:
        new = {"id": "P1", "by": "ben", "text": stated, "quote": stated}
        about = {"id": "P1", "by": "cyd", "does": "disagrees", "quote": "That works in two", **does}
        past = past_of(ASKED, ben, cyd, turn("round[1]/ledger[clerk]", "ledger", new=[new], about=[about]))
        one = questions_of(past)["Q1"]
        before = list(contradictions(one, past))
        less = {"id": "P1", "by": "ben", "does": "revises", "text": "Rarely", "quote": "that is rare"}
        late = replace(answers(f"{SECOND}/answer[ben]"), text="I say now that is rare.")
        past = past.add(LATER).add(late).add(turn("round[2]/ledger[clerk]", "ledger", about=[less]))
        assert list(contradictions(one, past)) == []
        [(changed, step)] = changed_since(one.replies[0], statements_of(past).values())
        assert (changed.id, step.deed) == ("P1", "revised")
        return before

    assert found(blind) == [Contradiction(seat="cyd", of="ben")]
    part = {"does": "partly", "quote": "Somebody blind, yes", "because": "That works in two"}
    assert found(blind, **part) == [Contradiction(seat="cyd", of="ben", part=True)]


def test_what_is_disputed_beside_an_answer_is_no_difference_of_the_answers() -> None:
    blind, hardly = "Somebody who does not know the number", "In a laboratory of two that can hardly be done"
    ben = replace(answers(BEN, answered("Q1", blind)), text=f"{blind}. {hardly}.")
    cyd = replace(answers(CYD, answered("Q1", "Somebody blind, yes")), text="Somebody blind, yes. That works in two.")
    new = {"id": "P1", "by": "ben", "text": hardly, "quote": hardly}
    about = {"id": "P1", "by": "cyd", "does": "disagrees", "quote": "That works in two"}
    past = past_of(ASKED, ben, cyd, turn("round[1]/ledger[clerk]", "ledger", new=[new], about=[about]))
    assert list(contradictions(questions_of(past)["Q1"], past)) == []


def test_an_answer_that_its_author_took_back_later_is_known_as_withdrawn() -> None:
    words = "Enough for one attempt"
    new = {"id": "P1", "by": "ben", "text": "It is enough", "quote": words}
    given = [replace(answers(path, answered("Q1", words)), text=f"{words}.") for path in (BEN, CYD)]
    stated = past_of(ASKED, *given, turn("round[1]/ledger[clerk]", "ledger", new=[new]))
    ben, cyd = questions_of(stated)["Q1"].replies
    assert not [*changed_since(ben, statements_of(stated).values())]
    gone = {"id": "P1", "by": "ben", "does": "withdraws", "quote": "I take that back"}
    back = replace(answers(f"{SECOND}/answer[ben]"), text="I take that back.")
    past = stated.add(LATER).add(back).add(turn("round[2]/ledger[clerk]", "ledger", about=[gone]))
    [(changed, step)] = changed_since(ben, statements_of(past).values())
    assert (changed.id, step.words) == ("P1", "I take that back")
    assert not [*changed_since(cyd, statements_of(past).values())]
    late = replace(ben, path=f"{SECOND}/answer[ben]")
    assert not [*changed_since(late, statements_of(past).values())], "they said that when they took it back"


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
