"""What recorded debates cost: their requests as they were asked, against those that this version composes for the same
turns, look-ups included.

The debates are exports with their requests, `NAME.json`; `tests/data/bookkeeping/NAME` holds what the clerk of this
version answered for their turns, insights included. They are named on the command line, or by the folder in
`DISPUTATIO_PANELS`:

    python -m benchmarks.tokens FILE…      --list prints every request of this version
    DISPUTATIO_PANELS=FOLDER python -m benchmarks tokens

Both sides are counted alike. Tokens are an estimate, four characters each, of all that is sent: tools, the JSON Schema
of a reply, instructions, messages; of the reply, what was recorded. Thoughts are not counted, since nobody recorded
them. Prices are those of genai-prices. A debate about a commit that this checkout holds is composed with the context
that this version chooses for its question; every other one with the context that it had. A look-up is not made again
where the request shows its answer already. The providers' rules for what they have read before, as of 2026-11:

- Anthropic keeps what stands before a mark, where that is long enough for the model, in whole blocks. What is read
  from there costs a tenth of the price, what is put there 1.25 of it. Requests without marks are never kept.
- OpenAI keeps by itself what two requests begin with in common, from 1,024 tokens on, in steps of 128; reading it costs
  what the price list says (a tenth for GPT-5), and keeping it nothing.

The forecast is held against all that was used, the crux room included that the person opened in 4-dialogue-cron: one
for each aspect is foreseen.

When this was written, 1-dual-repository cost 28.9 ¢, half of what it had cost (58.1 ¢). 11.7 ¢ of it are what
participants and synthesis said, 1.3 ¢ the replies of the clerk. If the clerk cost nothing, and every seat read each
line once and never again, 0.39 would be left. Forecasts were off by 25 % at most.

The clerk read 9 % of the input there, 29 % in 2-dual-product, 13 % in both together, and 25 % in 4-dialogue-cron. In
2-dual-product participants read little besides the turns: if the clerk read every message once and the statements that
it can name, it would be 19 % without any instructions or form, so that 20 % would leave 380 tokens for those of four
records, which take 3,000, and for the question. What has been left out: all about listed statements where nothing is
listed (1.1 points), and insights where there is nothing to find them in (0.7). What was tried, and is not sound:

- To hide what a critique agrees with by id: 0.6 points. It tells there which objections were met; records that had been
  made unseen lost a status and the class of a move.
- One record a round, after the critique: 2.4 points. The Critic judges by the ids that the record of the answer gives.
- Agreed statements in short: a point at most. Whoever does not see their words states them anew.

Debates in eight phases are not among these. Two were held about repositories, with nine seats and one round; as this
version asks, without what a person had done once more at a gate, they take 294 and 278 thousand tokens, and 289 and 295
are foreseen (with the rejected round 321 and 307). `tests/app/test_forecasts.py` holds a scripted one.

Only requests of the same seat are taken to find what was kept, and none to come later than the five minutes for which
it is: a person who reads for longer between two rounds pays the whole price once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks import annotated, bills
from benchmarks.bills import Bill, Sent, bill, least
from benchmarks.table import Figure, show
from disputatio.app.forecasts import Forecast, forecast_of
from disputatio.app.paths import resource
from disputatio.debate.context import Context
from disputatio.debate.format import Format
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import (
    DebateOpened,
    Event,
    FollowUpAsked,
    TurnAsked,
    TurnCompleted,
    Usage,
)
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.state import Debate, alter, block_at
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.visibility import view
from disputatio.debate.policy import At
from disputatio.debate.ranges import blocks
from disputatio.debate.views.excerpts import arguments_of, excerpts_of, same_call, uses_of
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.walk.plan import Planner
from disputatio.engine.canonical import predecessor_hash, restore
from disputatio.exporting.json_export import ImportedDebate, import_json
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose, needless
from disputatio.prompting.request import Message, Request, ToolCall, ToolResult, ToolSpec
from disputatio.prompting.tools import REPOSITORY
from disputatio.providers import catalogue
from disputatio.providers.catalogue import estimate_tokens
from disputatio.repository.context import from_tree
from disputatio.repository.errors import RepositoryError
from disputatio.repository.source_tree import open_tree
from disputatio.storage.chain import event_of_row
from disputatio.testing.speakers import formats_of

PANELS = "DISPUTATIO_PANELS"
HALF = {"1-dual-repository": 0.5}
"""The most that this version may cost, as a share of what the debate cost."""
OF_CLERK = {"dual": 20.0, "dialogue": 35.0}
"""The largest share of the input that the clerk may read, in percent, by format."""
ANALYSIS = "agreement"
"""What this version asks of sealed answers, and versions before did not."""
OFF = 25.0
"""By how many percent a forecast may be off."""
ROOMS = {"[c62625c]": "[C13]"}
"""Claims of crux rooms in older debates, and what this version's record calls them: a room whose claim nobody knows
shows nothing of what led to it."""
CHECKOUT = Path(__file__).parents[1]


# ---- as they were asked ------------------------------------------------------------------------------------------
def asked(debate: ImportedDebate) -> list[Sent]:
    """The requests as they were, in the order of the record. That version marked nothing."""
    events = [event_of_row(row).event for row in debate.rows]
    said = {event.path: event for event in events if isinstance(event, TurnCompleted)}
    first = {event.path: event for event in events if isinstance(event, TurnAsked) and event.model}
    found: list[Sent] = []
    for event in events:
        if isinstance(event, TurnAsked | FollowUpAsked) and event.path in first:
            turn = first[event.path]
            request = _stored(debate.requests, event.request)
            found.append(Sent(event.path, turn.seat, turn.model, request, 0, marked=False))
    return _answered(found, said)


def _stored(bodies: Mapping[str, str], hash: str) -> Request:
    chain: list[str] = []
    while hash:
        chain.insert(0, bodies[hash])
        hash = predecessor_hash(bodies[hash])
    body: dict[str, Any] = restore(chain)
    messages = [
        Message(
            role=each["role"],
            text=each["text"],
            calls=tuple(ToolCall(**call) for call in each.get("calls", ())),
            results=tuple(ToolResult(**result) for result in each.get("results", ())),
        )
        for each in body["messages"]
    ]
    return Request(
        model=body["model"],
        system=body["system"],
        messages=tuple(messages),
        schema_name=body["schema_name"],
        schema=body["schema"],
        tools=tuple(ToolSpec(**tool) for tool in body.get("tools", ())),
    )


def _answered(sent: Sequence[Sent], said: Mapping[str, TurnCompleted]) -> list[Sent]:
    """With the tokens of each reply: the calls that the next request of the turn repeats, or the turn itself."""
    found: list[Sent] = []
    for at, one in enumerate(sent):
        after = next((each for each in sent[at + 1 :] if each.path == one.path), None)
        calls = [call for message in after.request.messages for call in message.calls] if after else []
        before = sum(len(message.calls) for message in one.request.messages)
        text = "".join(call.arguments for call in calls[before:]) if after else said[one.path].text
        found.append(replace(one, completion=estimate_tokens(text)))
    return found


# ---- as this version asks ----------------------------------------------------------------------------------------
def chosen(context: Context, question: str) -> Context:
    """The context that this version chooses, where the commit is at hand; else the one that is given."""
    if context.kind != "repository":
        return context
    try:
        return from_tree(open_tree(CHECKOUT, context.pin), question)
    except RepositoryError:
        return context


def composed(name: str, exported: ImportedDebate) -> list[Sent]:
    """The requests of this version for the same turns, with the records that its clerk made of them."""
    case = annotated.Case.of(annotated.CASES / name)
    before = asked(exported)
    events = [event_of_row(row).event for row in exported.rows]
    debate = _of_this_version(fold(events))
    rooms = [_renamed(turn) for turn in Planner().walk(case.debate).past if turn.heard.startswith("room:")]
    past = annotated.past_of(case)
    for turn in rooms:
        past = past.add(turn)
    replies = debate.replies
    for turn in past:
        replies = replies if turn.path in replies else replies.set(turn.path, TurnCompleted(path=turn.path, text=""))
    debate = alter(debate, replies=replies, context=chosen(debate.context, debate.question))
    past, part = annotated.in_passes(case, past)
    found: list[Sent] = []
    waiting: list[Turn] = []
    for node in reversed(list(past.nodes())):
        if node.turn is None or node.before is None or node.turn.by != "model":
            continue
        if node.turn.path in part:
            waiting.append(node.turn)
            continue
        seen = node.before
        while seen.before is not None and seen.turn in waiting:
            seen = seen.before
        texts = [one.text for one in (*(waiting if node.turn.gives == "ledger" else ()), node.turn)]
        turn = replace(node.turn, text=case.answers.get(node.turn.gives, "\n".join(texts)))
        waiting = [] if node.turn.gives == "ledger" else waiting
        found += _turn(debate, seen, turn, [one for one in before if one.path == turn.path])
    return found


def _renamed(turn: Turn) -> Turn:
    path, heard = turn.path, turn.heard
    for before, now in ROOMS.items():
        path, heard = path.replace(before, now), heard.replace(before, now)
    return replace(turn, path=path, heard=heard)


def _of_this_version(debate: Debate) -> Debate:
    format = formats()[debate.format.name]
    return alter(debate, format=format, options={**format.options, **debate.options})


def formats() -> Mapping[str, Format]:
    return formats_of(resource("formats"))


def _turn(debate: Debate, past: Past, turn: Turn, before: Sequence[Sent]) -> Iterator[Sent]:
    """The requests of one turn: the first, and one for each look-up that is still made."""
    model = debate.model_of(turn.seat, turn.task)
    call = _call(debate, past, turn)
    if call is None or not model:
        return
    tools = REPOSITORY if call.seat in debate.seats and looks_up(debate.context, debate.options) else ()
    brief = brief_of(debate, call, "debate")
    if needless(brief):
        return
    request = compose(brief, model.partition(":")[2], tools, "normal")
    at = At(debate=debate, path=turn.path, past=past)
    shown, earlier = excerpts_of(at), uses_of(at)
    sent = [request]
    steps = before[-1].request.messages[1:] if before else ()
    for use, wanted, results in zip(debate.replies[turn.path].tools, steps[::2], steps[1::2], strict=False):
        given = arguments_of(use)
        if (shown is not None and shown.cover(use.name, given)) or same_call(earlier, use.name, given):
            continue
        sent.append(replace(sent[-1], messages=(*sent[-1].messages, wanted, results)))
    said = TurnCompleted(path=turn.path, text=turn.text)
    yield from _answered([Sent(turn.path, turn.seat, model, each, 0) for each in sent], {turn.path: said})


def _call(debate: Debate, past: Past, turn: Turn) -> Call | None:
    """What the format of this version asks at the place of a turn; None where it asks nothing there."""
    known = list(blocks(debate.format.body))
    if turn.gives == "ledger":
        keeps = any(one.gives == "ledger" for one in known)
        return annotated.record_of(past, turn.path) if keeps else None
    step = step_of(turn.path)
    block = block_at(debate, turn.path) or next((one for one in known if one.name == step), None)
    if block is None:
        return None
    sees = view(At(debate=debate, path=turn.path, past=past), block.sees)
    return Call(
        path=turn.path, seat=turn.seat, task=block.task or block.name, gives=block.gives, heard=turn.heard, sees=sees,
        past=past,
    )  # fmt: skip


# ---- the forecast ------------------------------------------------------------------------------------------------
class Prices:
    """As the providers' registry has them."""

    def price(self, model: str, usage: Usage) -> int | None:
        return catalogue.price(model, usage)

    def estimate_tokens(self, text: str) -> int:
        return estimate_tokens(text)


