"""The server: takes requests of all three protocols on one port, answers by script, remembers what it saw."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from disputatio.testing.loopback.dialects import (
    DIMENSIONS,
    MODELS,
    RESPONSES,
    SMALL,
    Embedding,
    PromptCache,
    Protocol,
    answer,
    asked_model,
    broken_mark,
    broken_rule,
    by_words,
    comment,
    embedding_protocol,
    error_body,
    error_event,
    model_list,
    models_protocol,
    protocol_of,
    schema_in,
    sse,
    texts_in,
)
from disputatio.testing.loopback.http import Connection, Gone, HttpRequest, Listener, thread_of
from disputatio.testing.loopback.scripts import FLOODS, HUGE_HEADERS, Fault, Responder, Script, example
from disputatio.testing.loopback.streams import ResponsesStream, Stream, base64_of

DRIP_EVERY = 0.02
"""Seconds between the signs of life of `Fault.DRIP`."""

PLAIN = "This is a server on your own machine; no AI model was asked."
EVENTS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Transfer-Encoding": "chunked",
    "Cache-Control": "no-cache",
}


@dataclass(slots=True)
class Seen:
    """A generation request. `ended`: how its answer came to its end."""

    protocol: Protocol
    path: str
    model: str
    headers: Mapping[str, str]
    body: Mapping[str, object]
    ended: str = "open"
    left: asyncio.Event = field(default_factory=asyncio.Event, repr=False)


class LoopbackServer(Listener):
    """Use as an asynchronous context manager. Scripts of a protocol are used up in order; then `always`; then the
    responder; then a plain sentence, or an example of the schema that was asked for."""

    def __init__(self, responder: Responder | None = None, *, host: str = "127.0.0.1", port: int = 0) -> None:
        super().__init__(host, port)
        self.responder = responder
        self.requests: list[Seen] = []
        self.lists: list[HttpRequest] = []
        self.embeddings: list[Seen] = []
        self.embedding: Embedding = by_words
        self.delay = 0.0
        self.models = dict(MODELS)
        self._scripts: dict[Protocol, deque[Script]] = {"openai": deque(), "anthropic": deque(), "gemini": deque()}
        self._always: dict[Protocol, Script] = {}
        self._listing: dict[Protocol, Script] = {}
        self._embedding: dict[Protocol, Script] = {}
        self._signed: dict[Protocol, str] = {}
        self._cache = PromptCache()
        self._news = asyncio.Condition()

    # Where it is

    @property
    def openai_url(self) -> str:
        return f"{self.root}/v1"

    @property
    def anthropic_url(self) -> str:
        return self.root

    @property
    def gemini_url(self) -> str:
        return self.root

    def url(self, protocol: Protocol) -> str:
        return self.openai_url if protocol == "openai" else self.root

    # What it says

    def script(self, protocol: Protocol, *scripts: Script) -> None:
        """Set the answers for the next requests, one each."""
        self._scripts[protocol].extend(scripts)

    def reply(self, protocol: Protocol, text: str = "", *, delay: float = 0.0, chunk: int = 12, times: int = 1) -> None:
        """The next request gets this text."""
        self.script(protocol, *[Script(text=text, delay=delay, chunk=chunk)] * times)

    def fault(
        self,
        protocol: Protocol,
        fault: Fault,
        *,
        text: str = "Some words before it goes wrong.",
        after: int = 2,
        headers: Mapping[str, str] | None = None,
        times: int = 1,
    ) -> None:
        """The next request meets this fault, after `after` pieces of `text` where a stream begins at all."""
        self.script(protocol, *[Script(text=text, fault=fault, after=after, headers=headers or {})] * times)

    def always(self, protocol: Protocol, script: Script | None) -> None:
        """The answer when nothing else is scripted; None takes it back."""
        self._always.pop(protocol, None)
        if script is not None:
            self._always[protocol] = script

    def fault_list(self, protocol: Protocol, fault: Fault | None) -> None:
        """Asking for the list of models meets this fault from now on."""
        self._listing.pop(protocol, None)
        if fault is not None:
            self._listing[protocol] = Script(fault=fault)

    def fault_embeddings(self, protocol: Protocol, fault: Fault | None, **script: Any) -> None:
        """Asking for embeddings meets this fault from now on; `headers` and other fields of a script as given."""
        self._embedding.pop(protocol, None)
        if fault is not None:
            self._embedding[protocol] = Script(fault=fault, **script)

    # Answering

    async def _handle(self, request: HttpRequest, connection: Connection) -> None:
        listing = models_protocol(request)
        protocol = protocol_of(request)
        embedding = embedding_protocol(request)
        if protocol is not None:
            await self._generate(protocol, request, connection)
        elif embedding is not None:
            await self._embed(embedding, request, connection)
        elif listing is not None:
            await self._list(listing, request, connection)
        else:
            unknown = json.dumps({"error": {"message": f"No such path: {request.path}", "type": "not_found"}})
            connection.answer(404, unknown.encode(), "application/json")

    async def _list(self, protocol: Protocol, request: HttpRequest, connection: Connection) -> None:
        self.lists.append(request)
        script = self._listing.get(protocol)
        if script is None:
            found = model_list(protocol, self.models[protocol])
            connection.answer(200, json.dumps(found).encode(), "application/json")
        else:
            await self._refuse(protocol, script, connection)

    async def _embed(self, protocol: Protocol, request: HttpRequest, connection: Connection) -> None:
        body, model = request.json(), asked_model(protocol, request)
        self.embeddings.append(
            Seen(protocol=protocol, path=request.path, model=model, headers=request.headers, body=body)
        )
        script = self._embedding.get(protocol)
        if script is not None:
            await self._refuse(protocol, script, connection)
            return
        size = DIMENSIONS.get(model, SMALL)
        found = answer(protocol, model, [self.embedding(text, size) for text in texts_in(protocol, body)])
        connection.answer(200, json.dumps(found).encode(), "application/json")

    async def _generate(self, protocol: Protocol, request: HttpRequest, connection: Connection) -> None:
        body = request.json()
        model = asked_model(protocol, request)
        seen = Seen(protocol=protocol, path=request.path, model=model, headers=request.headers, body=body)
        self.requests.append(seen)
        async with self._news:
            self._news.notify_all()
        script = self._next(protocol, body)
        if not request.path.endswith(RESPONSES) and (protocol in self._signed or body.get("tools")):
            script = self._judged(protocol, body, script)
        if protocol == "anthropic" and "cache_control" in str(body):
            script = self._cached(model, body, script)
        try:
            if (script.fault and script.fault.status != 200) or script.fault in UPFRONT:
                await self._refuse(protocol, script, connection)
            else:
                kind = ResponsesStream if request.path.endswith(RESPONSES) else Stream
                await self._stream(kind(protocol, seen.model, script), connection)
            seen.ended = "answered"
        except Gone:
            seen.ended = "cut by us" if script.fault in CUTS else "client left"
            raise
        finally:
            seen.left.set()

    def _judged(self, protocol: Protocol, body: Mapping[str, object], script: Script) -> Script:
        """A request whose calls break the rules of its protocol is refused, whatever was to be said."""
        if broken := broken_rule(protocol, body, self._signed.get(protocol, "")):
            return Script(fault=Fault.BAD_REQUEST, said=broken)
        signature = script.signature if script.tools else ""
        self._signed[protocol] = (base64_of(signature) if protocol == "gemini" else signature) or self._signed.get(
            protocol, ""
        )
        return script

    def _cached(self, model: str, body: Mapping[str, object], script: Script) -> Script:
        """Marks that break the rules are refused; else what was read before is counted apart, unless the script counts
        itself."""
        if broken := broken_mark(body):
            return Script(fault=Fault.BAD_REQUEST, said=broken)
        prompt, read, written = self._cache.count(model, body)
        return (
            script if script.cached or script.written else replace(script, prompt=prompt, cached=read, written=written)
        )

    def _next(self, protocol: Protocol, body: Mapping[str, object]) -> Script:
        if self._scripts[protocol]:
            return self._scripts[protocol].popleft()
        if protocol in self._always:
            return self._always[protocol]
        if self.responder is not None:
            return Script(text=self.responder(protocol, body), delay=self.delay)
        schema = schema_in(body)
        return Script(text=PLAIN if schema is None else json.dumps(example(schema)), delay=self.delay)

    async def _refuse(self, protocol: Protocol, script: Script, connection: Connection) -> None:
        """Write an answer that is not a stream."""
        if script.fault is Fault.SLOW_HEADERS:
            await connection.forever()
        if script.fault is Fault.HANG_UP:
            connection.cut()
        if script.fault is Fault.HUGE_HEADERS:
            connection.answer(200, b"{}", "application/json", HUGE_HEADERS)
            return
        if script.fault is not None and (flood := FLOODS.get(script.fault)):
            connection.head(script.fault.status, {**flood.headers, "Transfer-Encoding": "chunked", **script.headers})
            await connection.flood(flood.start, flood.more)
        if script.fault is Fault.NOT_SSE:
            page = b"<!doctype html><title>Sign in</title><p>Please sign in to this network."
            connection.answer(200, page, "text/html")
            return
        status = script.fault.status if script.fault else 500
        body = json.dumps(error_body(protocol, script)).encode()
        connection.answer(status, body, "application/json", script.headers)

    async def _stream(self, stream: Stream, connection: Connection) -> None:
        script = stream.script
        connection.head(200, {**EVENTS, **script.headers})
        for event in stream.opening():
            connection.chunk(event)
        for _ in range(script.pings):
            connection.chunk(comment(stream.protocol))
            await connection.pause(DRIP_EVERY)
        pieces = [] if script.fault in (Fault.EMPTY, Fault.REFUSED) else script.pieces
        for number, piece in enumerate(pieces):
            if script.fault in MIDWAY and number == script.after:
                await self._break(stream, connection)
            while script.hold is not None and number == len(pieces) - 1 and not script.hold.is_set():
                await connection.pause(DRIP_EVERY)
            await connection.pause(script.delay)
            connection.chunk(stream.piece(piece))
        if script.fault in MIDWAY and len(pieces) <= script.after:
            await self._break(stream, connection)
        if script.fault is not Fault.NO_FINISH:
            for event in stream.closing():
                connection.chunk(event)
        if script.fault is Fault.CUT_AFTER_FINISH:
            await connection.pause(DRIP_EVERY)
            connection.cut()
        connection.end()

    async def _break(self, stream: Stream, connection: Connection) -> None:
        """What goes wrong in the middle of a reply. Returns where the stream then goes on."""
        match stream.script.fault:
            case Fault.CUT:
                await connection.pause(DRIP_EVERY)
                connection.cut()
            case Fault.STALL:
                await connection.forever()
            case Fault.DRIP:
                while True:
                    connection.chunk(comment(stream.protocol))
                    await connection.pause(DRIP_EVERY)
            case Fault.ERROR_EVENT:
                connection.chunk(error_event(stream.protocol, stream.script))
            case Fault.MALFORMED:
                name = "event: content_block_delta\n" if stream.protocol == "anthropic" else ""
                connection.chunk(name + 'data: {"candidates": [{"conte\n\n')
            case _:
                connection.chunk(self._misshapen(stream))

    def _misshapen(self, stream: Stream) -> str:
        """JSON, but not what the protocol says."""
        shapes: dict[Protocol, str] = {
            "openai": sse({"choices": [{"index": 0, "delta": {"content": 7}}], "model": 5}),
            "anthropic": sse({"type": "content_block_delta", "delta": "words"}, "content_block_delta"),
            "gemini": sse({"candidates": [{"content": {"parts": "words"}}]}),
        }
        return shapes[stream.protocol]

    # Waiting for what clients do

    async def came(self, number: int = 1) -> None:
        """Until that many generation requests have come."""
        async with self._news:
            await self._news.wait_for(lambda: len(self.requests) >= number)

    async def left(self, number: int = 0) -> Seen:
        """Return the request of that number, once its answer has ended or its client has gone."""
        seen = self.requests[number]
        await seen.left.wait()
        return seen


UPFRONT = frozenset({Fault.SLOW_HEADERS, Fault.HANG_UP, Fault.NOT_SSE, Fault.HUGE_HEADERS, *FLOODS})
MIDWAY = frozenset({Fault.CUT, Fault.STALL, Fault.DRIP, Fault.ERROR_EVENT, Fault.MALFORMED, Fault.WRONG_SHAPE})
CUTS = frozenset({Fault.CUT, Fault.HANG_UP, Fault.CUT_AFTER_FINISH})


@contextmanager
def running_server(responder: Responder | None = None, *, port: int = 0) -> Iterator[LoopbackServer]:
    """Run a server in a thread of its own until the block ends. Scripting it from the caller's thread is safe; waiting
    on it is not."""
    server = LoopbackServer(responder, port=port)
    with thread_of(server):
        yield server
