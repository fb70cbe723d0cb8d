"""No server can fill the memory of this computer: what it sends is measured as it comes, and once it is unpacked."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
import zlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.embeddings.remote import OpenAIEmbedder
from disputatio.engine.errors import BrokenStream, InvalidReply, ProviderError, Transient
from disputatio.providers.config import ProviderConfig
from disputatio.providers.transport import BOUNDS, MB, Bounds, Head, Metre, Overflow
from disputatio.testing.loopback import Fault, LoopbackServer

pytestmark = pytest.mark.may_block("SDKs import parts of themselves in the middle of a call")

OF_ANSWERS = {
    Fault.ENDLESS_BODY: "8 MB|100,000 objects",
    Fault.BODY_BOMB: "8 MB unpacked|100,000 objects",
    Fault.ANSWER_BOMB: "event of more than 1 MB",
    Fault.ENDLESS_LINE: "event of more than 1 MB",
    Fault.ENDLESS_EVENT: "event of more than 1 MB",
    Fault.ENDLESS_COMMENTS: "nothing but comments",
    Fault.MANY_OBJECTS: "20,000 objects",
    Fault.MANY_VALUES: "250,000 values",
    Fault.VALUES_BODY: "500,000 values",
    Fault.ODD_CODING: "“br”",
    Fault.NOT_PACKED: "cannot be unpacked",
}
OF_BODIES = (Fault.ENDLESS_BODY, Fault.BODY_BOMB, Fault.VALUES_BODY)
OF_ERRORS = {Fault.ENDLESS_ERROR: "1 MB", Fault.ERROR_BOMB: "1 MB unpacked"}
SDKS = ("openai", "anthropic", "gemini")
"""A provider of each SDK: memory is measured with these alone, since it takes longer than all the rest. The others are
one of them at another address."""
AMPLIFIED = 6
"""What Python and an SDK make of the bytes of a body: parts, the whole, the same as text."""


async def peak(call: Callable[[], Awaitable[object]], kind: str = "") -> int:
    """Bytes that Python had at most while a call went on, the server's own included."""
    if kind and kind not in SDKS:
        await call()
        return 0
    tracemalloc.start()
    try:
        await call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("fault", list(OF_ANSWERS | OF_ERRORS), ids=lambda fault: fault.value)
async def test_an_answer_without_an_end_is_stopped(kind: Any, stage: Any, fault: Fault) -> None:
    """It takes memory by the bound, not by what is sent, and the error says which provider sent how much."""
    async with stage(kind) as here:
        here.script()
        await here.parts()  # the SDK is loaded
        here.fault(fault)
        errors: list[ProviderError] = []

        async def ask() -> None:
            errors.append(await here.error())

        took = await peak(ask, kind)
        assert (await here.server.left(1)).ended == "client left"
    (error,) = errors
    assert kind.title() in error.what
    assert "m-1" in error.what
    assert error.remedy
    if fault in OF_ERRORS:
        assert type(error) is Transient
        assert "500" in error.what
        assert OF_ERRORS[fault] in error.what
    elif (kind, fault) == ("gemini", Fault.ENDLESS_COMMENTS):
        assert type(error) is BrokenStream  # its SDK reads no comments
    else:
        assert type(error) is InvalidReply
        assert any(each in error.what for each in OF_ANSWERS[fault].split("|")), error.what
    assert took < AMPLIFIED * (BOUNDS.body if fault in OF_BODIES else BOUNDS.event) + 4 * MB


@pytest.mark.parametrize("fault", [*OF_ERRORS, *OF_BODIES, Fault.STREAMED_BODY], ids=lambda fault: fault.value)
async def test_a_list_of_models_without_an_end_is_stopped(kind: Any, stage: Any, fault: Fault) -> None:
    async with stage(kind) as here:
        here.script()
        await here.parts()
        here.server.fault_list(here.protocol, fault)
        errors: list[ProviderError] = []

        async def ask() -> None:
            with pytest.raises(ProviderError) as caught:
                await here.provider.models()
            errors.append(caught.value)

        took = await peak(ask, kind)
        (row,) = [row for row in await here.provider.check() if not row.ok]
    (error,) = errors
    assert kind.title() in error.what
    assert "MB" in error.what or "objects" in error.what or "values" in error.what
    assert row.detail == error.what
    assert took < AMPLIFIED * (BOUNDS.error if fault.status == 500 else BOUNDS.body) + 4 * MB


