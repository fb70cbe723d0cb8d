"""What requests to models come to: what providers have read before, what they charge, and for what.

Both are of the rules that `tokens` tells of.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.table import Figure
from disputatio.debate.ids import step_of
from disputatio.debate.log.events import Usage
from disputatio.debate.log.seats import SERVICES
from disputatio.prompting.request import Request
from disputatio.providers import catalogue
from disputatio.providers.anthropic import claude_messages, claude_tool, least_cached
from disputatio.providers.catalogue import estimate_tokens
from disputatio.providers.openai_compatible import chat_messages, chat_tool

STEP, SHORTEST = 128, 1024
"""In what steps OpenAI keeps what was read, and from how many tokens on."""
BLOCKS = 20
"""How many blocks before a mark Anthropic looks for what it has kept."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request to a model, "provider:name", and about how many tokens its reply had. `marked`: the provider is told
    what is worth keeping, if it wants that."""

    path: str
    seat: str
    model: str
    request: Request
    completion: int
    marked: bool = True

    @property
    def clerk(self) -> bool:
        """Whether it is a utility call. The synthesis is none: a model for participants writes it for the person."""
        return self.seat in SERVICES and step_of(self.path) != "synthesis"

    @property
    def kind(self) -> str:
        """Whose turn it is, or what a service gives."""
        gives = self.request.brief.gives if self.request.brief is not None else ""
        return (gives or step_of(self.path)) if self.seat in SERVICES else f"the {self.seat}'s turns"


@dataclass(slots=True)
class Bill:
    """What requests come to. `spent`: micro-dollars; `calls`: each of them, with what it takes."""

    requests: int = 0
    prompt: int = 0
    clerk: int = 0
    cached: int = 0
    completion: int = 0
    spent: int = 0
    calls: list[tuple[Sent, Usage]] = field(default_factory=list)

    @property
    def lines(self) -> Iterator[str]:
        """Each of them in words."""
        for sent, usage in self.calls:
            yield (
                f"{sent.path:50} {sent.model.partition(':')[2]:26} {usage.prompt:>7,} read, {usage.cached:>7,} of it"
                f" from a cache, {usage.written:>7,} put there, {usage.completion:>6,} said, ≈"
                f" {price(sent, usage) / 10_000:.2f} ¢"
            )


# ---- what providers keep -----------------------------------------------------------------------------------------
@dataclass(slots=True)
class Kept:
    """What the providers have kept of the requests so far, by model and seat."""

    read: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def usage(self, sent: Sent) -> Usage:
        pieces = list(_pieces(sent))
        known = self.read.setdefault((sent.model, sent.seat), [])
        whole = "".join(text for text, _ in pieces)
        take = _marked if sent.model.startswith("anthropic:") else _unmarked
        cached, written = take(pieces, known, sent)
        prompt = estimate_tokens(whole)
        return Usage(prompt=prompt, completion=sent.completion, cached=cached, written=written, estimated=True)


def _marked(pieces: Sequence[tuple[str, bool]], known: list[str], sent: Sent) -> tuple[int, int]:
    """Anthropic's rule: (tokens that are read from what was kept, tokens that are kept)."""
    ends = ["".join(text for text, _ in pieces[:end]) for end in range(1, len(pieces) + 1)]
    marks = [at for at, (_, mark) in enumerate(pieces) if mark]
    least = least_cached(sent.request.model)
    marks = [at for at in marks if estimate_tokens(ends[at]) >= least]
    if not marks:
        return 0, 0
    near = (ends[at] for mark in reversed(marks) for at in range(mark, max(mark - BLOCKS, -1), -1))
    cached = estimate_tokens(next((text for text in near if text in known), ""))
    known += [ends[at] for at in marks]
    return cached, estimate_tokens(ends[marks[-1]]) - cached


