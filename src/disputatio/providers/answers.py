"""Reading what an HTTP answer says about its failure: the sentence, the codes, and when to come back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime

CODE_FIELDS = ("code", "type", "status", "reason", "error_code")


def retry_after(headers: Mapping[str, str], now: Callable[[], float]) -> float | None:
    """Seconds to wait, from `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).

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
    """A number of seconds that is at least 0 ("1.5", "30s"), or None."""
    try:
        seconds = float(text.removesuffix("s"))
    except ValueError:
        return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def moment(text: str) -> float | None:
    """An HTTP date as seconds since 1970, or None."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None


def error_of(body: object) -> Mapping[str, object]:
    """The error object inside a body, whatever its wrapping: {"error": {…}}, {"error": "…"}, [{"error": …}], {…}."""
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
    """What the provider said, or ""."""
    error = error_of(body)
    for name in ("message", "detail", "title"):
        text = error.get(name)
        if isinstance(text, str) and text.strip():
            return text
    return ""


def codes_of(body: object) -> tuple[str, ...]:
    """Every code that a body names, the most particular first; Google's details included."""
    error = error_of(body)
    found = [str(error[name]) for name in CODE_FIELDS if isinstance(error.get(name), str | int)]
    details = error.get("details")
    items = details if isinstance(details, list) else [details]
    inner = [str(item[n]) for item in items if isinstance(item, Mapping) for n in CODE_FIELDS if n in item]
    return tuple(inner + found)


def status_in(codes: tuple[str, ...]) -> int:
    """An HTTP status among the codes of an error inside a stream, or 0."""
    return next((int(code) for code in codes if code.isdigit() and 400 <= int(code) <= 599), 0)
