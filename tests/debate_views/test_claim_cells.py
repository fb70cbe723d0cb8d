"""What each participant says of a claim, as the board shows it. Nobody is made a side by the word of somebody else."""

from __future__ import annotations

from disputatio.debate.board.board import board_of
from disputatio.debate.log.events import DebateEnded
from disputatio.debate.log.evolve import evolve
from disputatio.debate.log.turns import Turn
from disputatio.debate.statements.bookkeeping import registry_of, statements_of
from disputatio.debate.statements.consensus import measure
from disputatio.debate.statements.history import HistoryStep
from disputatio.debate.views.arguments import arguments_of
from disputatio.debate.views.board_view import board_items
from disputatio.debate.views.labels import label_of
from disputatio.debate.views.statements import point_items, told_once
from disputatio.testing.boards import (
    checked_citations,
    debate_of,
    deed,
    message_and_record,
    past_of,
    record,
    statement,
    turn,
)

ADA, BEN, CYD = (f"aspect[cost]/take[{seat}]" for seat in ("ada", "ben", "cyd"))
STATED = message_and_record(ADA, new=[statement("P1", "The lake freezes in winter")])
DISPUTED = (*STATED, *message_and_record(BEN, about=[deed("P1", "disagrees")]))


def held(*turns: Turn) -> list[str]:
    debate, past = debate_of("ada", "ben", "cyd"), past_of(turn("opening[ada]"), *turns)
    assert board_of(debate, past).claims
    board = board_items(debate, past)
    assert board.unreflected == "This format makes no reflections."
    [item] = board.claims
    return [cell.hold for cell in item.cells]


def test_its_author_holds_it_and_who_disagrees_disputes_it() -> None:
    assert held(*DISPUTED) == ["holds", "disputes", "silent"]
    assert held(*DISPUTED, *message_and_record(CYD, about=[deed("P1", "doubts")])) == ["holds", "disputes", "doubts"]


def test_all_who_dispute_it_are_named_against_its_author() -> None:
    past = past_of(*DISPUTED, *message_and_record(CYD, about=[deed("P1", "disagrees")]))
    [item] = board_items(debate_of("ada", "ben", "cyd"), past).claims
    assert item.against == "Ada against Ben and Cyd"


def test_who_accepts_it_agrees_and_who_disputed_it_before_has_conceded() -> None:
    over = message_and_record("closing[ben]", about=[deed("P1", "agrees")])
    assert held(*DISPUTED, *over, *message_and_record(CYD, about=[deed("P1", "agrees")])) == [
        "holds",
        "conceded",
        "agrees",
    ]


def test_its_author_may_withdraw_it() -> None:
    assert held(*DISPUTED, *message_and_record("closing[ada]", about=[deed("P1", "withdraws")]))[:2] == [
        "withdrew",
        "disputes",
    ]


def test_what_is_said_of_a_participant_by_somebody_else_says_nothing_of_them() -> None:
    named = deed("P1", "disagrees", by="nobody", turn=CYD)
    assert held(*DISPUTED, *message_and_record(CYD, about=[named])) == ["holds", "disputes", "silent"]


def test_what_both_have_settled_in_a_room_is_settled_for_both() -> None:
    room = "aspect[cost]/crux[P1]"
    said = {"statement": "It freezes at the shore", "resolved": True}
    talk = [
        Turn(path=f"{room}/x[{seat}]", seat=seat, gives="stance", heard=f"room:{room}", text="", data=said)
        for seat in ("ada", "ben", "ada")
    ]
    card = turn(f"{room}/card[clerk]", "card", claim="P1", resolved=True)
    assert held(*DISPUTED, *talk, card) == ["settled", "settled", "silent"]
    [item] = board_items(debate_of("ada", "ben", "cyd"), past_of(*DISPUTED, *talk, card)).claims
    assert item.outcome == "Settled in a crux room", "by the words that stand above"
    later = message_and_record("closing[ada]", about=[deed("P1", "revises", text="It freezes at the shore alone")])
    for past, words in (((), ""), (later, "It freezes at the shore")):
        [one] = point_items(statements_of(past_of(*DISPUTED, *talk, card, *past)).values(), {})
        assert [step.words for step in one.history if step.deed == "met in a crux room"] == [words]
    again = message_and_record("closing[ben]", about=[deed("P1", "disagrees")])
    assert held(*DISPUTED, *talk, card, *again) == ["holds", "disputes", "silent"]
    third = message_and_record(CYD, about=[deed("P1", "disagrees")])
    assert held(*DISPUTED, *third, *talk, card) == ["settled", "settled", "disputes"], "she sat in no room"
    agreed = message_and_record("closing[cyd]", about=[deed("P1", "agrees")])
    assert held(*DISPUTED, *third, *talk, card, *agreed)[2] == "conceded"