async def test_headers_without_an_end_are_stopped(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.fault(Fault.HUGE_HEADERS)
        error = await here.error()
    assert isinstance(error, Transient)
    assert kind.title() in error.what


@pytest.mark.parametrize("charset", ["zlib_codec", "undefined"])
async def test_an_answer_is_read_in_the_same_way_whatever_letters_it_claims_to_have(
    kind: Any, stage: Any, charset: str
) -> None:
    """Python has codecs that unpack, that fail and that take very long: no server chooses among them."""
    async with stage(kind) as here:
        here.fault(Fault.SERVER_ERROR, headers={"Content-Type": f"application/json; charset={charset}"})
        error = await here.error()
    assert type(error) is Transient
    assert "500" in error.what


async def test_a_limit_of_requests_is_told_whatever_it_is_wrapped_in(kind: Any, stage: Any) -> None:
    """How long to wait is in the head, and the head is read."""
    async with stage(kind) as here:
        here.fault(Fault.ENDLESS_ERROR, headers={"Retry-After": "7"})
        error = await here.error()
    assert isinstance(error, Transient)
    assert error.after == 7


async def test_cancelling_ends_a_flood_at_once(stage: Any) -> None:
    """Nobody reads on to the bound: the connection is closed with the task."""
    async with stage("openai") as here:
        here.script()
        await here.parts()
        here.fault(Fault.ENDLESS_COMMENTS)
        asking = asyncio.create_task(here.parts())
        await here.server.came(2)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert (await here.server.left(1)).ended == "client left"


@pytest.mark.parametrize("fault", [*OF_ERRORS, *OF_BODIES, Fault.STREAMED_BODY])
async def test_vectors_without_an_end_are_stopped(fault: Fault) -> None:
    config = ProviderConfig(name="openai", kind="openai", title="OpenAI", key="k-123456")
    async with LoopbackServer() as server:
        embedder = OpenAIEmbedder(
            ProviderConfig(name="openai", kind="openai", title="OpenAI", key=config.key, base_url=server.openai_url),
            "text-embedding-3-small",
        )
        await embedder.embed(["warm"])
        server.fault_embeddings("openai", fault)
        errors: list[ProviderError] = []

        async def ask() -> None:
            with pytest.raises(ProviderError) as caught:
                await embedder.embed(["a text", "another"])
            errors.append(caught.value)

        took = await peak(ask)
        await embedder.close()
    assert "OpenAI (text-embedding-3-small)" in errors[0].what
    assert "MB" in errors[0].what or "objects" in errors[0].what or "values" in errors[0].what
    assert took < AMPLIFIED * 21 * MB


async def test_an_answer_within_the_bounds_is_read_whole_packed_or_not(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(text="It is so. " * 20_000, chunk=40_000)
        assert await here.text() == "It is so. " * 20_000
        here.script()
        await here.parts()
        sent = here.server.requests[-1].headers
    assert sent["accept-encoding"] == "gzip, identity"


async def test_no_cookie_is_carried(kind: Any, stage: Any) -> None:
    async with stage(kind) as here:
        here.script(headers={"Set-Cookie": f"a={'x' * 4000}; Path=/"})
        await here.parts()
        here.script()
        await here.parts()
    assert "cookie" not in here.server.requests[-1].headers


async def test_more_calls_than_anybody_makes_are_no_answer(stage: Any) -> None:
    for kind in ("openai", "anthropic"):
        async with stage(kind) as here:
            here.script(tools=tuple(("look", "{}") for _ in range(3000)))
            error = await here.error()
            assert isinstance(error, InvalidReply)
            assert "1,000 calls" in error.what


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_calls_longer_than_anything_could_be_done_with_are_no_answer(stage: Any, kind: str) -> None:
    """Each of them is within the bound of an event; all together are not kept."""
    async with stage(kind) as here:
        here.script()
        await here.parts()
        here.script(tools=tuple(("look", f'{{"at": "{"x" * 300_000}"}}') for _ in range(60)))
        errors: list[ProviderError] = []

        async def ask() -> None:
            errors.append(await here.error())

        took = await peak(ask)
    (error,) = errors
    assert isinstance(error, InvalidReply)
    assert "calls of more than 2,000,000 characters" in error.what
    assert took < 40 * MB  # what the server makes of it, too


async def test_an_answer_that_begins_with_nothing_is_read_on_all_the_same(stage: Any) -> None:
    """Whatever might still become a mark of thinking waits; a million empty lines do not."""
    async with stage("openai") as here:
        here.script(text="\n" * 5_000 + "It is so.", chunk=1_000)
        assert await here.text() == "\n" * 5_000 + "It is so."
        here.script(text="\n" * 500 + "<think>Hm.</think>\n\nIt is so.", chunk=100)
        assert await here.text() == "It is so."


async def test_pages_of_models_without_an_end_are_stopped(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that always has another page is not asked for ever."""

    def more(protocol: str, names: tuple[str, ...]) -> dict[str, object]:
        if protocol == "gemini":
            return {"models": [{"name": f"models/{n}"} for n in range(1000)], "nextPageToken": "more"}
        rows = [
            {"type": "model", "id": f"m-{n}", "display_name": "m", "created_at": "2025-11-01T00:00:00Z"}
            for n in range(1000)
        ]
        return {"data": rows, "has_more": True, "first_id": "m-0", "last_id": "m-999"}

    monkeypatch.setattr("disputatio.testing.loopback.server.model_list", more)
    for kind in ("anthropic", "gemini"):
        async with stage(kind) as here:
            with pytest.raises(InvalidReply) as caught:
                await here.provider.models()
            assert "10,000 models" in caught.value.what


# The measure itself

EVENTS = {"content-type": "text/event-stream"}
SMALL = Bounds(stream=1000, event=50, silence=200, error=100, body=500, objects_in_event=5, objects_in_body=10)


def measured(pieces: list[bytes], head: Head, bounds: Bounds = SMALL) -> bytes:
    metre = Metre(head, bounds)
    metre.begin()
    return b"".join(plain for piece in pieces for plain in metre.take(piece))


@given(
    sizes=st.lists(st.integers(0, 60), min_size=1, max_size=10),
    end=st.sampled_from([b"\n\n", b"\r\n\r\n", b"\r\r"]),
    cut=st.integers(1, 30),
)
def test_events_are_measured_wherever_their_pieces_are_cut(sizes: list[int], end: bytes, cut: int) -> None:
    wire = b"".join(b"data" + b"x" * size + end for size in sizes)
    pieces = [wire[at : at + cut] for at in range(0, len(wire), cut)]
    longest = max(len(b"data" + end) + size for size in sizes)
    if longest > SMALL.event:
        with pytest.raises(Overflow):
            measured(pieces, Head(status=200, headers=EVENTS))
    else:
        assert measured(pieces, Head(status=200, headers=EVENTS)) == wire


@given(braces=st.lists(st.integers(0, 8), min_size=1, max_size=6), cut=st.integers(1, 30))
def test_objects_are_counted_for_each_event(braces: list[int], cut: int) -> None:
    wire = b"".join(b"data:" + b"{" * count + b"\n\n" for count in braces)
    pieces = [wire[at : at + cut] for at in range(0, len(wire), cut)]
    if max(braces) > SMALL.objects_in_event:
        with pytest.raises(Overflow, match="objects"):
            measured(pieces, Head(status=200, headers=EVENTS))
    else:
        assert measured(pieces, Head(status=200, headers=EVENTS)) == wire


@pytest.mark.parametrize(
    ("head", "body", "why"),
    [
        (Head(status=200, headers=EVENTS), [b"data: word\n\n"] * 100, "longer than 0.001 MB"),
        (Head(status=200, headers=EVENTS), [b": beat\n\n"] * 100, "nothing but comments"),
        (Head(status=200, headers=EVENTS | {"content-encoding": "gzip"}), [b"\x00" * 5], "cannot be unpacked"),
        (Head(status=200), [b"x" * 600], "longer than 0.0005 MB"),
        (Head(status=200), [b"{" * 20], "more than 10 objects"),
        (Head(status=200, headers={"content-length": "9" * 30}), [], "longer"),
        (Head(status=404, headers=EVENTS), [b"x" * 60, b"x" * 60], "longer than 0.0001 MB"),
        (Head(status=200, headers={"content-encoding": "gzip, gzip"}), [], "“gzip, gzip”"),
        (Head(status=200, headers={"content-encoding": "gzip"}), [gzip.compress(b"x" * 10**5)], "unpacked"),
    ],
)
def test_each_bound_holds(head: Head, body: list[bytes], why: str) -> None:
    with pytest.raises(Overflow, match=why):
        measured(body, head)


def test_beats_between_words_are_no_silence() -> None:
    wire = [b": beat\n\n"] * 20 + [b"data: a\n\n"] + [b": beat\n\n"] * 20
    assert measured(wire, Head(status=200, headers=EVENTS)) == b"".join(wire)


@given(body=st.binary(max_size=400).map(lambda body: body.replace(b"{", b"")), cut=st.integers(1, 50))
def test_what_is_packed_comes_out_as_it_was(body: bytes, cut: int) -> None:
    press = zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    wire = press.compress(body) + press.flush()
    pieces = [wire[at : at + cut] for at in range(0, len(wire), cut)]
    assert measured(pieces, Head(status=200, headers={"content-encoding": "gzip"})) == body
