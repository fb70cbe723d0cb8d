"""A clerk's record in which a receipt is missing is sent back once; from the second, what has none is left out. A turn
that does not do what its seat is for is sent back once as a whole."""

from __future__ import annotations

import json
from typing import Any

from disputatio.app.paths import resource
from disputatio.debate.log.events import FollowUpAsked, TurnCompleted, TurnCut
from disputatio.debate.statements.bookkeeping import statements_of
from disputatio.engine.errors import ContentRefused, Transient
from disputatio.prompting.request import Request
from disputatio.testing.debates import LiveDebate, answer, assessment, live, opening, voices
from disputatio.testing.scripted import Act, ScriptedProvider
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
DUAL, COUNCIL = FORMATS["dual"], FORMATS["council"]
SAID = "The pump is cheap. The attic is dry."
GOOD = {"by": "analyst", "text": "The pump is cheap", "quote": "The pump is cheap"}
BAD = {"by": "analyst", "text": "The pump is loved", "quote": "Everybody loves the pump"}
MENDED = {"by": "analyst", "text": "The attic is dry", "quote": "The attic is dry"}


def record(*new: dict[str, Any]) -> str:
    return json.dumps({"new": list(new), "about": [], "stands": []})


async def run(*replies: Act, whys: list[str] | None = None) -> tuple[ScriptedProvider, dict[str, str], TurnCompleted]:
    """The requests for the record of the Analyst's turn, the statements then, and the turn of the record."""
    left = list(replies)

    def clerk(request: Request) -> Act:
        return left.pop(0) if request.brief.path.startswith("round[1]/analysis") and left else record()

    script = voices(say=SAID, assessment=assessment(agree=["P1"]), ledger=clerk)
    first = opening(DUAL, "Buy it?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    provider = ScriptedProvider(script)
    async with live(first, provider) as on:
        await on.settle()
        if whys is not None:
            whys += [event.why for event in on.events if isinstance(event, FollowUpAsked)]
        provider.requests = [
            each for each in provider.requests if each.brief.path.startswith("round[1]/analysis[analyst]/")
        ]
        return provider, _statements(on), next(e for e in on.events if _is_record(e))  # type: ignore[return-value]


def _statements(on: LiveDebate) -> dict[str, str]:
    past = on.runner.planner.walk(on.runner.debate).past
    return {id: one.text for id, one in statements_of(past).items()}


def _is_record(event: object) -> bool:
    return isinstance(event, TurnCompleted) and event.path.startswith("round[1]/analysis[analyst]/minutes")


async def test_a_record_with_all_its_receipts_is_taken_over_at_once() -> None:
    provider, held, _ = await run(record(GOOD))
    assert len(provider.requests) == 1
    assert held == {"P1": "The pump is cheap"}


async def test_the_clerk_is_told_once_which_entries_have_no_receipt_and_may_quote_again() -> None:
    whys = list[str]()
    provider, held, _ = await run(record(GOOD, BAD), record(GOOD, MENDED), whys=whys)
    assert whys[0] == "mend", "it could be read"
    first, again = provider.requests
    assert "Everybody loves the pump" in again.messages[-1].text
    assert again.messages[1].text == record(GOOD, BAD)
    assert len(again.messages) == len(first.messages) + 2
    assert held == {"P1": "The pump is cheap", "P2": "The attic is dry"}


async def test_what_has_no_receipt_the_second_time_is_left_out_and_the_rest_is_kept() -> None:
    provider, held, made = await run(record(GOOD, BAD), record(BAD, MENDED), record(GOOD))
    assert len(provider.requests) == 2
    assert held == {"P1": "The pump is cheap", "P2": "The attic is dry"}, (
        "the first reply's good row need not come again"
    )
    assert "derived" not in made.data


async def test_where_the_second_reply_is_no_record_what_the_first_had_receipts_for_is_kept() -> None:
    for second in ("I would rather talk about the weather.", Transient("It is overloaded.")):
        _, held, made = await run(record(GOOD, BAD), *[second] * 9)
        assert held == {"P1": "The pump is cheap"}
        assert made.model == "scripted:small"


async def test_what_a_council_s_record_does_not_tell_of_somebody_is_asked_for_once_and_joined() -> None:
    """Who ranks judges what others stated before: of two judgements, the clerk had left one out."""
    told = {"members": "renting", "members-2": "buying", "members-3": "waiting"}
    stated = [
        {"by": seat, "text": f"The best is {what}", "quote": f"My answer is {what}"} for seat, what in told.items()
    ]
    right = {"does": "agrees", "quote": "It is right", "ids": "P1"}
    walk = "members: P2 -, P3 -; members-3: P1 agrees, P2 -"
    replies = [
        {"walk": walk, "new": [], "about": [{"by": "members-3", **right}], "stands": []},
        {"walk": "members-2: P1 agrees, P3 -", "new": [], "about": [{"by": "members-2", **right}], "stands": []},
    ]

    def clerk(request: Request) -> Act:
        if request.brief.statements:
            return json.dumps(replies.pop(0))
        return json.dumps({"new": stated, "about": [], "stands": []})

    def ranks(request: Request) -> Act:
        return json.dumps({"order": ["A", "B"], "because": ["A: It is right.", "B: It is less so."]})

    script = voices(answer=lambda request: answer(told[request.brief.seat]), ranking=ranks, ledger=clerk)
    first = opening(COUNCIL, "What now?", model="scripted:one", clerk="scripted:small")
    async with live(first, provider := ScriptedProvider(script)) as on:
        await on.settle()
        past = on.runner.planner.walk(on.runner.debate).past
    asked = [each for each in provider.requests if each.brief.gives == "ledger" and each.brief.statements]
    assert len(asked) == 2, "never a third time"
    assert "these: members-2 P1, P3." in asked[1].messages[-1].text
    assert [*statements_of(past)["P1"].judgements] == ["members-3", "members-2"]


# ---- a whole turn is sent back: the devil's advocate has to oppose (SPEC §4) -------------------------------------
DEVIL = FORMATS["devils-advocate"]
FIRST = "round[1]/opposition[devil]"


def opposing(said: str, stance: str, quote: str) -> str:
    return f"{said}\n\n### Stance\n{stance}\n\n### Quote\n{quote}"


async def devil(*replies: Act) -> tuple[ScriptedProvider, TurnCompleted, list[TurnCut]]:
    """The requests of the devil's first turn that must oppose, the turn, and its attempts that were sent back."""
    left = list(replies)

    def speaks(request: Request) -> Act:
        return left.pop(0)

    script = voices(say="Buy it now.", answer=answer("buy it"), opposition=speaks)
    first = opening(DEVIL, "Buy it?", model="scripted:one", clerk="scripted:small", options={"rounds": 1})
    provider = ScriptedProvider(script)
    async with live(first, provider) as on:
        await on.settle()
        provider.requests = [each for each in provider.requests if each.brief.path == FIRST]
        made = next(e for e in on.events if isinstance(e, TurnCompleted) and e.path == FIRST)
        return provider, made, [e for e in on.events if isinstance(e, TurnCut) and e.path == FIRST]


AGAINST = opposing("The pump will fail.", "opposes", "The pump will fail.")
TORN = opposing("The pump may fail. It is cheap, too.", "mixed", "The pump may fail.")


async def test_a_devil_that_opposes_is_asked_once() -> None:
    provider, made, cut = await devil(AGAINST)
    assert len(provider.requests) == 1
    assert made.data == {"stance": "opposes", "quote": "The pump will fail"}
    assert not cut


async def test_a_devil_that_does_not_oppose_speaks_once_more_and_the_first_attempt_is_kept() -> None:
    provider, made, (cut,) = await devil(TORN, AGAINST)
    first, again = provider.requests
    assert again.messages[:1] == first.messages
    assert again.messages[1].text == TORN
    assert "you declare your stance as “mixed”" in again.messages[2].text
    assert "### Stance" in again.messages[2].text
    assert made.text == AGAINST
    assert made.data["stance"] == "opposes"
    assert cut.text == TORN
    assert "sent back" in cut.why
    assert cut.cost, "each attempt is paid for"
    assert made.cost


async def test_what_does_not_oppose_the_second_time_is_recorded_as_it_declares() -> None:
    provider, made, _ = await devil(TORN, TORN)
    assert len(provider.requests) == 2
    assert made.data == {"stance": "mixed", "quote": "The pump may fail"}


async def test_a_second_turn_without_any_form_declares_nothing() -> None:
    _, made, _ = await devil(TORN, "I will not say.")
    assert (made.text, made.data) == ("I will not say.", {})


async def test_where_no_second_turn_can_be_had_the_first_one_stands() -> None:
    _, made, _ = await devil(TORN, *[ContentRefused("It will not.", "Ask another model.")] * 3)
    assert (made.text, made.data["stance"]) == (TORN, "mixed")


async def test_a_form_that_is_missing_is_asked_for_alone_and_quotes_the_turn() -> None:
    provider, made, cut = await devil("The pump will fail.", opposing("", "opposes", "The pump will fail."))
    assert provider.requests[1].schema_name == "opposition"
    assert made.text.startswith("The pump will fail.\n\n### Stance\nopposes"), "others read what it declared"
    assert made.data == {"stance": "opposes", "quote": "The pump will fail."}
    assert not cut


SILENT = "The pump is fine, I like it."
BY_ITSELF = opposing("", "supports", SILENT)


async def test_who_left_out_the_form_and_declares_in_it_not_to_oppose_speaks_once_more() -> None:
    provider, made, (cut,) = await devil(SILENT, BY_ITSELF, AGAINST)
    _, form, again = provider.requests
    assert form.schema_name == "opposition"
    assert again.messages[1].text == SILENT
    assert "you declare your stance as “supports”" in again.messages[2].text
    assert (made.text, made.data["stance"]) == (AGAINST, "opposes")
    assert cut.text == SILENT
    assert "sent back" in cut.why


async def test_who_left_out_the_form_is_sent_back_no_more_than_once() -> None:
    provider, made, _ = await devil(SILENT, BY_ITSELF, TORN)
    assert len(provider.requests) == 3
    assert (made.text, made.data["stance"]) == (TORN, "mixed")
    _, stands, _ = await devil(SILENT, BY_ITSELF, *[ContentRefused("It will not.", "Ask another model.")] * 3)
    assert (stands.text, stands.data["stance"]) == (SILENT, "supports")
