"""What went wrong at a provider, as the errors of `engine.errors`.

One table turns what an HTTP answer says (status, error codes, sentence) into a kind; each provider adds its own codes.
Every message names provider, model, cause and next step. What a provider says is untrusted: it is cut, flattened to
one line, and the key is struck out of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import field
from email.utils import parsedate_to_datetime

from disputatio.debate.values import value
from disputatio.engine.errors import (
    BrokenStream,
    ContentRefused,
    InvalidReply,
    ProviderError,
    QuotaExceeded,
    RateLimited,
    Rejected,
    TimedOut,
    TooLong,
    Transient,
    Unauthorised,
    Unreached,
)
from disputatio.providers.transport import PROXY, Overflow, ProxyUnusable, overflow_in, proxy_of, through_proxy
from disputatio.secrets.keyring import Masking

# ---- what an HTTP answer says about its failure -----------------------------------------------------------------
CODE_FIELDS = ("code", "type", "status", "reason", "error_code")


def retry_after(headers: Mapping[str, str], now: Callable[[], float]) -> float | None:
    """Return the seconds to wait, from `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).

    A date is read against the answer's own `Date`, so that a wrong clock here does no harm; `now` (seconds since
    1970) serves where there is none. None when nothing usable was said. Names of headers are in any case.
    """
    said = {name.lower(): text.strip() for name, text in headers.items()}
    milliseconds = seconds_of(said.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    text = said.get("retry-after", "")
    seconds = seconds_of(text)
    if seconds is not None:
        return seconds
    until = moment(text)
    if until is None:
        return None
    start = moment(said.get("date", ""))
    return max(0.0, until - (now() if start is None else start))


def seconds_of(text: str) -> float | None:
    """Return a number of seconds that is at least 0 ("1.5", "30s"), or None."""
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def moment(text: str) -> float | None:
    """Return an HTTP date as seconds since 1970, or None."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None


def error_of(body: object) -> Mapping[str, object]:
    """Return the error object inside a body, whatever its wrapping: {"error": {…}}, {"error": "…"}, [{"error": …}],
    {…}."""
    if isinstance(body, list) and body:
        body = body[0]
    if not isinstance(body, Mapping):
        return {"message": body} if isinstance(body, str) else {}
    inner = body.get("error")
    if isinstance(inner, Mapping):
        return inner
    if isinstance(inner, str):
        return {**body, "message": inner}
    return body


def sentence_of(body: object) -> str:
    """Return the provider's own sentence, or ""."""
    error = error_of(body)
    for name in ("message", "detail", "title"):
        text = error.get(name)
        if isinstance(text, str) and text.strip():
            return text
    return ""


def codes_of(body: object) -> tuple[str, ...]:
    """Return every code that a body names, the most specific first, including Google's details."""
    error = error_of(body)
    found = [str(error[name]) for name in CODE_FIELDS if isinstance(error.get(name), str | int)]
    details = error.get("details")
    items = details if isinstance(details, list) else [details]
    inner = [str(item[n]) for item in items if isinstance(item, Mapping) for n in CODE_FIELDS if n in item]
    return tuple(inner + found)


def status_in(codes: tuple[str, ...]) -> int:
    """Return an HTTP status among the codes of an error inside a stream, or 0."""
    return next((int(code) for code in codes if code.isdigit() and 400 <= int(code) <= 599), 0)


Kind = type[ProviderError]
LONGEST = 300
"""Characters of a provider's own sentence that are shown."""


@value
class Site:
    """Who was asked for what, so that an error can name it. `variable` is the environment variable of the key, which
    `masking` knows; `unread`: why it could not be looked up."""

    title: str
    name: str
    model: str = ""
    url: str = ""
    variable: str = ""
    masking: Masking = field(default_factory=Masking)
    unread: str = ""

    @property
    def who(self) -> str:
        return f"{self.title} ({self.model})" if self.model else self.title

    def clean(self, said: str) -> str:
        """Return a provider's sentence, safe to show: one line, not too long, without the key."""
        said = self.masking.hide(said)
        said = " ".join("".join(c if c.isprintable() else " " for c in said).split())
        return said if len(said) <= LONGEST else f"{said[:LONGEST]}…"


@value
class Fact:
    """What an answer said about its failure. `status` 0: it came inside a reply that began with 200."""

    status: int = 0
    codes: tuple[str, ...] = ()
    said: str = ""
    after: float | None = None


TOO_LONG = re.compile(
    r"context[ _]length|context[ _]window|maximum context|context size|prompt is too long|too many (input )?tokens"
    r"|input token count|exceeds? the (maximum|max|available) (number of )?(tokens|context)|input is too long"
)
NO_CREDIT = re.compile(
    r"credit balance|insufficient[ _](quota|credits|balance|funds)|out of credits|billing hard limit"
)

BY_STATUS: dict[int, Kind] = {
    401: Unauthorised,
    402: QuotaExceeded,
    403: Unauthorised,
    408: Transient,
    409: Transient,
    413: TooLong,
    425: Transient,
    429: RateLimited,
}


def kind_of(fact: Fact, codes: Mapping[str, Kind]) -> Kind:
    """Codes say most, sentences next, the status last."""
    known = [codes[code] for code in fact.codes if code in codes]
    if known:
        return known[0]
    said = fact.said.lower()
    if fact.status in (0, 400, 402, 403, 422, 429) and NO_CREDIT.search(said):
        return QuotaExceeded
    if fact.status in (0, 400, 413, 422, 500) and TOO_LONG.search(said):
        return TooLong
    if fact.status == 0 or fact.status >= 500:
        return Transient
    return BY_STATUS.get(fact.status, Rejected)


def answer_error(site: Site, fact: Fact, codes: Mapping[str, Kind]) -> ProviderError:
    """Return the error for an answer that says what is wrong."""
    kind = kind_of(fact, codes)
    what, remedy = WORDS[kind]
    cause = ": ".join(filter(None, (str(fact.status or ""), site.clean(fact.said))))
    if kind is Rejected and fact.status == 404:
        what, remedy = UNKNOWN_MODEL
    text = f"{site.who} {what} ({cause})." if cause else f"{site.who} {what}."
    return kind(text, advice(site, remedy), after=fact.after)


def advice(site: Site, remedy: str) -> str:
    key = f"the {site.title} key in the settings"
    if site.variable:
        key += f" or the variable {site.variable}"
    return remedy.format(title=site.title, name=site.name, model=site.model, key=key, url=site.url)


UNKNOWN_MODEL = (
    "does not know this model or address",
    "Pick a model from the list that {title} offers to your key, or check the address {url}.",
)

WORDS: dict[Kind, tuple[str, str]] = {
    RateLimited: (
        "was asked too often",
        "Retry a little later. If this goes on, run fewer debates at once or raise the limit at {title}.",
    ),
    Transient: (
        "could not answer right now",
        "Retry a little later. If this goes on, look at the status page of {title}, or choose another model.",
    ),
    Unauthorised: ("did not accept the key", "Check {key}, and that the key may use this model."),
    QuotaExceeded: (
        "has no credit left for this key",
        "Add credit or raise the spending limit at {title}, or choose another model.",
    ),
    Rejected: ("refused the request", "Choose another model, or check the settings of {title}."),
    TooLong: (
        "cannot read that much at once",
        "Choose a model with a larger context window, or give the debate less context.",
    ),
    ContentRefused: (
        "declined to answer",
        "Put the question differently, or give this seat another model.",
    ),
    TimedOut: (
        "took too long",
        "Retry. If this goes on, choose another model, or raise the limits of time in the settings.",
    ),
    BrokenStream: (
        "broke off its answer",
        "Retry: the turn is asked again from its start. If this goes on, choose another model.",
    ),
}


def no_key(site: Site) -> Unauthorised:
    return Unauthorised(
        f"There is no key for {site.title}, so {site.model or 'it'} cannot be asked. {site.unread}".rstrip(),
        advice(site, "Enter {key}, or choose another model; rehearsal: needs none."),
    )


def broken_stream(site: Site, why: str, remedy: str = "") -> BrokenStream:
    """The answer ended early, or held something that is not its protocol."""
    cause = site.clean(why)
    return BrokenStream(
        f"{site.who} broke off its answer: {cause}{'' if cause.endswith(('.', '?', '!', '…')) else '.'}",
        advice(site, remedy or WORDS[BrokenStream][1]),
    )


def flooded(site: Site, why: str) -> InvalidReply:
    """The answer was longer than we accept. Asking again would bring the same."""
    return InvalidReply(
        f"{site.who} was stopped, since its answer {site.clean(why)}.",
        advice(site, "Check that {url} is the address of {title}. If it is, choose another model."),
    )


def unreachable(site: Site, why: str) -> Transient:
    through = through_proxy(site.url)
    remedy = "Check the network, and that the address of {title} in the settings is right and its server runs."
    return Transient(
        f"{site.title} could not be reached at {site.url}{through}: {site.clean(why) or 'no connection'}.",
        advice(site, f"{PROXY} {remedy}" if through else remedy),
    )


def unusable_proxy(site: Site, why: str, remedy: str = ProxyUnusable.remedy) -> Unreached:
    return Unreached(
        f"{site.title} cannot be asked, since {site.clean(why)}.",
        f"{PROXY} {remedy}",
    )


def barred_proxy(site: Site, why: str) -> Unreached:
    return unusable_proxy(
        site,
        f"the proxy {proxy_of(site.url)} lets nothing through ({why})",
        "Give it your login there, as in http://NAME:PASSWORD@HOST:PORT, or name the host in NO_PROXY.",
    )


def wrong_address(site: Site, why: str) -> Unreached:
    return Unreached(
        f"{site.url!r} cannot be the address of {site.title}: {site.clean(why)}.",
        advice(site, "Correct the address of {title} in the settings, or the variable that sets it."),
    )


def lost(site: Site, why: str) -> Transient:
    through = through_proxy(site.url)
    return Transient(
        f"{site.who} closed the connection before it answered{through} ({site.clean(why) or 'no reason given'}).",
        advice(site, f"{PROXY} {WORDS[Transient][1]}" if through else WORDS[Transient][1]),
    )


def late(site: Site, what: str = "sent nothing for too long") -> TimedOut:
    return TimedOut(f"{site.who} {what}.", advice(site, WORDS[TimedOut][1]))


def refusal(site: Site, said: str) -> ContentRefused:
    """The provider's filter, or the model itself, would not answer."""
    cause = site.clean(said)
    text = f"{site.who} declined to answer" + (f": {cause}" if cause else "")
    return ContentRefused(text.rstrip(".") + ".", advice(site, WORDS[ContentRefused][1]))


# ---- what the connection itself did ----------------------------------------------------------------------------------
def no_address() -> tuple[type[Exception], ...]:
    """Return what making a client raises for an address that is none."""
    import httpx2

    return (httpx2.InvalidURL, ValueError)


def http_faults() -> tuple[type[Exception], ...]:
    import httpx2

    return (httpx2.HTTPError, httpx2.InvalidURL, httpx2.CookieConflict, OSError, Overflow)


def overflowing(
    error: Exception, site: Site, codes: Mapping[str, Kind], now: Callable[[], float]
) -> ProviderError | None:
    """Return the error for an answer that was longer than what is taken. The status of one that failed still says
    most."""
    over = overflow_in(error)
    if over is None:
        return None
    if over.status < 300:
        return flooded(site, over.what)
    said = f"its explanation {over.what}, and was not read"
    return answer_error(site, Fact(status=over.status, said=said, after=retry_after(over.headers, now)), codes)


def by_http(error: Exception, site: Site, *, begun: bool = False) -> ProviderError | None:
    """Return the error for what the connection itself did, whichever SDK let it through raw. `begun`: part of the
    answer had come."""
    import httpx2

    why = str(error) or type(error).__name__
    if isinstance(error, httpx2.ProxyError):
        return barred_proxy(site, why) if why.startswith("407") else unreachable(site, why)
    if isinstance(error, httpx2.ConnectTimeout | httpx2.ConnectError | httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return unreachable(site, why)
    if isinstance(error, httpx2.TimeoutException | TimeoutError):
        return late(site)
    if isinstance(error, httpx2.TransportError | OSError):
        return broken_stream(site, f"the connection was lost ({why})") if begun else lost(site, why)
    return None


def nonsense(error: Exception, site: Site) -> ProviderError:
    """Return the error of last resort: what came was not the protocol."""
    why = f"it sent something that is not its protocol ({type(error).__name__})"
    return broken_stream(site, why, "Check that the address {url} speaks this protocol, then retry.")