def foretold(events: Sequence[Event]) -> Forecast:
    """What this version says of the debate before it starts."""
    opened = next(event for event in events if isinstance(event, DebateOpened))
    debate = _of_this_version(fold(events[:1]))
    context = chosen(opened.context, opened.question)
    if not any(isinstance(event, TurnAsked) and event.gives == ANALYSIS for event in events):
        body = debate.format.body  # no request is composed for a turn that there was not
        body = replace(body, do=tuple(block for block in body.do if block.gives != ANALYSIS))
        debate = alter(debate, format=replace(debate.format, body=body))
    return forecast_of(replace(opened, format=debate.format, options=debate.options, context=context), Prices())


# ---- figures -----------------------------------------------------------------------------------------------------
def figures(file: Path) -> tuple[list[Figure], Bill]:
    exported = import_json(file.read_text(encoding="utf-8"))
    events = [event_of_row(row).event for row in exported.rows]
    sent = composed(file.stem, exported)
    then, now = bill(asked(exported)), bill(sent)
    foreseen = foretold(events)
    format = fold(events).format.name
    had = fold(events).context
    anew = chosen(had, fold(events).question) != had
    floor, messages, listed = least(sent)
    billed = sum(event.cost or 0 for event in events if isinstance(event, TurnCompleted))
    return [
        *_sums("then", then, f"{billed / 10_000:.2f} ¢ as it was recorded, with nothing read from a cache"),
        *_sums("now", now, "with the context that this version chooses" if anew else ""),
        *bills.kinds(now),
        *bills.read_by_clerk(now),
        Figure("share of the clerk in the input, then", 100 * then.clerk / then.prompt, "%"),
        Figure("share of the clerk in the input, now", 100 * now.clerk / now.prompt, "%", OF_CLERK.get(format)),
        Figure("the least share: it reads every message once, and nothing else", messages, "%"),
        Figure("the same with the statements that it can name", listed, "%"),
        Figure("cost now over cost then", now.spent / then.spent, "×", HALF.get(file.stem)),
        Figure("the least: no clerk, and every seat reads each line once", floor / then.spent, "×"),
        _off("requests", foreseen.calls, now.requests),
        _off("tokens", foreseen.tokens, now.prompt + now.completion),
        _off("cost", foreseen.cost or 0, now.spent),
    ], now


