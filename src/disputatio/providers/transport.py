"""The HTTP client under every SDK: one kind, one set of limits, of time and of size.

No server can fill the memory of this computer: bounds are put around each answer here, before anything reads it,
because SDKs read errors and lists to their end, and put lines together, without any. Everything is counted twice: as it
came, and as it is once it is unpacked. Unpacking goes a piece at a time, and stops with the first piece that is too
much.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import field
from functools import cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from disputatio.debate.values import value
from disputatio.engine.limits import WAITING
from disputatio.providers.config import address_fault, address_secrets, public_address

if TYPE_CHECKING:
    import ssl

    import httpx2

MB = 1_000_000

CODINGS = "gzip, identity"
"""What is asked for. Whatever else a server packs its answer with is refused, since nothing here unpacks it."""
EVENT_STREAM = "text/event-stream"
PIECE = 64 * 1024
"""Bytes that are unpacked at once: as many as are read from a connection at once."""


@value
class Bounds:
    """Bytes, but for `objects`, opening braces of one event or body, since each may become a thousand bytes of memory,
    and `values`, its commas and brackets, since each may become a hundred.

    stream   one streamed answer. Nothing of it is kept on the way, so this bounds traffic: a million characters in
             pieces of a word take 75 MB, and some servers repeat their sources with each piece. 0 where no stream is
             ever asked for: whatever calls itself one is a body then.
    event    one event, hence one line, of a stream. A gateway may put a whole answer into one; the longest that models
             give have half a million bytes.
    silence  comments and empty lines on end, which no SDK tells us of. One a second for most of a day.
    error    the explanation of a failure, of which 300 characters are shown.
    body     any other answer. The longest list of models, OpenRouter's, has less than 1 MB. Read as text, each of its
             bytes may become four.
    """

    stream: int = 256 * MB
    event: int = MB
    silence: int = MB
    error: int = MB
    body: int = 8 * MB
    objects_in_event: int = 20_000
    objects_in_body: int = 100_000
    values_in_event: int = 250_000
    values_in_body: int = 500_000


BOUNDS = Bounds()


class Overflow(ValueError):
    """An answer is longer than what is taken, or packed in a way that was not asked for. `what` continues "its answer"
    or "its explanation"."""

    def __init__(self, what: str, status: int, headers: Mapping[str, str]) -> None:
        super().__init__(f"its answer {what}")
        self.what = what
        self.status = status
        self.headers = headers


def overflow_in(error: BaseException | None) -> Overflow | None:
    """The overflow that an exception of an SDK was made of, or None."""
    for _ in range(8):
        if error is None or isinstance(error, Overflow):
            return error
        error = error.__cause__ or error.__context__
    return None


def size(count: int) -> str:
    return f"{count / MB:g} MB"


BLANK = re.compile(rb"\r\n\r\n|\n\n|\r\r")
"""The end of an event."""
DATA = re.compile(rb"(?:^|[\r\n])data")
"""The beginning of a line that says something."""


@value
class Head:
    """What an answer says before its body. `streamed`: a stream was asked for; whatever else calls itself one is read
    to its end before anybody looks at it, as any body is."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    streamed: bool = True

    @property
    def failed(self) -> bool:
        return not 200 <= self.status < 300

    @property
    def streams(self) -> bool:
        return self.streamed and self.headers.get("content-type", "").lower().startswith(EVENT_STREAM)

    @property
    def coding(self) -> str:
        return self.headers.get("content-encoding", "").strip().lower() or "identity"


