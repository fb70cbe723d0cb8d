"""A debate as JSON: complete, re-importable to the letter, and open to anybody's check of its hash chain."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from disputatio.debate.errors import Refused
from disputatio.debate.values import Json, value
from disputatio.debate.wording import english, tr
from disputatio.storage.chain import Head, Row, event_of_row, head_of, verify

FORMAT = "disputatio-debate"
VERSION = 1
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
"""What an id can be: it is typed, printed and made part of file names."""


@value
class ImportedDebate:
    """A debate from a file: its log to the letter, and the full requests by their hash."""

    debate: str
    title: str
    rows: tuple[Row, ...]
    requests: Mapping[str, str]


@english()
def export_json(
    debate: str,
    title: str,
    log: Sequence[Row],
    requests: Mapping[str, str] | None = None,
    code: Sequence[Mapping[str, Json]] = (),
    solution: Mapping[str, Json] | None = None,
) -> str:
    """Return the whole debate. `log` as it is stored (`SqliteEventLog.rows`, or `chain.rows` of what was recorded);
    `code`: its versions of code, which follow from the log but for what was measured of them; `solution`: what won
    where proposals compete, which follows from it, too."""
    head = head_of(log)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "debate": debate,
        "title": title,
        "head": {"seq": head.seq, "hash": head.hash},
        "events": [_event(row) for row in log],
        "requests": dict(requests or {}),
        **({"solution": dict(solution)} if solution else {}),
        **({"code_versions": list(code)} if code else {}),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def import_json(text: str) -> ImportedDebate:
    """Return the debate in an export. Nothing is stamped anew.

    Raises Refused for what is no such export, or was changed; codec.Unreadable for events of a newer version.
    """
    content = _parsed(text)
    try:
        rows = tuple(_row(each) for each in content["events"])
        head = Head(seq=int(content["head"]["seq"]), hash=str(content["head"]["hash"]))
        requests = {str(key): str(body) for key, body in content.get("requests", {}).items()}
        debate, title = str(content["debate"]), str(content["title"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as fault:
        raise Refused(
            tr("This export is incomplete: {short}.").format(short=_short(fault)), "Export the debate again."
        ) from fault
    findings = verify(rows, head) + _forged(requests)
    if findings or not rows:
        what = " ".join(findings[:3]) or "It contains no events."
        raise Refused(
            tr("This export was changed after it was made. {what}").format(what=what), "Import the original file."
        )
    for row in rows:
        event_of_row(row)  # refused now rather than when the debate is opened; `log.add` looks at the figures
    if not ID.fullmatch(debate):
        raise Refused("This is not a debate export: its id is not valid.", "Import the original file.")
    return ImportedDebate(debate=debate, title=title, rows=rows, requests=requests)


def _event(row: Row) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "at": row.at,
        "type": row.type,
        "event": json.loads(row.body),
        "prev_hash": row.prev_hash,
        "hash": row.hash,
    }


def _row(given: Mapping[str, Any]) -> Row:
    body = json.dumps(given["event"], ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    row = Row(
        seq=int(given["seq"]),
        at=float(given["at"]),
        type=str(given["type"]),
        body=body,
        prev_hash=str(given["prev_hash"]),
        hash=str(given["hash"]),
    )
    "".join((row.type, row.body, row.prev_hash, row.hash)).encode()  # a hash is one of bytes
    return row


def _short(fault: Exception) -> str:
    text = repr(fault)
    return text if len(text) <= 200 else f"{text[:200]}…"


def _parsed(text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise Refused(
            tr("This is not JSON: {fault}.").format(fault=fault), "Choose a file that was exported as JSON."
        ) from fault
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refused("This is not a debate export.", "Choose a file that was exported as JSON.")
    if content.get("version") != VERSION:
        raise Refused(
            tr("This export has version {content!r}; this Disputatio reads version {version}.").format(
                content=content.get("version"), version=VERSION
            ),
            "Update Disputatio.",
        )
    return content


def _forged(requests: Mapping[str, str]) -> list[str]:
    wrong = [key for key, body in requests.items() if sha256(body.encode("utf-8", "surrogatepass")).hexdigest() != key]
    return [f"The request {wrong[0]} does not match its hash."] if wrong else []
