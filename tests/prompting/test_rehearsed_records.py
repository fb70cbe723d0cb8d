# ruff: noqa: E501
"""Payloads by rule: what is taken from prose, and what is left alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.interpret import interpret
from disputatio.prompting.rehearsal.sentences import act, sentences, short
from disputatio.prompting.request import Brief, SeenTurn

COVERED = sorted(gives for gives, contract in CONTRACTS.items() if contract.rule is not None)
POINTS = (
    "P1 [contested] (Analyst) The cache makes every request faster — one request got slower\n"
    "P2 [agreed] (Analyst) The retry limit is three\n"
    "P3 [unverifiable] (Analyst) Users will like it — nothing says so\n"
    "P4 [resolved] (Analyst) We should keep the write-ahead log\n"
    "P5 [withdrawn] (Analyst) The sky is green"
)


def seen(text: str, label: str = "Analyst", **more: Any) -> SeenTurn:
    seat = label.casefold()
    known: dict[str, Any] = {"path": f"round[1]/turn[{seat}]", "role": label, "gives": "say"}
    return SeenTurn(text=text, label=label, **(known | more))


def derived(gives: str, brief: Brief, text: str = "") -> tuple[str, Any]:
    found = CONTRACTS[gives].derived(brief, text)
    assert found is not None
    return found


def data(gives: str, brief: Brief, text: str = "") -> Any:
    return derived(gives, brief, text)[1]


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


def test_points_are_the_claims_of_the_turn() -> None:
    turn = seen(
        "Let me answer. The retry limit is 3 attempts at `a.py:3`. Should we cache? We should adopt WAL mode. "
        "Measurements show that WAL is faster. Readers never wait. I withdraw P3."
    )
    found = data("points", Brief(turns=(turn,), figures={"points": POINTS}))
    assert [(item["text"], item["kind"]) for item in found["items"]] == [
        ("The retry limit is 3 attempts at `a.py:3`.", "fact"),
        ("We should adopt WAL mode.", "decision"),
        ("Measurements show that WAL is faster.", "finding"),
        ("Readers never wait.", "claim"),
    ]
    assert found["withdrawn"] == ["P3"]


def test_points_that_are_known_are_named_and_their_contrary_is_new() -> None:
    turn = seen("The retry limit is three. The retry limit is not three.")
    found = data("points", Brief(turns=(turn,), figures={"points": POINTS}))
    assert [item["same_as"] for item in found["items"]] == ["P2", ""]


def test_a_quotation_is_not_cut_at_its_sentences() -> None:
    turn = seen("At `a.py:1`: `Reads. What is read is kept.` there is a comment. He says “Go. Now.” to them all.")
    assert [item["text"] for item in data("points", Brief(turns=(turn,)))["items"]] == [
        "At `a.py:1`: `Reads. What is read is kept.` there is a comment.",
        "He says “Go. Now.” to them all.",
    ]


def test_lists_go_before_prose() -> None:
    turn = seen(
        "Some introduction that says little.\n\n- The cache is small\n- The log is large\n\nAn afterthought follows here."
    )
    assert [item["text"] for item in data("points", Brief(turns=(turn,)))["items"]] == [
        "The cache is small",
        "The log is large",
    ]


def test_a_withdrawal_in_words_is_understood() -> None:
    turn = seen("I take back that the cache makes every request faster.")
    assert data("points", Brief(turns=(turn,), figures={"points": POINTS}))["withdrawn"] == ["P1"]


def test_assessment_by_the_sentences_about_each_point() -> None:
    said = (
        "P2 is correct, the code says so. I disagree that the cache makes every request faster. "
        "That users will like it cannot be verified. The write-ahead log is nice."
    )
    found = data("assessment", Brief(figures={"points": POINTS}), said)
    assert [item["point"] for item in found["agree"]] == ["P2"]
    assert [item["point"] for item in found["disagree"]] == ["P1"]
    assert [item["point"] for item in found["unverifiable"]] == ["P3"]
    assert found["level"] == "Weak"


def test_the_contrary_of_a_point_disagrees_with_it() -> None:
    found = data("assessment", Brief(figures={"points": POINTS}), "The retry limit is not three.")
    assert [item["point"] for item in found["disagree"]] == ["P2"]


def test_silence_is_no_agreement() -> None:
    found = data("assessment", Brief(figures={"points": POINTS}), "An interesting read about gardening.")
    assert found == {"agree": [], "disagree": [], "unverifiable": [], "level": "Weak"}


def test_without_a_list_the_claims_of_the_last_turn_are_judged() -> None:
    found = data(
        "assessment", Brief(turns=(seen("The retry limit is three."),)), "The retry limit is three, that is correct."
    )
    assert found["agree"] == [
        {"point": "", "text": "The retry limit is three.", "reason": "The retry limit is three, that is correct."}
    ]
    assert found["level"] == "Strong"


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        ("I withdraw P1: `log.txt:12` says 40 ms.", "evidence"),
        ("I withdraw P1, because P3 shows that it cannot hold for writes.", "argument"),
        ("I concede P1.", "capitulation"),
        ("You are right about P1.", "capitulation"),
    ],
)
def test_flips_are_classed_by_what_they_name(said: str, cause: str) -> None:
    turns = (seen("It is so."), seen("It is not.", "Critic"), seen(said))
    found = data("flips", Brief(turns=turns, figures={"points": POINTS}))
    assert [(item["seat"], item["point"], item["class"]) for item in found["items"]] == [("analyst", "P1", cause)]


def test_a_flip_that_nobody_asked_for_is_spontaneous() -> None:
    assert (
        data("flips", Brief(turns=(seen("I withdraw P1."),), figures={"points": POINTS}))["items"][0]["class"]
        == "spontaneous"
    )


def test_evidence_that_was_cited_before_is_not_new() -> None:
    turns = (seen("See `log.txt:12` here."), seen("No.", "Critic"), seen("I withdraw P1: log.txt:12."))
    assert data("flips", Brief(turns=turns, figures={"points": POINTS}))["items"][0]["class"] != "evidence"


def test_a_flip_without_an_id_is_matched_by_its_words() -> None:
    turns = (
        seen("It is so."),
        seen("It is not.", "Critic"),
        seen("I concede that not every request is made faster by the cache."),
    )
    found = data("flips", Brief(turns=turns, figures={"points": POINTS}))["items"]
    assert [item["point"] for item in found] == ["P1"]
    assert data("flips", Brief(turns=(seen("I concede the moon."),), figures={"points": POINTS}))["items"] == []


def test_what_is_said_twice_is_condensed_once() -> None:
    old = seen("old", "Clerk", gives="digest", data={"agreed": ["P2 The retry limit is three"]})
    assert data("digest", Brief(turns=(old,), figures={"points": POINTS}))["agreed"] == ["P2 The retry limit is three"]


def test_endless_sentences_are_no_points() -> None:
    assert data("points", Brief(turns=(seen("and so the cache goes on " * 40),)))["items"] == []


def test_nobody_moved() -> None:
    assert data("flips", Brief(turns=(seen("The limit is three."),), figures={"points": POINTS})) == {"items": []}


def test_digest_merges_and_keeps_its_bound() -> None:
    old = seen("old", "Clerk", gives="digest", data={"agreed": ["It rains"], "narrative": "Before."})
    brief = Brief(
        turns=(old, seen("The retry limit is three. " * 400), seen("x", gives="points")), figures={"points": POINTS}
    )
    found = data("digest", brief)
    assert "It rains" in found["agreed"]
    assert found["contested"] == [
        f"{id} {text}" for id, text in (("P1", "The cache makes every request faster"), ("P3", "Users will like it"))
    ]
    assert found["decisions"] == ["P4 We should keep the write-ahead log"]
    assert found["narrative"].startswith("Before.\nAnalyst: The retry limit is three.")
    assert sum(len(one) for value in found.values() for one in (value if isinstance(value, list) else [value])) <= 4000


def test_digest_without_points_reads_assessments() -> None:
    turn = seen(
        "x", "Critic", gives="assessment", data={"agree": [{"text": "A holds"}], "disagree": [{"text": "B fails"}]}
    )
    found = data("digest", Brief(turns=(turn,)))
    assert (found["agreed"], found["contested"]) == (["A holds"], ["B fails"])


def test_synthesis_has_a_real_minority_report() -> None:
    turns = (seen("P1 stands: nobody has shown the slower request in a test."),)
    text, found = derived("synthesis", Brief(question="Keep the log?", turns=turns, figures={"standings": POINTS}), "")
    assert "We should keep the write-ahead log (P4)" in found["decision"]
    assert "P1" not in found["decision"]
    for part in ("P1", "contested", "one request got slower", "nobody has shown"):
        assert part in found["minority"], part
    assert "P5" not in text, "what was withdrawn is nobody's any more"


def test_synthesis_claims_nothing_that_was_not_settled() -> None:
    text, found = derived("synthesis", Brief(turns=(seen("The retry limit is three."),)), "")
    assert "Nothing was settled" in found["decision"]
    assert found["minority"], "that nobody dissented is said, too"
    assert interpret("synthesis", text, Brief())["minority"] == found["minority"]


CLAIMS = """## Claims
- c1 [resolved] Two copies are enough. (Ada against Ben) — Ben conceded it.
- c2 [abandoned] A hosted database costs less, see costs.md:3. (Ada against Ben)
- c3 [active] A log explains every balance. (Ben against Cyd) — no card yet
- c4 [abandoned] Nobody reads the log."""


def test_a_dispute_about_claims_is_not_called_over() -> None:
    turns = (seen("I hold that a log explains every balance."),)
    text, found = derived("synthesis", Brief(turns=turns, figures={"closing-view": CLAIMS}), "")
    assert not any(id in found["decision"] for id in ("c1", "c2", "c3", "c4"))
    for part in ("Ben", "c3", "active", "A log explains every balance", "Cyd"):
        assert part in found["minority"], part
    told = {line[2:4]: line for line in text.splitlines() if line.startswith("- c")}
    assert "A hosted database costs less, see costs.md:3." in told["c2"]
    assert told["c2"].endswith("Ada against Ben")
    assert "Nobody reads the log." in told["c4"]
    assert "c1" not in text


def test_of_claims_that_both_sides_left_the_cited_one_is_kept() -> None:
    left = "\n".join(line for line in CLAIMS.splitlines() if "c3" not in line)
    kept = data("synthesis", Brief(figures={"closing-view": left}))["minority"]
    assert "Ada" in kept
    assert "c2" in kept
    assert "c4" not in kept
    alone = "- c4 [abandoned] Nobody reads the log."
    found = data("synthesis", Brief(figures={"closing-view": alone}))["minority"]
    assert "Nobody reads the log." in found
    assert "c4" in found
    settled = data(
        "synthesis", Brief(figures={"closing-view": "- c1 [resolved] Two copies are enough. (Ada against Ben)"})
    )
    assert "c1" not in settled["minority"]


def test_insights_are_what_was_settled() -> None:
    found = data("insights", Brief(figures={"standings": POINTS}))
    assert [(item["text"], item["kind"], item["confidence"]) for item in found["items"]] == [
        ("The retry limit is three", "agreed", 0.9),
        ("We should keep the write-ahead log", "decision", 0.85),
    ]


def test_agreement_is_never_across_a_negation() -> None:
    turns = (seen("Nuclear power is dangerous.", "Ada"), seen("Nuclear power is not dangerous.", "Bob"))
    found = data("agreement", Brief(turns=turns))
    assert found["level"] == 0
    assert len(found["clusters"]) == 2


def test_close_paraphrases_agree() -> None:
    turns = (seen("Nuclear power is dangerous in wars.", "Ada"), seen("In wars nuclear power is dangerous.", "Bob"))
    found = data("agreement", Brief(turns=turns))
    assert found["level"] == 1
    assert found["common"]
    assert found["clusters"][0]["seats"] == ["ada", "bob"]


def test_agreement_reads_stated_positions() -> None:
    turns = tuple(
        seen("x", name, gives="answer", data={"position": place})
        for name, place in (("Ada", "REST"), ("Bob", "REST"), ("Cy", "GraphQL"))
    )
    assert data("agreement", Brief(turns=turns))["level"] == pytest.approx(1 / 3, abs=1e-3)


@pytest.mark.parametrize(
    ("question", "complex_"),
    [
        ("What is 2 + 2?", False),
        ("Design a distributed queue with security, and migrate the data, and integrate the billing system", True),
    ],
)
def test_traits(question: str, complex_: bool) -> None:
    assert data("traits", Brief(question=question))["complex"] is complex_


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I concede that the limit is four.", "convergence"),
        ("The limit is wrong. The cache is wrong as well.", "escalation"),
        ("The limit is three.", "pattern"),
    ],
)
def test_reflections_weigh_what_was_disputed_and_given_up(said: str, kind: str) -> None:
    found = data("reflections", Brief(turns=(seen(said), seen("x", "Clerk", gives="ledger"))))["items"]
    assert [(item["kind"], item["about"]) for item in found] == [(kind, ["analyst"])]


def test_a_lone_mark_joins_no_sentences() -> None:
    assert len(sentences("The ` is a mark. The “ is another one. Both are signs.")) == 3


def test_card_and_record_name_everyone() -> None:
    turns = (
        seen("It holds for reads.", "Ada", gives="stance", data={"resolved": True, "statement": "It holds for reads"}),
        seen(
            "As Ada says, it holds for reads. I don't know what would change my mind.",
            "Bob",
            gives="stance",
            data={"resolved": True},
        ),
    )
    brief = Brief(turns=turns, figures={"claim": "c12 It holds\nSides: Ada, Bob"})
    card = data("card", brief)
    assert (card["claim"], card["resolved"], card["statement"]) == ("c12", True, "It holds")
    record = data("record", brief)
    assert [item["seat"] for item in record["items"]] == ["ada", "bob"]
    assert record["items"][1]["engaged"] == ["Ada"]


@pytest.mark.parametrize("gives", COVERED)
def test_every_rule_keeps_its_contract_on_nothing(gives: str) -> None:
    text, found = derived(gives, Brief(), "")
    assert text
    assert set(CONTRACTS[gives].needed) <= set(found)


@given(st.sampled_from(COVERED), st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_a_rule(gives: str, said: str, figure: str) -> None:
    brief = Brief(
        question=said, turns=(seen(said), seen(figure, "Critic")), figures={"points": figure, "claim": figure}
    )
    assert derived(gives, brief, said) == derived(gives, brief, said)


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