def _sums(when: str, total: Bill, note: str = "") -> Iterator[Figure]:
    yield Figure(f"requests, {when}", total.requests, "")
    yield Figure(f"input, {when}", total.prompt / 1000, "k tokens", note=f"{total.clerk:,} of the clerk")
    yield Figure(f"input that was read from a cache, {when}", 100 * total.cached / total.prompt, "%")
    yield Figure(f"cost, {when}", total.spent / 10_000, "¢", note=note)


def _off(what: str, foreseen: int, spent: int) -> Figure:
    share = 100 * abs(foreseen / spent - 1)
    return Figure(f"forecast of the {what} is off by", share, "%", OFF, f"{foreseen:,} foreseen, {spent:,} then used")


def measure() -> None:
    folder = os.environ.get(PANELS, "")
    if not folder:
        sys.stdout.write(f"\nTokens and cost\n  Not measured: set {PANELS} to a folder of exported debates.\n")
        return
    _print(sorted(Path(folder).glob("*.json")))


def _print(files: Sequence[Path], *, lines: bool = False) -> None:
    """Print the figures of each debate, and of all dual ones together how much of the input the clerk reads."""
    dual = Bill()
    for file in files:
        found, now = figures(file)
        show(f"Tokens and cost: {file.stem}", found)
        if lines:
            sys.stdout.write("".join(f"  {line}\n" for line in now.lines))
        if "dual" in file.stem:
            dual.clerk, dual.prompt = dual.clerk + now.clerk, dual.prompt + now.prompt
    if dual.prompt:
        share = Figure("share of the clerk in the input, now", 100 * dual.clerk / dual.prompt, "%", OF_CLERK["dual"])
        show("Tokens and cost: all dual debates together", [share])


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tokens", description=__doc__)
    parser.add_argument("file", type=Path, nargs="+")
    parser.add_argument("--list", action="store_true", help="print every request of this version")
    chosen = parser.parse_args(arguments)
    _print(chosen.file, lines=chosen.list)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