def _unmarked(pieces: Sequence[tuple[str, bool]], known: list[str], sent: Sent) -> tuple[int, int]:
    """OpenAI's rule."""
    whole = "".join(text for text, _ in pieces)
    shared = max((_shared(whole, other) for other in known), default=0)
    cached = estimate_tokens(whole[:shared]) // STEP * STEP
    known.append(whole)
    return (cached if cached >= SHORTEST else 0), 0


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _pieces(sent: Sent) -> Iterator[tuple[str, bool]]:
    """All that is sent, in the order in which providers read it, and whether it is marked to be kept up to there."""
    request, claude = sent.request, sent.model.startswith("anthropic:")
    tools = [dict(claude_tool(tool) if claude else chat_tool(tool)) for tool in request.tools]
    yield "".join(_json(each) for each in (*tools, request.schema) if each), False
    if not claude:
        yield from ((_json(message), False) for message in chat_messages(request))
        return
    yield request.system, False
    for message in claude_messages(request, request.model):
        content: Any = message["content"]
        for each in [{"text": content}] if isinstance(content, str) else content:
            text = str(each["text"] if "text" in each else each["content"] if "content" in each else each["input"])
            yield text, sent.marked and "cache_control" in each


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def bill(sent: Sequence[Sent]) -> Bill:
    """What they cost, one after another."""
    kept, total = Kept(), Bill()
    for one in sent:
        usage = kept.usage(one)
        total.requests += 1
        total.prompt += usage.prompt
        total.clerk += usage.prompt if one.clerk else 0
        total.cached += usage.cached
        total.completion += usage.completion
        total.spent += price(one, usage)
        total.calls.append((one, usage))
    return total


# ---- for what ----------------------------------------------------------------------------------------------------
def price(sent: Sent, usage: Usage) -> int:
    """Micro-dollars."""
    return catalogue.price(sent.model, usage) or 0


def kinds(total: Bill) -> Iterator[Figure]:
    """What each kind of call costs: read anew, put into a cache, read from one, and said."""
    found: dict[str, Counter[str]] = {}
    for sent, usage in total.calls:
        kind = found.setdefault(sent.kind, Counter())
        fresh = usage.prompt - usage.cached - usage.written
        for part, taken in (
            ("anew", Usage(prompt=fresh)),
            ("put into a cache", Usage(prompt=usage.written, written=usage.written)),
            ("from a cache", Usage(prompt=usage.cached, cached=usage.cached)),
            ("said", Usage(completion=usage.completion)),
        ):
            kind[part] += price(sent, taken)
    for kind, parts in found.items():
        told = ", ".join(f"{cost / 10_000:.2f} {part}" for part, cost in parts.items() if cost)
        yield Figure(f"cost of {kind}", parts.total() / 10_000, "¢", note=told)


def read_by_clerk(total: Bill) -> Iterator[Figure]:
    """What the clerk reads for its records, by part."""
    parts: Counter[str] = Counter()
    records = 0
    for sent, usage in total.calls:
        brief = sent.request.brief
        if brief is None or brief.gives != "ledger":
            continue
        records += 1
        told = {
            "instructions": sent.request.system,
            "form": _json(sent.request.schema),
            "turns": "".join(turn.text for turn in brief.turns),
            "statements": "".join(brief.figures.values()),
            "question": brief.question,
        }
        sizes = {part: estimate_tokens(text) for part, text in told.items()}
        parts.update({**sizes, "marks around them": usage.prompt - sum(sizes.values())})
    for part, tokens in parts.items():
        yield Figure(f"read by the clerk in {records} records: {part}", tokens / 1000, "k tokens")


# ---- what is left where nothing is said twice ----------------------------------------------------------------
def least(sent: Sequence[Sent]) -> tuple[int, float, float]:
    """What remains in any case: (micro-dollars of what participants and the synthesis say and of every line that they
    are shown, once for each seat, if the clerk cost nothing; the least share of the clerk in the input, in percent, if
    it read every message once and nothing else; the same with the list of statements besides, without which it can
    name none)."""
    spent, others, lists = 0, 0, 0
    shown: dict[str, set[str]] = {}
    messages: dict[str, int] = {}
    for one in sent:
        brief = one.request.brief
        assert brief is not None
        if one.clerk:
            messages |= {turn.path: estimate_tokens(turn.text) for turn in brief.turns if brief.gives == "ledger"}
            lists += estimate_tokens(brief.figures.get("points", "")) if brief.gives == "ledger" else 0
            continue
        lines = "".join(text for text, _ in _pieces(one)).replace("\\n", "\n").split("\n")
        known = shown.setdefault(one.seat, set())
        fresh = estimate_tokens("\n".join(line for line in dict.fromkeys(lines) if line not in known))
        known.update(lines)
        spent += catalogue.price(one.model, Usage(prompt=fresh, completion=one.completion)) or 0
        others += estimate_tokens("".join(text for text, _ in _pieces(one)))
    once = sum(messages.values())
    return spent, 100 * once / (others + once), 100 * (once + lists) / (others + once + lists)
