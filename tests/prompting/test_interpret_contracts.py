# ruff: noqa: E501  (a golden case stays on one line)
"""Every other contract, in the forms that models really write them in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from disputatio.debate.format import CONTRACTS
from disputatio.debate.policies.ballots import Candidate
from disputatio.debate.values import Json
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.errors import Incomplete, Unreadable
from disputatio.prompting.interpret import interpret
from disputatio.prompting.reading.payloads import outside
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.testing.boards import statement_of

SAID = "The cache is safe. I **hold** that it scales, since nobody waits."
POINTS = Brief(
    path="aspect[cost]/crux[c12]/record[clerk]",
    turns=(SeenTurn(path="aspect[cost]/crux[c12]/say[ada]", label="Ada", role="Analyst", gives="say", text=SAID),),
    statements=(
        statement_of("P1", "ada", "The cache is safe", disagrees={"ben": ""}),
        statement_of("P2", "ben", "The limit is three", agrees={"ada": ""}),
    ),
)
QUOTED = {"seat": "ada", "turn": "aspect[cost]/crux[c12]/say[ada]", "quote": "The cache is safe"}

CASES: list[tuple[str, str, dict[str, Json]]] = [
    # answers
    ("answer", "Position: Use REST\nConfidence: 0.8\nBecause:\n- caching\n- tools", {"position": "Use REST", "confidence": 0.8, "because": ["caching", "tools"]}),
    ("answer", "I weighed both.\n\n**Position:** Use REST.\n**Confidence:** 80%\n**Reasons:** caching", {"position": "Use REST.", "confidence": 0.8, "because": ["caching"]}),
    ("answer", "### Position\nUse REST\n\n### Confidence\n8/10\n\n### Because\n1. caching\n2. tools", {"position": "Use REST", "confidence": 0.8, "because": ["caching", "tools"]}),
    ("answer", 'VOTE: {"option": "REST", "confidence": 0.7, "rationale": "It is simpler."}', {"position": "REST", "confidence": 0.7, "because": ["It is simpler."]}),
    ("answer", "{'answer': 'Paris', 'confidence': 0.95, 'reasoning': ['capital', \"it's known\"]}", {"position": "Paris", "confidence": 0.95, "because": ["capital", "it's known"]}),
    ("answer", "Final answer: 42\nI am 90% sure.", {"position": "42", "confidence": 0.9}),
    ("answer", "My position: wait.\n\nConfidence level: 7 out of 10", {"position": "wait.", "confidence": 0.7}),
    ("answer", '```json\n{"position": "Yes", "confidence": "85%", "because": []}\n```', {"position": "Yes", "confidence": 0.85}),
    ("answer", "Recommendation: adopt it\nConfidence: .65", {"position": "adopt it", "confidence": 0.65}),
    ("answer", '{"position": "Yes", "confidence": 85}', {"position": "Yes", "confidence": 0.85}),
    ("answer", '{"position": ["tea", "or coffee"], "confidence": 0.5, "because": {"taste": "bitter"}}', {"position": "tea; or coffee", "because": ["taste: bitter"]}),
    ("answer", '{"position": {"drink": "tea", "why": []}, "confidence": 0.5, "because": [{"text": "x"}, {"odd": "y"}, 7, {}]}', {"position": "drink: tea", "because": ["x", "odd: y", "7"]}),
    ("answer", '[{"position": "tea", "confidence": 0.5}]', {"position": "tea"}),
    ("answer", "### My\nnothing\n### My position\ntea\n### Confidence\n0.5", {"position": "tea"}),
    ("findings", '{"items": {"text": "It rains"}}', {"items": [{"text": "It rains", "severity": "", "category": "", "repeats": "", "reason": ""}]}),
    ("answer", "### Position\ntea\n### Confidence\n0.5\n### Because\nit is cheap and\nfast as well\nIt is hot.", {"because": ["it is cheap and fast as well", "It is hot."]}),
    ("findings", '{"items": "none"}', {"items": []}),
    ("findings", '{"items": "- It rains\\n- It pours"}', {"items": [{"text": "It rains", "severity": "", "category": "", "repeats": "", "reason": ""}, {"text": "It pours", "severity": "", "category": "", "repeats": "", "reason": ""}]}),
    # verdicts
    ("verdict", "Decision: SUPPORT\nConfidence: 0.9\nOpen: none", {"decision": "SUPPORT", "confidence": 0.9, "open": []}),
    ("verdict", "**Decision:** Oppose\n**Confidence:** 75%\n**Open points:**\n- the cost\n- the date", {"decision": "OPPOSE", "confidence": 0.75, "open": ["the cost", "the date"]}),
    ("verdict", '{"verdict": "undecided", "confidence": 0.5, "openPoints": ["the cost"]}', {"decision": "UNCERTAIN", "confidence": 0.5, "open": ["the cost"]}),
    ("verdict", "{'decision': 'SUPPORT', 'confidence': 0.85, 'open': [], 'reasoning': 'The proponent cites a test.'}", {"decision": "SUPPORT", "reasoning": "The proponent cites a test."}),
    ("verdict", "Decision: SUPPORT | OPPOSE | UNCERTAIN\nConfidence: <0 to 1>\n\nDecision: OPPOSE\nConfidence: 0.6", {"decision": "OPPOSE", "confidence": 0.6}),
    # ballots, comparisons, rankings
    ("ballot", '{"choice": "A", "confidence": 0.9}', {"choice": "A", "confidence": 0.9}),
    ("ballot", "I vote for the second.\n\nVote: B\nConfidence: 60 %", {"choice": "B", "confidence": 0.6}),
    ("comparison", "Winner: A\nReason: it cites the source", {"winner": "A", "reason": "it cites the source"}),
    ("comparison", "{'winner': 'tie', 'reason': 'equal'}", {"winner": "tie"}),
    ("comparison", "Both are good.\n\n**Winner:** Response B", {"winner": "B"}),
    ("comparison", "Verdict: A is better than B", {"winner": "A"}),
    ("ranking", '{"order": ["B", "A", "C"]}', {"order": ["B", "A", "C"]}),
    ("ranking", "Final ranking:\n1. Response C\n2. Response A\n3. Response B", {"order": ["C", "A", "B"]}),
    ("ranking", "My order is B > C > A, by accuracy.", {"order": ["B", "C", "A"]}),
    ("ranking", "Ranking: C, B, A", {"order": ["C", "B", "A"]}),
    ("ranking", "1. **Answer B**: best\n2. **Answer A**: fine", {"order": ["B", "A"]}),
    # lists
    ("questions", "1. Which version runs in production?\n2. Who owns the schema?", {"items": [{"text": "Which version runs in production?", "category": "", "priority": ""}, {"text": "Who owns the schema?", "category": "", "priority": ""}]}),
    ("questions", "I wonder. What is the budget? And when is it due?", {"items": [{"text": "What is the budget?", "category": "", "priority": ""}, {"text": "And when is it due?", "category": "", "priority": ""}]}),
    ("questions", '{"questions": [{"question": "How fast?", "category": "performance", "priority": "High"}]}', {"items": [{"text": "How fast?", "category": "performance", "priority": "high"}]}),
    ("findings", "- [High] The token is logged\n- [low] The name is long", {"items": [{"text": "The token is logged", "severity": "high", "category": "", "repeats": "", "reason": ""}, {"text": "The name is long", "severity": "low", "category": "", "repeats": "", "reason": ""}]}),
    ("findings", '{"vulnerabilities": [{"title": "SQL injection", "severity": "Critical", "type": "security exploit"}]}', {"items": [{"text": "SQL injection", "severity": "critical", "category": "security exploit", "repeats": "", "reason": ""}]}),
    ("findings", "### Findings\nNone", {"items": []}),
    ("findings", '[{"text": "The token is logged", "severity": "high"}, {"text": "The name is long", "severity": "low"}]', {"items": [{"text": "The token is logged", "severity": "high", "category": "", "repeats": "", "reason": ""}, {"text": "The name is long", "severity": "low", "category": "", "repeats": "", "reason": ""}]}),
    ("patches", '{"patches": [{"fix": "Bind parameters", "addresses": "SQL injection"}]}', {"items": [{"text": "Bind parameters", "answers": "SQL injection", "kind": "", "closes": "", "repeats": ""}]}),
    ("answers", "Answers:\n- It runs on 3.12\nConfidence: 0.9\nAmbiguities:\n- the patch level", {"confidence": 0.9, "ambiguities": ["the patch level"]}),
    ("findings", '{"attacks": [{"attack": "The lock is never taken", "description": "The lock is free", "same as": "A2 again"}]}', {"items": [{"text": "The lock is free", "severity": "", "category": "", "repeats": "A2", "reason": ""}]}),
    ("findings", "### Findings\n- [high] A3: the token is logged once more", {"items": [{"text": "the token is logged once more", "severity": "high", "category": "", "repeats": "A3", "reason": ""}]}),
    ("patches", "- A1 — Bind parameters\n- Against A2: rotate the key\n- A1", {"items": [{"text": "Bind parameters", "answers": "A1", "kind": "", "closes": "", "repeats": ""}, {"text": "rotate the key", "answers": "A2", "kind": "", "closes": "", "repeats": ""}, {"text": "A1", "answers": "", "kind": "", "closes": "", "repeats": ""}]}),
    # entries of which the fields stand on one line, between dashes
    ("findings", "### Findings\n- high — edge cases — An empty list crashes it — max() of nothing raises — A2", {"items": [{"text": "An empty list crashes it", "severity": "high", "category": "edge case", "repeats": "A2", "reason": "max() of nothing raises"}]}),
    ("findings", "### Findings\n- low — stress — It is slow — <what shows that it works> — <only if a listed one failed to be answered: its id>", {"items": [{"text": "It is slow", "severity": "low", "category": "stress", "repeats": "", "reason": ""}]}),
    ("findings", "### Findings\n- It fails — as I said — badly\n- It leaks", {"items": [{"text": "It fails — as I said — badly", "severity": "", "category": "", "repeats": "", "reason": ""}, {"text": "It leaks", "severity": "", "category": "", "repeats": "", "reason": ""}]}),
    ("patches", "### Patches\n- A1 — validation — Refuse an empty list — it has no largest\n- A2 — hardening", {"items": [{"text": "Refuse an empty list — it has no largest", "answers": "A1", "kind": "validation", "closes": "", "repeats": ""}]}),
    ("patches", "### Patches\n- A1 — patch — in part — It rings\n- A5 — hardening — closes it: no — They do not remove it — repeats A1\n- A2 — patch — Closes: yes — Block it", {"items": [{"text": "It rings", "answers": "A1", "kind": "patch", "closes": "in part", "repeats": ""}, {"text": "They do not remove it", "answers": "A5", "kind": "hardening", "closes": "no", "repeats": "A1"}, {"text": "Block it", "answers": "A2", "kind": "patch", "closes": "yes", "repeats": ""}]}),
    ("findings", "### Findings\n- high — other: automation complacency — Staff who only scan stop noticing. — Known from aviation.\n\n### Closed\n- A4, A3", {"items": [{"text": "Staff who only scan stop noticing.", "severity": "high", "category": "other: automation complacency", "repeats": "", "reason": "Known from aviation."}], "closed": ["A4, A3"]}),
    ("questions", "### Questions\n- high — edge_cases — What of an empty list?\n- Is it — as they say — fast?", {"items": [{"text": "What of an empty list?", "category": "edge_cases", "priority": "high"}, {"text": "Is it — as they say — fast?", "category": "", "priority": ""}]}),
    ("flaws", "### Flaws\n- B — critical — It never ends — for 0, it loops — F3\n- None of them is documented", {"items": [{"of": "B", "text": "It never ends", "severity": "critical", "evidence": "for 0, it loops", "repeats": "F3"}, {"of": "", "text": "None of them is documented", "severity": "", "evidence": "", "repeats": ""}]}),
    ("flaws", '{"flaws": [{"proposal": "A", "flaw": "It is slow — very slow", "severity": "low", "because": "n²", "id": "(F2)"}]}', {"items": [{"of": "A", "text": "It is slow — very slow", "severity": "low", "evidence": "n²", "repeats": "F2"}]}),
    ("flaws", "### Flaws\nNone", {"items": []}),
    ("review", "### Scores\n- A — correct — 0.9 — all tests pass\n- A — clear — 70%\n\n### Score\n0.8", {"score": 0.8, "items": [{"of": "A", "text": "correct", "score": 0.9, "reason": "all tests pass"}, {"of": "A", "text": "clear", "score": 0.7, "reason": ""}]}),
    ("review", '{"criteria": [{"criterion": "correctness", "score": 0.9}, {"criterion": "style", "score": "7/10"}], "score": 0.8}', {"score": 0.8}),
    ("review", '{"criteria": {"correctness": 0.9, "style": 0.7}}', {"score": 0.8}),
    ("stance", "Resolved: no\nStatement: it holds for reads", {"resolved": False, "statement": "it holds for reads"}),
    ("stance", '{"accepted": true, "common statement": "it holds for reads"}', {"resolved": True, "statement": "it holds for reads"}),
    ("approval", "Approved: yes", {"approved": True}),
    ("card", '{"claim": "x", "crux": "definition", "statement": "What counts as safe", "resolved": "no"}', {"claim": "c12", "crux": "definition", "resolved": False}),
    # the clerk's work
    ("patches", "- **It calls** `f(**options)` at `` `a` ** 2 `` now\n- An open ` **mark** is none", {"items": [{"text": "It calls `f(**options)` at `` `a` ** 2 `` now", "answers": "", "kind": "", "closes": "", "repeats": ""}, {"text": "An open ` mark is none", "answers": "", "kind": "", "closes": "", "repeats": ""}]}),
    ("digest", "## Agreed\n- a\n## Contested\n- b\n## Key findings\n- c\n## Summary\nThey talked.", {"agreed": ["a"], "contested": ["b"], "decisions": [], "findings": ["c"], "narrative": "They talked."}),
    ("digest", "They talked at length.", {"agreed": [], "narrative": "They talked at length."}),
    ("synthesis", "## Decision\nUse REST first.\n\n## Minority report\nThe gateway avoids a retrofit.\n\n## Confidence\n0.7", {"decision": "Use REST first.", "minority": "The gateway avoids a retrofit.", "confidence": 0.7}),
    ("synthesis", "# Synthesis\n\nUse REST first, since caching is cheap.\n\nMore words.", {"decision": "Use REST first, since caching is cheap.\n\nMore words."}),
    ("insights", '{"items": [{"text": "REST caches well", "kind": "decision"}, {"text": "the limit is three."}]}', {"items": [{"text": "The limit is three", "kind": "agreed", "confidence": 0.9, "id": "P2", "agreed_by_all": True, "receipts": [{"seat": "ben", "turn": "say[ben]", "quote": "The limit is three"}, {"seat": "ada", "turn": "check[ada]", "quote": ""}]}, {"text": "REST caches well", "kind": "finding", "confidence": 0.8}]}),
    ("agreement", '{"agreementLevel": 0.75, "commonGround": [{"statement": "It is safe", "quotes": [{"agent": "Ada", "quote": "the cache is safe"}]}], "disagreementPoints": [], "clusters": [{"theme": "safe", "agentIds": [{"agent": "ada", "receipt": "The cache is safe"}], "summary": "both"}]}', {"level": 0.75, "common": [{"text": "It is safe", "receipts": [{**QUOTED, "quote": "the cache is safe"}]}], "disagreements": [], "clusters": [{"theme": "safe", "text": "both", "seats": ["ada"], "receipts": [QUOTED]}]}),
    ("ledger", '{"statements": [{"who": "Ada", "claim": "It scales", "receipt": "I hold that it scales", "type": "Finding"}], "changes": []}', {"new": [{"by": "ada", "turn": "aspect[cost]/crux[c12]/say[ada]", "text": "It scales", "quote": "I hold that it scales", "kind": "finding", "mark": "N1", "supports": [], "attacks": [], "answers": []}], "about": [], "stands": []}),
    ("ledger", '{"new": [], "about": []}', {"new": [], "about": [], "stands": []}),
    ("traits", '{"complex": "yes", "reason": "four parts"}', {"complex": True, "reason": "four parts"}),
    ("record", '{"summary": "They met.", "items": [{"seat": "a", "position": "yes"}]}', {"summary": "They met."}),
    ("reflections", '{"reflections": [{"content": "They converge", "type": "convergence", "importance": "8/10"}]}', {"items": [{"text": "They converge", "kind": "convergence", "about": [], "importance": 8, "sources": []}]}),
    ("reflection", "Root cause: off by one\nWhat to change next: use <=\nConfidence: 0.9", {"cause": "off by one", "change": "use <=", "confidence": 0.9}),
    ("code", "Here:\n```python\nprint(1)\n```\nDone.", {"code": "print(1)", "language": "python"}),
    ("code", '{"code": "print(1)", "language": "python"}', {"code": "print(1)"}),
    ("ruling", '{"point": "P1", "status": "set aside", "why": "out of scope"}', {"point": "P1", "status": "set aside"}),
    ("artifact", "# Design\n\nText", {"title": "Design"}),
    ("plan", "1. Read\n2. Write", {}),
    ("say", "Anything {at: all", {}),
]  # fmt: skip


@pytest.mark.parametrize(("gives", "text", "wanted"), CASES, ids=[f"{at}-{case[0]}" for at, case in enumerate(CASES)])
def test_contract_is_read(gives: str, text: str, wanted: dict[str, Json]) -> None:
    found = interpret(gives, text, POINTS)
    assert {key: found.get(key) for key in wanted} == wanted
    assert set(CONTRACTS[gives].split()) <= set(found)


@pytest.mark.parametrize(
    ("gives", "text"),
    [
        ("answer", "Use REST, it is simpler."),
        ("answer", 'VOTE: {"option": "Your choice", "confidence": 0.85, "rationale": "Brief explanation"}'),
        ("answer", '{"position": "<your answer in one sentence>", "confidence": "<how sure you are, 0 to 1>"}'),
        ("answer", "Position: Use REST\nConfidence: high"),
        ("verdict", "Decision: SUPPORT | OPPOSE | UNCERTAIN\nConfidence: 0.8"),
        ("ballot", 'Example:\nVOTE: {"option": "Option A", "confidence": 0.9, "rationale": "Lower risk"}'),
        ("comparison", "Winner: A or B or tie"),
        ("comparison", "Both are fine."),
        ("questions", "I have none."),
        ("ranking", "they are all good"),
        ("code", "I would write a loop."),
        ("stance", "Resolved: yes or no"),
        ("nonsense", "text"),
        ("insights", '{"items": 5}'),
        ("insights", "Nothing to list here, just a sentence."),
        ("ledger", '{"new": 5}'),
        ("ledger", "Nothing to list here, just a sentence."),
    ],
)
def test_what_is_missing_is_said(gives: str, text: str) -> None:
    with pytest.raises(Unreadable) as failed:
        interpret(gives, text, POINTS)
    assert failed.value.why


def test_an_option_is_written_as_the_list_writes_it() -> None:
    brief = ballot_paper("Use REST", "Use GraphQL")
    assert interpret("ballot", "Choice: use rest.\nConfidence: 1.0", brief)["choice"] == "Use REST"
    with pytest.raises(Unreadable):
        interpret("ballot", "Choice: use carrier pigeons\nConfidence: 1.0", brief)


def ballot_paper(*texts: str, authors: tuple[str, ...] = ()) -> Brief:
    """What a voter is shown: texts by themselves, or with authors by number."""
    return Brief(
        slate=tuple(
            Candidate(key=text, text=text, authors=authors, label=f"Option {number}" if authors else text)
            for number, text in enumerate(texts, 1)
        )
    )


TEXTS = ballot_paper("REST", "GraphQL", "Yes, but slowly", "REST now")
NUMBERS = ballot_paper("# Plan one", "# Plan two", "# Plan three", authors=("ada",))


@pytest.mark.parametrize(
    ("said", "choice", "order"),
    [
        ('{"choice": "rest"}', "REST", []),
        ('{"choice": "**REST**", "order": ["REST", "graphql"]}', "REST", ["REST", "GraphQL"]),
        ('{"choice": "I vote for REST now."}', "REST now", []),
        ('{"choice": "yes, but slowly", "order": "Yes, but slowly"}', "Yes, but slowly", ["Yes, but slowly"]),
        ('{"vote": "GraphQL", "ranking": "GraphQL > REST > REST now"}', "GraphQL", ["GraphQL", "REST", "REST now"]),
        ("### Choice\nGraphQL\n\n### Order\n1. GraphQL\n2. REST", "GraphQL", ["GraphQL", "REST"]),
        ('{"order": ["REST", "GraphQL"], "confidence": 0.9}', "REST", ["REST", "GraphQL"]),
        ("### Ranking\n1. GraphQL\n2. REST\n\n### Confidence\n0.6", "GraphQL", ["GraphQL", "REST"]),
    ],
)
def test_a_ballot_over_texts_is_read_as_models_write_them(said: str, choice: str, order: list[str]) -> None:
    found = interpret("ballot", said, TEXTS)
    assert (found["choice"], found["order"]) == (choice, order)


@pytest.mark.parametrize(
    ("said", "choice", "order", "approves"),
    [
        ('{"choice": "Option 2"}', "Option 2", [], []),
        ('{"choice": 2, "order": [2, 1, 3]}', "Option 2", ["Option 2", "Option 1", "Option 3"], []),
        ('{"choice": "(2)", "approves": ["#3", "No. 2"]}', "Option 2", [], ["Option 3", "Option 2"]),
        ('{"choice": "Option 2", "approves": ["all of them"]}', "Option 2", [], ["Option 1", "Option 2", "Option 3"]),
        ('{"choice": "Option 2", "approves": "All"}', "Option 2", [], ["Option 1", "Option 2", "Option 3"]),
        ('{"choice": "Option 2", "approves": ["none of the others"]}', "Option 2", [], []),
        ('{"choice": "option two... the second", "order": []}', "Option 2", [], []),
        ('{"choice": "2: the plan with tests", "order": "Option 2 > 1 > Response 3"}', "Option 2", ["Option 2", "Option 1", "Option 3"], []),
        ("**Vote:** **Proposal 3**\n**Ranking:** 3, 1, 2\n**Acceptable:** Option 1", "Option 3", ["Option 3", "Option 1", "Option 2"], ["Option 1"]),
        ("Choice: Option 1 over Option 2\nConfidence: 80%", "Option 1", [], []),
    ],
)  # fmt: skip
def test_a_ballot_over_documents_is_read_as_models_write_them(
    said: str, choice: str, order: list[str], approves: list[str]
) -> None:
    found = interpret("ballot", said, NUMBERS)
    assert (found["choice"], found["order"], found["approves"]) == (choice, order, approves)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('{"choice": "Option 2", "order": ["Option 1", "Option 2"]}', "has to begin with your choice"),
        ('{"choice": "Option 2", "approves": ["Option 7"]}', "not among the options"),
    ],
)
def test_a_ballot_that_contradicts_itself_or_names_what_is_not_listed_is_sent_back(said: str, why: str) -> None:
    with pytest.raises(Incomplete, match=why) as back:
        interpret("ballot", said, NUMBERS)
    assert back.value.data["choice"] == "Option 2"
    with pytest.raises(Unreadable):
        interpret("ballot", '{"choice": "Option 9"}', NUMBERS)
    with pytest.raises(Unreadable):
        interpret("ballot", '{"choice": "either will do"}', NUMBERS)
    with pytest.raises(Unreadable):
        interpret("ballot", '{"order": ["Option 9", "Option 1"]}', NUMBERS)
    for said in ('{"approves": ["Option 1"]}', "I would rather not vote."):
        with pytest.raises(Unreadable):
            interpret("ballot", said, NUMBERS)


def test_a_ranking_that_leaves_an_answer_out_is_sent_back_and_keeps_what_it_ranks() -> None:
    shown = [
        SeenTurn(path=f"opinion[{seat}]", label=label, role="Councillor", gives="answer", text="Yes.", mine=mine)
        for seat, label, mine in (("ada", "Response A", False), ("ben", "Response B", False), ("cy", "You", True))
    ]
    brief = Brief(turns=tuple(shown))
    assert interpret("ranking", "B > A", brief) == {"order": ["B", "A"], "because": [], "adopts": ""}
    told = interpret("ranking", '{"order": ["B", "A"], "adopts": "Yes, in May"}', brief)
    assert told["adopts"] == "Yes, in May", "what its author would answer now"
    assert interpret("ranking", '{"order": ["B", "A"], "adopts": "none"}', brief)["adopts"] == ""
    with pytest.raises(Incomplete, match="leaves out A") as back:
        interpret("ranking", '{"order": ["B"]}', brief)
    assert back.value.data["order"] == ["B"]


def test_a_digest_keeps_its_bound() -> None:
    text = "\n".join(["## Agreed", *(f"- {'word ' * 60}{at}" for at in range(40)), "## Summary", "story " * 2000])
    found = interpret("digest", text, Brief())
    assert sum(len(one) for value in found.values() for one in (value if isinstance(value, list) else [value])) <= 4000
    assert found["agreed"]
    assert found["narrative"]


def test_a_long_digest_is_shortened_by_whole_sentences() -> None:
    text = "## Agreed\n- a\n## Summary\n" + "They spoke of the cache, e.g. its size. " * 200
    narrative = str(interpret("digest", text, Brief())["narrative"])
    assert len(narrative) > 3_000
    assert narrative.endswith("e.g. its size.")


def test_votes_of_a_real_deliberation() -> None:
    """In this log, a tool repeats the whole prompt, with form and example, before each of its votes."""
    log = (Path(__file__).parents[1] / "data" / "ai_counsel" / "rest_or_graphql.md").read_text(encoding="utf-8")
    turns = re.split(r"^\*2025-[^*\n]*\*$", log.partition("## Full Debate")[2], flags=re.M)
    votes = [interpret("ballot", turn, Brief()) for turn in turns if "VOTE:" in turn]
    assert [round(float(vote["confidence"]), 2) for vote in votes] == [
        0.82,
        0.7,
        0.95,
        0.78,
        0.82,
        0.9,
        0.75,
        0.85,
        0.95,
    ]  # type: ignore[arg-type]
    assert {"Your choice", "Option A"}.isdisjoint(str(vote["choice"]) for vote in votes)
    assert votes[1]["choice"] == "REST"
    assert str(votes[8]["choice"]).startswith("Hybrid via an API Gateway")


def test_an_appraisal_names_arguments_by_their_letters_and_leaves_none_out() -> None:
    shown = [
        SeenTurn(path=f"case[{seat}]", label=f"Response {letter}", role="", gives="argument", text="So.")
        for seat, letter in (("ada", "A"), ("ben", "B"))
    ]
    brief = Brief(turns=tuple(shown))
    both = '{"items": [{"argument": "Response A", "consistency": "80%"}, {"letter": "b", "score": 0.5, "why": "no"}]}'
    found = interpret("appraisal", both, brief)["items"]
    assert found == [
        {"turn": "case[ada]", "consistency": 0.8, "reason": ""},
        {"turn": "case[ben]", "consistency": 0.5, "reason": "no"},
    ]
    with pytest.raises(Incomplete, match="not appraised B") as back:
        interpret(
            "appraisal", '{"items": [{"argument": "A", "consistency": 1}, {"argument": "Q", "consistency": 1}]}', brief
        )
    assert back.value.data["items"] == [{"turn": "case[ada]", "consistency": 1.0, "reason": ""}]
    with pytest.raises(Unreadable):
        interpret("appraisal", "All are fine.", brief)


@pytest.mark.parametrize(
    ("said", "turns"),
    [
        ("A — high — It never ends — for 0", ["a"]),
        ("A, B — high — It never ends — for 0", ["a", "b"]),
        ("Response A and Response B — high — It never ends — for 0", ["a", "b"]),
        ("A/C — high — It never ends — for 0", ["a", "c"]),
        ("both — high — It never ends — for 0", ["a", "b", "c"]),
        ("A, Z — high — It never ends — for 0", [None]),
        ("high — It never ends — for 0", [None]),
    ],
)
def test_what_is_said_of_several_proposals_is_an_item_of_each(said: str, turns: list[str | None]) -> None:
    seen = tuple(
        SeenTurn(path=letter.lower(), label=f"Response {letter}", role="", gives="artifact", text=f"# {letter}")
        for letter in "ABC"
    )
    found = interpret("flaws", f"I looked.\n\n### Flaws\n- {said}", Brief(gives="flaws", turns=seen))["items"]
    assert [item.get("turn") for item in found] == turns
    assert {item["text"] for item in found} == {"It never ends"}


def test_what_a_turn_says_beside_the_list_of_its_form_is_its_own() -> None:
    said = "I weigh it.\n\n### Agree\n- P1 — holds\n\nAnd so on.\n\n### Overall\nWeak"
    assert outside(contract_of("assessment").fields, said).split("\n\n") == ["I weigh it.", "And so on."]
    broken = 'I weigh it.\n\nPosition: {"so'
    assert outside(contract_of("answer").fields, broken) == broken, "a literal that is cut off fills in nothing"
