"""What exactly was sent to models in a debate: every request, whole, as it is in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from disputatio.debate.log.events import FollowUpAsked, KeptAnswer, Recorded, TurnAsked, TurnDrafted, TurnFailed
from disputatio.debate.log.seats import HUMAN
from disputatio.debate.values import Json, value
from disputatio.debate.wording import by_face, tr
from disputatio.engine.canonical import stored_request
from disputatio.engine.errors import NotFound
from disputatio.prompting.compose import form_in_words

if TYPE_CHECKING:
    from disputatio.storage.log import SqliteEventLog

Why = Literal["asked", "results", "repair", "mend"]


@value
class SentRequest:
    """A request to `model`, whoever answered in its place. `seq` is where the log says that it was made, `path` the
    turn that it is of; `why`: the turn began with it, or went on with what was looked up ("results"), or its answer
    could not be read ("repair"), or lacked something, such as words that stand in the turn that they are quoted from
    ("mend"). `hash` names what is stored of it."""

    seq: int
    at: float
    path: str
    seat: str
    model: str
    why: Why
    hash: str


def sent_requests(records: Sequence[Recorded], path: str = "") -> tuple[SentRequest, ...]:
    """Return the requests of a debate, or of one turn, in order. Neither people nor what needs no model are asked by
    request, and what was answered in full is not asked again within its turn."""
    found: list[SentRequest] = []
    asked: dict[str, TurnAsked] = {}
    answered: set[tuple[str, str]] = set()
    for record in records:
        match record.event:
            case TurnAsked() as event if event.model not in ("", HUMAN) and event.request:
                asked[event.path] = event
                if (event.path, event.request) not in answered:
                    found.append(_sent(record, event, "asked", event.request))
            case FollowUpAsked(path=of, why=why, request=hash) if of in asked and (of, hash) not in answered:
                found.append(_sent(record, asked[of], why, hash))
            case TurnDrafted(path=of, answer=KeptAnswer(request=hash)):
                answered.add((of, hash))
            case TurnFailed(path=of):
                answered = {each for each in answered if each[0] != of}
    return tuple(each for each in found if not path or each.path == path)


def _sent(record: Recorded, event: TurnAsked, why: Why, hash: str) -> SentRequest:
    return SentRequest(
        seq=record.seq, at=record.at, path=event.path, seat=event.seat, model=event.model, why=why, hash=hash
    )


async def request_body(log: SqliteEventLog, hash: str) -> dict[str, Json]:
    """Return a request by its hash: model, system, messages with calls and results, tools, schema. Raises NotFound
    where it was not kept, and StorageHeld."""
    try:
        return await stored_request(log.get, hash)
    except (ValueError, TypeError):
        raise NotFound(
            tr("The request {hash} is not stored in full.").format(hash=hash[:12]),
            "The debate may come from an export without its requests.",
        ) from None


async def waiting_request(log: SqliteEventLog, records: Sequence[Recorded], path: str) -> str:
    """The request that waits at a path for another chat, as one text to be pasted there. Raises NotFound."""
    sent = sent_requests(records, path)
    if not sent:
        raise NotFound(
            tr("No request was made at {path}.").format(path=path),
            by_face(
                "See which seats wait with: disputatio answer ID", tr("Its seat no longer waits for another chat.")
            ),
        )
    return "\n\n".join(text for _, text in parts(await request_body(log, sent[-1].hash)) if text)


def parts(whole: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Return a request as a person reads it: titles with texts, in the order in which a model gets them. An imported
    debate may hold anything, so nothing is taken for granted."""
    found = [("system", str(whole.get("system", "")))]
    for message in _items(whole.get("messages")):
        role = str(message.get("role", ""))
        found += [(role, str(message["text"]))] if message.get("text") else []
        for call in _items(message.get("calls")):
            found.append((f"{role} calls {call.get('name', '')}", str(call.get("arguments", ""))))
        for result in _items(message.get("results")):
            failed = " (failed)" if result.get("failed") else ""
            found.append((f"result of {result.get('name', '')}{failed}", str(result.get("text", ""))))
    if isinstance(schema := whole.get("schema"), dict) and schema:
        found.append(("form of the answer", form_in_words(schema)))
    return found


def tools(whole: Mapping[str, Json]) -> list[str]:
    """Return the names of the tools that a request offers."""
    return [str(each.get("name", "")) for each in _items(whole.get("tools"))]


def _items(given: object) -> list[dict[str, Any]]:
    return [each for each in given if isinstance(each, dict)] if isinstance(given, list) else []