class Metre:
    """Measures one answer while it passes. Raises Overflow."""

    def __init__(self, head: Head, bounds: Bounds) -> None:
        self._head = head
        self._events = head.streams and not head.failed
        self._most = bounds.error if head.failed else bounds.stream if head.streams else bounds.body
        self._objects = bounds.objects_in_event if self._events else bounds.objects_in_body
        self._values = bounds.values_in_event if self._events else bounds.values_in_body
        self._bounds = bounds
        self._unpack = None if head.coding == "identity" else zlib.decompressobj(zlib.MAX_WBITS | 16)
        self._raw = self._plain = self._event = self._silent = self._braces = self._commas = 0
        self._tail = b""

    def begin(self) -> None:
        """Look at what the head promises."""
        if self._head.coding not in ("identity", "gzip", "x-gzip"):
            raise self._over(f"is packed with “{self._head.coding[:40]}”, which was not asked for")
        promised = self._head.headers.get("content-length", "")
        if promised.isdecimal() and (len(promised) > 15 or int(promised) > self._most):
            raise self._over(f"is longer than {size(self._most)}")

    def take(self, data: bytes) -> Iterable[bytes]:
        """A piece as it came; gives it unpacked, in pieces."""
        self._raw += len(data)
        if self._raw > self._most:
            raise self._over(f"is longer than {size(self._most)}")
        if self._unpack is not None:
            return self._unpacked(data, self._unpack)
        self._count(data)
        return (data,)

    def _unpacked(self, data: bytes, unpack: zlib._Decompress) -> Iterator[bytes]:
        try:
            while data:
                piece = unpack.decompress(data, PIECE)
                data = unpack.unconsumed_tail
                self._plain += len(piece)
                if self._plain > self._most:
                    raise self._over(f"is longer than {size(self._most)} unpacked")
                self._count(piece)
                yield piece
        except zlib.error:
            raise self._over("is packed in a way that cannot be unpacked") from None

    def _count(self, piece: bytes) -> None:
        if not self._events:
            self._note_parts(piece)
        elif self._event or not self._whole(piece):
            self._count_events(piece)
        else:
            self._silent = 0

    def _whole(self, piece: bytes) -> bool:
        """Whether a piece holds whole events that are within the bounds even together, as almost every piece does."""
        return (
            piece.endswith(b"\n\n")
            and len(piece) <= self._bounds.event
            and piece.count(b"{") <= self._objects
            and piece.count(b",") + piece.count(b"[") <= self._values
            and DATA.search(piece) is not None
        )

    def _count_events(self, piece: bytes) -> None:
        joined = self._tail + piece
        start = 0
        for blank in BLANK.finditer(joined):
            self._note_event(joined, start, blank.end())
            self._event = self._braces = self._commas = 0
            start = blank.end()
        self._note_event(joined, start, len(joined))
        self._silent = 0 if DATA.search(joined) else self._silent + len(piece)
        if self._silent > self._bounds.silence:
            raise self._over(f"held nothing but comments for {size(self._bounds.silence)}")
        # Enough of the end to see a line end, or a word, that is cut in two by the end of a piece.
        self._tail = joined[max(start, len(joined) - 4) :]

    def _note_event(self, joined: bytes, start: int, end: int) -> None:
        """A piece of one event; what the last piece ended with was counted with it."""
        new = max(start, len(self._tail))
        self._event += max(0, end - new)
        if self._event > self._bounds.event:
            raise self._over(f"held an event of more than {size(self._bounds.event)}")
        self._note_parts(joined, new, max(new, end))

    def _note_parts(self, piece: bytes, start: int = 0, end: int | None = None) -> None:
        self._braces += piece.count(b"{", start, end)
        self._commas += piece.count(b",", start, end) + piece.count(b"[", start, end)
        if self._braces > self._objects:
            raise self._over(f"held more than {self._objects:,} objects at once")
        if self._commas > self._values:
            raise self._over(f"held more than {self._values:,} values at once")

    def _over(self, what: str) -> Overflow:
        return Overflow(what, self._head.status, self._head.headers)


PATIENCE = 90_000.0
"""Seconds an SDK waits for one read. Longer than any limit that a person can set (a day), which is the one that
decides: a large model on a slow computer thinks in silence for as long as it was given."""

PLAIN_HEADERS = frozenset(
    {"host", "accept", "accept-encoding", "connection", "user-agent", "content-type", "content-length", "authorization"}
)
"""What a server that is not OpenAI gets from the OpenAI SDK: nothing about organisation, project or this machine."""


OPENED: ContextVar[list[httpx2.Response] | None] = ContextVar("opened", default=None)
"""Where a stream that must close its connection by itself finds it."""


