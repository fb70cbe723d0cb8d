"""What rehearsed clerks record of rehearsed turns (SPEC TURN.3): words are compared there, since nobody has thought."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.debate.statements.statement import Statement
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.interpret import interpret
from disputatio.prompting.rehearsal.sentences import act, sentences, short, substantial
from disputatio.prompting.request import Brief, Member, SeenTurn
from disputatio.testing.boards import statement_of

REHEARSED = sorted(gives for gives, contract in CONTRACTS.items() if contract.rehearses is not None)
KNOWN = (
    statement_of(
        "P1", "analyst", "The cache makes every request faster", disagrees={"critic": "one request got slower"}
    ),
    statement_of("P2", "analyst", "The retry limit is three", agrees={"critic": "the code says so"}),
    statement_of("P3", "analyst", "Users will like it", doubts={"critic": "nothing says so"}),
    statement_of("P4", "analyst", "We should keep the log", agrees={"critic": "yes"}, kind="decision"),
    statement_of("P5", "analyst", "The sky is green", withdrawn=True),
)
CAST = (Member(seat="analyst", name="Analyst", role="Analyst"), Member(seat="critic", name="Critic", role="Critic"))


def seen(text: str, label: str = "Analyst", **more: Any) -> SeenTurn:
    seat = label.casefold()
    known: dict[str, Any] = {"path": f"round[1]/turn[{seat}]", "role": label, "gives": "say"}
    return SeenTurn(text=text, label=label, **(known | more))


def data(gives: str, *turns: SeenTurn, statements: tuple[Statement, ...] = (), **more: Any) -> Any:
    """What a rehearsal records, read like any reply: so it has its receipts, too."""
    told = Brief(turns=turns, statements=statements, cast=CAST, path="round[1]/record[clerk]", gives=gives, **more)
    return interpret(gives, CONTRACTS[gives].rehearse(told), told)


def test_sentences_survive_code_lists_and_abbreviations() -> None:
    text = """# Title

The tool, e.g. version 3.11.7, reads foo.py. It was written by Dr. Smith et al. in 2019! Is it fast?

```python
x = 1. Not a sentence.
```

- First item. Second sentence of it.
- Other item

