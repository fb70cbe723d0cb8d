"""Two debates on one project, through the real SDKs and servers on this machine: what the first settled, the second
starts with, shows as settled, and does not debate or count again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from disputatio.testing.loopback import Fault

FACT = "Orders are retried three times with a second between"
NEW = "A dead letter queue keeps what failed for good"
DENIAL = "Orders are not retried three times with a second between"
SEATS = ("--seat", "analyst=openai:gpt-5.2", "--seat", "critic=openai:gpt-5-mini")


class Speakers:
    """What all models say: the analyst states these points, the critic agrees, the clerk lists and remembers them."""

    def __init__(self, *points: str) -> None:
        self.points = points

    def __call__(self, protocol: str, body: Mapping[str, Any]) -> str:
        name = body.get("response_format", {}).get("json_schema", {}).get("name", "")
        if name == "ledger":
            new = [{"by": "analyst", "text": p, "quote": p} for p in self.points]
            return json.dumps({"new": new, "about": [], "stands": []})
        if name == "insights":
            return json.dumps({"items": [{"text": p, "kind": "agreed", "confidence": 0.9} for p in self.points]})
        agreed = {
            "agree": [{"point": "", "text": p, "reason": ""} for p in self.points],
            "disagree": [],
            "unverifiable": [],
        }
        assessment = json.dumps({**agreed, "level": "Strong"})
        return f"{'. '.join(self.points)}.\n\n```json\n{assessment}\n```"


@pytest.fixture
def shop(program, server):
    """The program with OpenAI alone, pointed at this machine, and a project."""
    program.environment |= {"OPENAI_API_KEY": "sk-fake-0123456789", "OPENAI_BASE_URL": server.openai_url}
    assert program("settings", "set", "models.synthesizer", "openai:gpt-5-mini").code == 0
    assert program("project", "add", "Shop").code == 0
    return program


def debate(program, question: str, *more: str, seats: tuple[str, ...] = SEATS):
    done = program("debate", question, "--project", "Shop", *seats, "--rounds", "1", "--seed", "1", "--json", *more)
    assert done.code == 0, done.err
    return done


def asked(server, since: int) -> list[str]:
    """The whole text of each request to a model."""
    return ["\n".join(str(m["content"]) for m in seen.body["messages"]) for seen in server.requests[since:]]


def score(program, id: str) -> float:
    return next(row["score"] for row in json.loads(program("list", "--json").out) if row["id"] == id)


def test_a_second_debate_starts_with_what_the_first_settled(shop, server) -> None:
    server.responder = Speakers(FACT)
    first = debate(shop, "How are orders retried?").events[0]["debate"]
    assert server.embeddings, "what was learnt is embedded when the debate has ended"
    assert FACT in [text for seen in server.embeddings for text in seen.body["input"]]
    before = len(server.requests)
    assert FACT not in asked(server, 0)[0]

    server.responder = Speakers(FACT, NEW)
    second = debate(shop, "What happens to orders that cannot be delivered?")
    analyst, clerk = asked(server, before)[:2]
    for request in (analyst, clerk):
        assert "VERIFIED KNOWLEDGE" in request
        assert FACT in request, "the participants, and who lists the points, are told"
    (recall,) = [event for event in second.of("turn-completed") if event["path"] == "recall[memory]"]
    (item,) = recall["data"]["items"]
    assert (item["text"], item["established"]) == (FACT, True)
    assert item["relevance"] is not None

    listed = [
        event
        for event in second.of("turn-completed")
        if event["path"].startswith("round[1]/analysis[analyst]/minutes[")
    ]
    assert [one["text"] for event in listed for one in event["data"]["new"]] == [NEW], "not debated again"
    assessed = [event for event in second.of("turn-completed") if event["path"] == "round[1]/critique[critic]"]
    assert [one["text"] for event in assessed for one in event["data"]["agree"]] == [NEW], "never counted"
    points = shop("show", second.events[0]["debate"], "--points").out
    assert NEW in points
    assert "1 agreed" in shop("show", second.events[0]["debate"]).out + points

    known = shop("memory", "list", "--json").out
    facts = json.loads(known)
    assert sorted(each["text"] for each in facts) == sorted([FACT, NEW]), "what both settled is remembered once"
    fact = next(each for each in facts if each["text"] == FACT)
    assert (fact["debate"], fact["retrievals"]) == (first, 1)
    shown = shop("memory", "show", fact["id"]).out
    assert f"Recalled for debate {second.events[0]['debate']}" in shown
    assert "relevance" in shown
    assert f"debate {first}" in shown

    table = ("--seat", "table=openai:gpt-5.2", "--seat", "table-2=openai:gpt-5-mini", "--format", "collaborative")
    third = debate(shop, "How long do orders wait?", seats=table)
    (recall,) = [event for event in third.of("turn-completed") if event["path"] == "recall[memory]"]
    assert {item["text"] for item in recall["data"]["items"]} == {FACT, NEW}, "whatever the format"


def test_a_later_debate_that_agrees_on_the_contrary_takes_the_fact_back(shop, server) -> None:
    server.responder = Speakers(FACT)
    debate(shop, "How are orders retried?")
    server.responder = Speakers(DENIAL)
    second = debate(shop, "Is that still so?").events[0]["debate"]
    disputed = json.loads(shop("memory", "list", "--disputed", "--json").out)
    assert [each["text"] for each in disputed] == [FACT]
    assert second in disputed[0]["why"]
    server.responder = Speakers(NEW)
    third = debate(shop, "And what of those that fail?")
    (recall,) = [event for event in third.of("turn-completed") if event["path"] == "recall[memory]"]
    assert [item["text"] for item in recall["data"]["items"]] == [DENIAL]


def test_without_an_embedder_words_serve_and_a_rehearsal_settles_nothing(shop, server) -> None:
    assert shop("settings", "set", "memory.embeddings", "").code == 0
    server.responder = Speakers(FACT)
    debate(shop, "How are orders retried?")
    found = shop("memory", "search", "retried", "orders")
    assert FACT in found.out
    assert "by words only: no embedding model is set" in found.err
    assert server.embeddings == []
    assert "Embedded:        0" in shop("memory", "status").out
    rehearsed = shop("debate", "How?", "--project", "Shop", "--rehearse", "--rounds", "1", "--seed", "1", "--json")
    assert rehearsed.code == 0, rehearsed.err
    facts = [each for each in json.loads(shop("memory", "list", "--json").out) if not each["rehearsed"]]
    assert [each["text"] for each in facts] == [FACT]


def test_changing_the_model_embeds_anew_and_a_person_has_the_last_word(shop, server) -> None:
    server.responder = Speakers(FACT, NEW)
    debate(shop, "How are orders retried?")
    assert shop("settings", "set", "memory.embeddings", "openai:text-embedding-3-large").code == 0
    done = shop("memory", "reembed", "--drop-unused", "--yes")
    assert done.code == 0, done.err
    assert "2 of 2 embedded by openai:text-embedding-3-large" in done.err
    assert "openai:text-embedding-3-large@3072 (2)" in done.out
    assert "Deleted the vectors of openai:text-embedding-3-small@1536" in done.out
    ids = {each["text"]: each["id"] for each in json.loads(shop("memory", "list", "--json").out)}
    assert shop("memory", "edit", ids[NEW], "Failed orders go to a queue").code == 0
    assert shop("memory", "dispute", ids[FACT], "--why", "changed in May").code == 0
    assert "changed in May" in shop("memory", "show", ids[FACT]).out
    assert shop("memory", "dispute", ids[FACT], "--undo").code == 0
    assert shop("memory", "dispute", ids[FACT], "--undo").code == 2
    assert shop("memory", "merge", ids[FACT], ids[NEW]).code == 0
    assert shop("memory", "delete", ids[FACT]).code == 0
    assert json.loads(shop("memory", "list", "--json").out) == []
    assert shop("rebuild").code == 0
    assert json.loads(shop("memory", "list", "--json").out) == [], "rebuilding brings nothing back"


def test_an_embedder_that_fails_loses_no_vectors_and_is_said_to_have_failed(shop, server) -> None:
    server.responder = Speakers(FACT)
    debate(shop, "How are orders retried?")
    assert shop("settings", "set", "memory.embeddings", "openai:text-embedding-3-large").code == 0
    server.fault_embeddings("openai", Fault.UNAUTHORISED)
    failed = shop("memory", "reembed", "--drop-unused", "--yes")
    assert failed.code == 4
    assert "did not accept the key" in failed.err
    assert "openai:text-embedding-3-small@1536 (1)" in failed.out
    assert "Forgotten" not in failed.out
    found = shop("memory", "search", "retried", "orders")
    assert FACT in found.out
    assert "(401: Incorrect API key provided.)." in found.err, "one full stop"
    server.fault_embeddings("openai", None)
    assert shop("memory", "reembed", "--drop-unused", "--yes").code == 0