def local(url: str) -> bool:
    """Whether an address is on this machine: it is then never asked through a proxy."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:  # it is no address at all
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


PROXY: Final = (
    "Check the proxy: it stands in the variable HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or in the system's settings."
)


class ProxyUnusable(ValueError):
    """The proxy of this computer is of a kind through which nothing can be asked. Says so, for "… since …"."""

    remedy = "Set one that begins with http://, or name the host in NO_PROXY."


def through_proxy(url: str) -> str:
    """Say through which proxy an address is asked; "" where it is asked straight."""
    proxy = proxy_of(url)
    return f" through the proxy {proxy}" if proxy else ""


def proxy_secrets() -> list[str]:
    """Return the logins of all proxies of this computer: a proxy may say them back."""
    proxies = {proxy for kind, proxy in getproxies().items() if kind != "no"}
    return [each for proxy in proxies for each in address_secrets(proxy if "://" in proxy else f"http://{proxy}")]


def proxy_of(url: str) -> str:
    """Return the proxy that stands between this computer and an address, without its login; "" where none does."""
    try:
        parts = urlsplit(url)
        if local(url) or proxy_bypass(parts.hostname or ""):
            return ""
    except ValueError:
        return ""
    found = getproxies()
    proxy = found.get(parts.scheme) or found.get("all") or ""
    return public_address(proxy) if "://" in proxy else proxy.rpartition("@")[2]


def in_clear(url: str) -> bool:
    """Whether what is sent to an address, a key included, can be read on the way: no encryption, and not here."""
    return url.lower().startswith("http://") and not local(url)


async def keep_plain_headers(request: httpx2.Request) -> None:
    for name in [name for name in request.headers if name.lower() not in PLAIN_HEADERS]:
        del request.headers[name]


async def ask_for_codings(request: httpx2.Request) -> None:
    request.headers["Accept-Encoding"] = CODINGS


async def note_opened(response: httpx2.Response) -> None:
    if (waiting := WAITING.get()) is not None and response.is_success:
        waiting.note_acceptance()
    opened = OPENED.get()
    if opened is not None:
        opened.append(response)


def bounded_by(bounds: Bounds) -> Any:
    """What puts bounds around an answer before its body is read."""
    import httpx2

    class BoundedStream(httpx2.AsyncByteStream):
        """The body of an answer, unpacked and measured."""

        def __init__(self, stream: httpx2.AsyncByteStream, metre: Metre) -> None:
            self._stream = stream
            self._metre = metre

        async def __aiter__(self) -> AsyncIterator[bytes]:
            self._metre.begin()
            async with aclosing(aiter(self._stream)) as pieces:  # type: ignore[type-var]  # httpx2's are generators
                async for piece in pieces:
                    if (waiting := WAITING.get()) is not None:
                        waiting.alive()
                    for plain in self._metre.take(piece):
                        yield plain

        async def aclose(self) -> None:
            await self._stream.aclose()

    async def put_bounds(response: httpx2.Response) -> None:
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        asked = response.request
        streamed = bounds.stream > 0 and (asked.method == "POST" or EVENT_STREAM in asked.headers.get("accept", ""))
        head = Head(status=response.status_code, headers=response.headers.copy(), streamed=streamed)
        response.stream = BoundedStream(response.stream, Metre(head, bounds))
        response.headers.pop("content-encoding", None)
        # Whatever the head says: Python's other codecs unpack, fail, or take time by the square of what they read.
        response.encoding = "utf-8"

    return put_bounds


@cache
def _authorities(own: bool) -> ssl.SSLContext:
    """Whose certificates hold: reading them takes as long as all else that a client is made of, so it is done once.
    `own` says whether the person's `SSL_CERT_FILE` and `SSL_CERT_DIR` count."""
    import httpx2

    return httpx2.create_ssl_context(trust_env=own)


def http_client(url: str, *, plain: bool = False, bounds: Bounds = BOUNDS) -> httpx2.AsyncClient:
    """A client without a limit on connections (the engine limits calls), with one read limit and no total one, that
    takes no more of an answer than `bounds` and carries no cookies. Raises ValueError for an address
    that is none, and ProxyUnusable."""
    if fault := address_fault(url):
        raise ValueError(fault)
    proxy = proxy_of(url)
    if "://" in proxy and not proxy.lower().startswith(("http://", "https://")):
        raise ProxyUnusable(f"the proxy {proxy} begins neither with http:// nor with https://")
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import httpx2

    elsewhere = not local(url)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(PATIENCE),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=20),
        trust_env=elsewhere,
        verify=_authorities(elsewhere),
        follow_redirects=False,
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        event_hooks={
            "request": [ask_for_codings, *([keep_plain_headers] if plain else [])],
            "response": [bounded_by(bounds), note_opened],
        },
    )
