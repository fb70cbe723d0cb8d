"""Reading chat-completion chunks: text, reasoning in its several dialects, refusals, tools, usage, sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from disputatio.engine.ports import Part, ToolCalled
from disputatio.providers.faults import refusal
from disputatio.providers.reply import LONGEST_NAME, Reason, Reply

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionChunk
    from openai.types.chat.chat_completion_chunk import Choice, ChoiceDelta, ChoiceDeltaToolCall


# ---- reasoning between <think> tags -----------------------------------------------------------------------------
OPEN, CLOSE = "<think>", "</think>"
LONGEST_START = 1_000
"""Characters without a letter that an answer begins with before they count as part of it."""
Piece = tuple[Literal["text", "thought"], str]


class ThinkingSplitter:
    """Tells reasoning from answer. Pieces of any size give the same result as the whole."""

    def __init__(self) -> None:
        self._state: Literal["start", "inside", "after", "text"] = "start"
        self._held = ""

    def feed(self, piece: str) -> list[Piece]:
        """Take in a piece; return what is certain so far."""
        if self._state == "text":
            return [("text", piece)] if piece else []
        self._held += piece
        return [part for part in self._certain() if part[1]]

    def flush(self) -> list[Piece]:
        """Return the rest, when the answer has ended."""
        held, self._held = self._held, ""
        kind: Literal["text", "thought"] = "thought" if self._state == "inside" else "text"
        return [(kind, held)] if held and self._state != "after" else []

    def _certain(self) -> list[Piece]:
        found: list[Piece] = []
        if self._state == "start":
            found += self._start()
        if self._state == "inside":
            found += self._inside()
        if self._state == "after":
            found += self._after()
        return found

    def _start(self) -> list[Piece]:
        seen = self._held.lstrip()
        if seen.startswith(OPEN):
            self._state, self._held = "inside", seen[len(OPEN) :]
            return []
        if OPEN.startswith(seen) and len(self._held) < LONGEST_START:
            return []
        self._state = "text"
        held, self._held = self._held, ""
        return [("text", held)]

    def _inside(self) -> list[Piece]:
        thought, tag, rest = self._held.partition(CLOSE)
        if tag:
            self._state, self._held = "after", rest
            return [("thought", thought)]
        keep = next((n for n in range(len(CLOSE) - 1, 0, -1) if thought.endswith(CLOSE[:n])), 0)
        self._held = thought[len(thought) - keep :]
        return [("thought", thought[: len(thought) - keep])]

    def _after(self) -> list[Piece]:
        """The blank lines between reasoning and answer belong to neither."""
        rest = self._held.lstrip()
        self._held = ""
        if not rest:
            return []
        self._state = "text"
        return [("text", rest)]


REASONS: dict[str, Reason] = {"length": "length", "tool_calls": "tool", "function_call": "tool"}


class ChatReading:
    def __init__(self, reply: Reply, *, sources: bool = False) -> None:
        self._reply = reply
        self._thinking = ThinkingSplitter()
        self._refusal = ""
        self._tools: dict[int, list[str]] = {}
        self._wanted = sources
        self._sources: list[str] = []

    def take(self, chunk: ChatCompletionChunk) -> Iterator[Part]:
        self._reply.answered_by(chunk.model)
        if chunk.usage is not None:
            details = chunk.usage.prompt_tokens_details
            cached, written = (details.cached_tokens, details.cache_write_tokens) if details else (None, None)
            self._reply.counted(chunk.usage.prompt_tokens, chunk.usage.completion_tokens, cached, written)
        if self._wanted:
            self._note_sources(chunk.model_extra or {})
        for choice in (chunk.choices or [])[:1]:
            yield from self._choice(choice)

    def _choice(self, choice: Choice) -> Iterator[Part]:
        if choice.delta is not None:
            yield from self._delta(choice.delta)
        if choice.finish_reason:
            yield from self._finish(str(choice.finish_reason))

    def _delta(self, delta: ChoiceDelta) -> Iterator[Part]:
        extra = delta.model_extra or {}
        yield from self._reply.thought(extra.get("reasoning_content") or extra.get("reasoning"))
        if delta.content:
            yield from self._pieces(self._thinking.feed(delta.content))
        if delta.refusal:
            self._refusal = self._reply.joined(self._refusal, delta.refusal)
        for call in delta.tool_calls or ():
            self._gather(call)

    def _pieces(self, pieces: Iterable[Piece]) -> Iterator[Part]:
        for kind, text in pieces:
            yield from self._reply.thought(text) if kind == "thought" else self._reply.text(text)

    def _gather(self, call: ChoiceDeltaToolCall) -> None:
        """A tool call arrives in pieces, told apart by their index. Some servers give all calls one index, or none:
        then another id begins another call. Some repeat the name with every piece."""
        known = self._tools.get(call.index)
        if known is None or (call.id and known[0] and call.id != known[0]):
            self._reply.room_for(len(self._tools))
            self._tools.pop(call.index, None)
            if known is not None:
                self._tools[~len(self._tools)] = known
            known = self._tools[call.index] = ["", "", ""]
        known[0] = known[0] or self._reply.joined("", call.id)
        if call.function:
            if call.function.name != known[1]:
                known[1] = self._reply.joined(known[1], call.function.name, LONGEST_NAME)
            known[2] = self._reply.joined(known[2], call.function.arguments)

    def _finish(self, reason: str) -> Iterator[Part]:
        yield from self._pieces(self._thinking.flush())
        if self._refusal or reason == "content_filter":
            raise refusal(self._reply.site, self._refusal or "its content filter stopped the answer")
        for id_, name, arguments in self._tools.values():
            yield ToolCalled(id=id_, name=name, arguments=arguments)
        reached: Reason = "tool" if self._tools else REASONS.get(reason, "stop")
        self._tools = {}
        self._reply.reason = reached

    def _note_sources(self, extra: Mapping[str, object]) -> None:
        """Perplexity cites by number: the list stands beside the text, in the newest chunk in full."""
        results = extra.get("search_results")
        if isinstance(results, list) and results:
            self._sources = [named(result) for result in results]
        citations = extra.get("citations")
        if isinstance(citations, list) and citations and not self._sources:
            self._sources = [str(url) for url in citations]

    def end(self) -> Iterator[Part]:
        """Yield the numbered sources after the text, since its [1] would point nowhere without them."""
        if self._reply.reason == "stop" and self._reply.spoke and self._sources:
            lines = "\n".join(f"[{n}] {source}" for n, source in enumerate(self._sources, 1))
            yield from self._reply.text(f"\n\nSources:\n{lines}\n")


def named(result: object) -> str:
    if not isinstance(result, Mapping):
        return str(result)
    return " ".join(str(result[name]) for name in ("title", "url") if result.get(name))