| a | b |
> quoted by somebody. Not said here.
The end (approx. 5 ms). 高速です。安全です。"""
    assert sentences(text) == [
        "The tool, e.g. version 3.11.7, reads foo.py.",
        "It was written by Dr. Smith et al. in 2019!",
        "Is it fast?",
        "First item.",
        "Second sentence of it.",
        "Other item",
        "The end (approx. 5 ms).",
        "高速です。",
        "安全です。",
    ]


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("The cache keeps ten entries.", "claim"),
        ("Does the cache keep ten entries?", "question"),
        ("I concede that the cache is small.", "concession"),
        ("You are right about the limit.", "concession"),
        ("I withdraw P3, since nobody measured it.", "withdrawal"),
        ("Let me begin with the cache and its size.", "about"),
        ("Rehearsal: no AI model was asked.", "about"),
        ("Granted.", "concession"),
        ("Indeed.", "about"),
        ("It is taken for granted that users come back.", "claim"),
    ],
)
def test_what_a_sentence_does(sentence: str, meant: str) -> None:
    assert act(sentence) == meant


def test_statements_are_the_claims_of_a_turn_with_their_words() -> None:
    turn = seen(
        "Let me answer. The retry limit is 3 attempts at `a.py:3`. Should we cache? We should adopt WAL mode. "
        "Measurements show that WAL is faster. Readers never wait."
    )
    found = data("ledger", turn)["new"]
    assert [(one["text"], one["kind"]) for one in found] == [
        ("The retry limit is 3 attempts at `a.py:3`.", "fact"),
        ("We should adopt WAL mode.", "decision"),
        ("Measurements show that WAL is faster.", "finding"),
        ("Readers never wait.", "claim"),
    ]
    assert {(one["by"], one["turn"]) for one in found} == {("analyst", turn.path)}


def test_a_quotation_is_not_cut_at_its_sentences() -> None:
    turn = seen("At `a.py:1`: `Reads. What is read is kept.` there is a comment. He says “Go. Now.” to them all.")
    assert [one["text"] for one in data("ledger", turn)["new"]] == [
        "At `a.py:1`: `Reads. What is read is kept.` there is a comment.",
        "He says “Go. Now.” to them all.",
    ]


def test_lists_go_before_prose() -> None:
    turn = seen(
        "Some introduction that says little.\n\n- The cache is small\n- The log is large\n\nAn afterthought follows."
    )
    assert [one["text"] for one in data("ledger", turn)["new"]] == ["The cache is small", "The log is large"]


@pytest.mark.parametrize(
    ("by", "said", "id", "does"),
    [
        ("Analyst", "I take back that the cache makes every request faster.", "P1", "withdraws"),
        ("Analyst", "I withdraw P3, since nobody was asked.", "P3", "withdraws"),
        ("Analyst", "The cache makes every request faster, as measured.", "P1", "keeps"),
        ("Critic", "P2 is correct, the code says so.", "P2", "agrees"),
        ("Critic", "I withdraw P1.", "P1", "agrees"),
        ("Critic", "I disagree that the cache makes every request faster.", "P1", "disagrees"),
        ("Critic", "The retry limit is not three.", "P2", "disagrees"),
        ("Critic", "That users will like it cannot be verified.", "P3", "doubts"),
    ],
)
def test_what_a_sentence_does_to_the_statement_that_it_is_about(by: str, said: str, id: str, does: str) -> None:
    found = data("ledger", seen(said, by), statements=KNOWN)["about"]
    assert [(one["id"], one["does"], one["by"]) for one in found] == [(id, does, by.casefold())]


@pytest.mark.parametrize("said", ["An interesting read about gardening.", "Is P1 right?", "Let me turn to P1."])
def test_silence_is_no_agreement(said: str) -> None:
    assert data("ledger", seen(said, "Critic"), statements=KNOWN)["about"] == []


def test_an_undisputed_statement_is_not_defended_and_of_two_sentences_the_last_counts() -> None:
    assert data("ledger", seen("P2 stands as it is."), statements=KNOWN)["about"] == []
    turn = seen("P1 is wrong. On reflection, P1 is correct because the test shows it.", "Critic")
    [found] = data("ledger", turn, statements=KNOWN)["about"]
    assert (found["does"], found["why"]) == ("agrees", "argument")
    assert found["because"] in turn.text


def test_where_somebody_stands_is_their_position_else_their_first_claim() -> None:
    turn = seen("The limit is three. I am 80% sure. Position: Keep the limit.", data={"position": "Keep the limit"})
    [found] = data("ledger", turn)["stands"]
    assert (found["stance"], found["confidence"], found["importance"]) == ("Keep the limit", 0.8, 3)
    [plain] = data("ledger", seen("The limit is three.", data={"confidence": 0.4}))["stands"]
    assert (plain["stance"], plain["confidence"]) == ("The limit is three.", 0.4)
    [stirred] = data("ledger", seen("P1 is wrong, one request got slower.", "Critic"), statements=KNOWN)["stands"]
    assert stirred["importance"] == 5


def test_an_assessment_states_nothing_new_and_a_message_is_recorded_alone() -> None:
    assert data("ledger", seen("The cache is small.", gives="assessment"))["new"] == []
    turns = seen("The cache is small."), seen("The log is large.", "Critic")
    told = Brief(turns=turns, cast=CAST, path=f"{turns[0].path}/minutes[clerk]", gives="ledger")
    found: Any = interpret("ledger", CONTRACTS["ledger"].rehearse(told), told)
    assert [one["text"] for one in found["new"]] == ["The cache is small."]


def test_endless_sentences_are_no_statements() -> None:
    assert data("ledger", seen("and so the cache goes on " * 40))["new"] == []


# ---- the other records
def test_a_digest_tells_what_the_registry_holds_after_the_digest_before() -> None:
    old = seen(
        "old",
        "Clerk",
        gives="digest",
        data={"agreed": ["It rains", "P2 The retry limit is three"], "narrative": "Before."},
    )
    found = data("digest", old, seen("The retry limit is three. " * 400), seen("x", gives="ledger"), statements=KNOWN)
    assert found["agreed"] == ["It rains", "P2 The retry limit is three"]
    assert found["contested"] == ["P1 The cache makes every request faster", "P3 Users will like it"]
    assert (found["decisions"], found["findings"]) == (["P4 We should keep the log"], [])
    assert found["narrative"].startswith("Before.\nAnalyst: The retry limit is three.")
    assert sum(len(one) for value in found.values() for one in (value if isinstance(value, list) else [value])) <= 4000


def test_a_digest_reads_no_agreement_out_of_turns() -> None:
    turn = seen("I agree.", "Critic", gives="assessment", data={"agree": [{"text": "A holds"}]})
    found = data("digest", turn)
    assert (found["agreed"], found["contested"], found["narrative"]) == ([], [], "Critic: I agree.")


def test_there_is_no_digest_by_rule() -> None:
    assert CONTRACTS["digest"].derive(Brief(turns=(seen("x"),), statements=KNOWN)) is None


def test_a_rehearsed_synthesis_decides_no_more_than_a_rule() -> None:
    found = data("synthesis", seen("We should keep the log."))
    assert found["decision"].startswith("Nothing was agreed")


@pytest.mark.parametrize(
    ("question", "complex_"),
    [
        ("What is 2 + 2?", False),
        ("Design a distributed queue with security, and migrate the data, and integrate the billing system", True),
    ],
)
def test_traits(question: str, complex_: bool) -> None:
    assert data("traits", question=question)["complex"] is complex_


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I concede that the limit is four.", "convergence"),
        ("The limit is wrong. The cache is wrong as well.", "escalation"),
        ("The limit is three.", "pattern"),
    ],
)
def test_reflections_weigh_what_was_disputed_and_given_up(said: str, kind: str) -> None:
    found = data("reflections", seen(said), seen("x", "Clerk", gives="ledger"))["items"]
    assert [(item["kind"], item["about"]) for item in found] == [(kind, ["analyst"])]


def test_a_lone_mark_joins_no_sentences() -> None:
    assert len(sentences("The ` is a mark. The “ is another one. Both are signs.")) == 3


def test_a_record_of_a_round_names_everyone_and_whom_they_answered() -> None:
    turns = (
        seen("It holds for reads. See `a.py:3` there."),
        seen("As the Analyst says, it holds for writes. I now drop the limit.", "Critic"),
        seen("They all agree.", "Clerk", gives="synthesis"),
    )
    found = data("record", *turns)
    assert [(one["seat"], one["engaged"]) for one in found["items"]] == [("analyst", []), ("critic", ["analyst"])]
    assert found["items"][0]["evidence"] == "a.py:3"
    assert found["summary"] == "2 participants held 2 distinct positions."
    assert len(found["disagreements"]) == 2
    assert found["shifts"] == ["Critic: I now drop the limit."]
    assert data("record", turns[0])["summary"] == "1 participant held 1 distinct position."
    assert data("record")["summary"] == "Nobody spoke."


def test_aspects_that_nobody_named_are_those_of_any_question() -> None:
    assert [one["label"] for one in data("aspects")["items"]] == ["benefit", "cost", "risk"]


@pytest.mark.parametrize("gives", REHEARSED)
def test_every_rehearsed_record_keeps_its_contract_on_nothing(gives: str) -> None:
    assert set(CONTRACTS[gives].needed) <= set(data(gives))


@given(st.sampled_from(REHEARSED), st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_a_rehearsed_record(gives: str, said: str, other: str) -> None:
    told = Brief(question=said, turns=(seen(said), seen(other, "Critic")), statements=KNOWN, cast=CAST)
    assert CONTRACTS[gives].rehearse(told) == CONTRACTS[gives].rehearse(told)


@given(st.text(max_size=400), st.integers(10, 100))
def test_short_is_short(text: str, most: int) -> None:
    assert len(short(text, most)) <= most


def test_a_piece_of_code_is_one_whatever_stands_in_it() -> None:
    text = "At `a.py:1` it says `` # Keep `x`. It is used. `` and more. Next ``` a ``b``. C `d`. ``` holds."
    assert sentences(text) == [
        "At `a.py:1` it says `` # Keep `x`. It is used. `` and more.",
        "Next ``` a ``b``. C `d`. ``` holds.",
    ]


def test_short_never_ends_within_code() -> None:
    text = "A comment speaks, at `a.py:1`: `one two three four five` and so on."
    assert short(text, 45) == "A comment speaks, at `a.py:1`:…"
    assert short(text, 62) == "A comment speaks, at `a.py:1`: `one two three four five` and…"
    assert short("`one two three four`", 12) == "`one two…", "there is nothing before it"


def test_a_sentence_without_spaces_says_enough_by_its_letters() -> None:
    assert substantial("缓存速度快")
    assert not substantial("缓存")


def test_a_sentence_may_go_on_over_lines_of_a_paragraph() -> None:
    assert list(sentences("# Title\n\nThe cache holds\nten entries here.\n\n- It is written\n  to the disk.")) == [
        "The cache holds ten entries here.",
        "It is written to the disk.",
    ]