def test_an_objection_that_a_room_settles_is_settled_for_whom_it_was_raised_against() -> None:
    raised = turn(BEN, "assessment", disagree=[{"text": "The lake is salt", "reason": "I tasted it"}])
    card = turn("aspect[cost]/crux[P1]/card[clerk]", "card", claim="P1", resolved=True, how="It is salt in summer")
    debate, past = debate_of("ada", "ben", "cyd"), past_of(turn(ADA), raised, card)
    [item] = board_items(debate, past).claims
    assert [(cell.hold, cell.path) for cell in item.cells] == [
        ("settled", "aspect[cost]/crux[P1]/card[clerk]"),
        ("settled", BEN),
        ("silent", ""),
    ]


def test_what_a_person_has_ruled_leaves_what_was_said_as_it_was() -> None:
    ruled = turn("round[1]/ruling-1[person]", "ruling", point="P1", status="rejected")
    assert held(*DISPUTED, ruled) == ["holds", "disputes", "silent"]


def test_aspects_stand_in_the_order_in_which_they_were_debated() -> None:
    said = (
        *message_and_record("aspect[zeal]/take[ada]", stands=[{"position": "Much"}]),
        *message_and_record("aspect[cost]/take[ada]", stands=[{"position": "Little"}]),
    )
    debate = debate_of("ada", "ben")
    assert [one.name for one in board_items(debate, past_of(*said)).aspects] == ["zeal", "cost"]


def test_claims_link_to_one_another_in_both_directions() -> None:
    debate = debate_of("ada", "ben")
    other = statement("P2", "Ice carries a car", supports=["P1", "a.py:1"])
    turns = (*STATED, *message_and_record(BEN, new=[other], about=[deed("P1", "disagrees")]))
    again = message_and_record("closing[ada]", about=[deed("P2", "disagrees")])
    first, second = board_items(debate, past_of(*turns, *again)).claims
    assert [link.words for link in first.links] == ["+ supported by"]
    assert [link.words for link in second.links] == ["+ supports", "+ supported by"]
    assert second.drawn == ("supports P1", "is supported by a.py:1")
    assert first.spoken == "The lake freezes in winter, active, Ada against Ben, cost"
    assert [cell.spoken.partition(":")[0] for cell in first.cells] == ["holds, cost", "disputes, cost"]
    assert [cell.words in cell.spoken and bool(cell.words) for cell in first.cells] == [True, True]


def test_what_is_about_no_aspect_comes_under_the_whole_question() -> None:
    path = "round[1]/say[ada]"
    said = message_and_record(path, "see a.py:1", new=[statement("P1", "It is much")], stands=[{"position": "Much"}])
    debate = debate_of("ada", "ben")
    [whole] = board_items(debate, past_of(*said, checked_citations(path, "a.py:1"))).aspects
    assert whole.title == "The whole question"
    assert [(cell.position, cell.evidence) for cell in whole.cells] == [("Much", ("a.py:1",)), ("", ())]


def test_a_dispute_to_which_nobody_came_back_is_open_and_says_so() -> None:
    later = [one for name in ("risk", "time", "noise") for one in message_and_record(f"aspect[{name}]/take[ada]")]
    debate, past = debate_of("ada", "ben", "cyd"), past_of(*DISPUTED, *later)
    [item] = board_items(evolve(debate, DebateEnded(outcome="max_rounds", why="")), past).claims
    assert (item.label.word, item.outcome) == ("left open", "Open: Ben disputed it; last taken up in cost")
    [item] = board_items(debate, past).claims
    assert (item.label.word, item.outcome) == ("active", "Open between Ada and Ben"), "somebody may come back to it"
    accepted = past_of(*DISPUTED, *message_and_record("aspect[cost]/say[cyd]", about=[deed("P1", "agrees")]), *later)
    [item] = board_items(evolve(debate, DebateEnded(outcome="max_rounds", why="")), accepted).claims
    assert item.outcome == "Open: disputed by Ben, and accepted by Cyd"


def test_a_dispute_whose_objection_was_taken_back_is_over_and_nothing_is_called_settled_by_that() -> None:
    against = [statement("P2", "It is salt", attacks=["P1"])]
    disputed = message_and_record(BEN, new=against, about=[deed("P1", "disagrees", quote="It is salt")])
    over = message_and_record("closing[ben]", about=[deed("P2", "withdraws")])
    [item] = board_items(debate_of("ada", "ben"), past_of(*STATED, *disputed, *over)).claims
    assert (item.key, item.outcome) == ("P1", "No longer disputed by Ben; no agreement is recorded")


def test_who_let_go_of_what_was_disputed_is_named_with_their_words_and_nobody_as_the_cause() -> None:
    """The program named the Moderator, whose doubt had moved nobody."""
    stated = message_and_record(ADA, new=[statement("P1", "It freezes"), statement("P2", "It is thin", attacks=["P1"])])
    disputed = message_and_record(BEN, about=[deed("P1", "disagrees"), deed("P2", "disagrees")])
    gone = message_and_record("closing[ada]", about=[deed("P1", "withdraws"), deed("P2", "closes", quote="met, I say")])
    first, second = board_items(debate_of("ada", "ben"), past_of(*stated, *disputed, *gone)).claims
    assert first.outcome == "Withdrawn by Ada: “I say of P1 that it withdraws”"
    assert second.outcome == "Ada says that the objection was met: “met, I say”"
    assert [cell.hold for cell in second.cells] == ["met", "disputes"]
    rests = message_and_record("closing[ada]", about=[deed("P2", "drops", quote="right, and no matter")])
    past = past_of(*stated, *disputed, *rests)
    rested = board_items(debate_of("ada", "ben"), past).claims[1]
    assert rested.outcome == "Ada says that it no longer matters: “right, and no matter”"
    assert [cell.hold for cell in rested.cells] == ["dropped", "disputes"]
    assert label_of(statements_of(past)["P2"]).word == "no longer matters"
    bare = message_and_record("closing[ada]", about=[{"id": "P1", "does": "withdraws"}])
    assert board_items(debate_of("ada", "ben"), past_of(*stated, *disputed, *bare)).claims[0].outcome == (
        "Withdrawn by Ada"
    )


def test_who_accepts_a_statement_after_a_part_of_it_is_said_to_have_accepted_that_before() -> None:
    part = message_and_record("aspect[cost]/say[ben]", about=[deed("P1", "partly", quote="In May", because="No")])
    agreed = message_and_record("closing[ben]", about=[deed("P1", "agrees", quote="so be it")])
    [item] = board_items(debate_of("ada", "ben"), past_of(*STATED, *part, *agreed)).claims
    assert item.outcome == "Settled in closing; Ben, who had accepted a part before: “so be it”"


def test_a_dispute_about_words_that_are_gone_is_called_one() -> None:
    reworded = message_and_record("closing[ada]", about=[deed("P1", "revises", text="It freezes in most winters")])
    debate, past = debate_of("ada", "ben"), past_of(*DISPUTED, *reworded)
    [item] = point_items(statements_of(past).values(), debate.seats)
    assert (item.status, item.label.word) == ("contested", "contested as worded before")
    assert (measure(registry_of(past)).contested, measure(registry_of(past)).outdated) == (1, 1)
    again = past.add(turn("end[ben]")).add(record("end[ben]", about=[deed("P1", "disagrees")]))
    [item] = point_items(statements_of(again).values(), debate.seats)
    assert item.label.word == "contested"


def test_a_part_that_somebody_accepts_is_no_silence() -> None:
    part = message_and_record(CYD, about=[deed("P1", "partly")])
    assert held(*DISPUTED, *part) == ["holds", "disputes", "part"]
    since = message_and_record("round[2]/say[ben]", about=[deed("P1", "partly")])
    assert held(*DISPUTED, *since) == ["holds", "rest", "silent"], "who disputed it and grants a part since"


def test_a_citation_that_holds_bears_out_its_statement_in_the_map() -> None:
    cited = message_and_record(
        ADA, "It freezes (a.py:1)", new=[statement("P1", "It freezes", quote="It freezes (a.py:1)")]
    )
    edges = arguments_of(past_of(cited[0], checked_citations(ADA, "a.py:1"), *cited[1:])).edges
    assert [(edge.source, edge.target, edge.cited) for edge in edges] == [("a.py:1", "P1", True)]


def test_to_repeat_that_one_has_said_it_is_no_defence() -> None:
    said = HistoryStep(path=ADA, seat="ada", deed="kept", words="as I said")
    reasoned = HistoryStep(path=ADA, seat="ada", deed="kept", words="it froze in each of the last ten years")
    assert [step for step, _ in told_once((said, reasoned))] == [reasoned]
