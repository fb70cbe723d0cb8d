"""OpenAI's own web search. It is a tool of the Responses API, which nothing else here needs; `openai_compatible` says
why."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING

from disputatio.engine.ports import Part
from disputatio.prompting.request import Request
from disputatio.providers.faults import broken_stream, refusal
from disputatio.providers.reply import Reply

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from openai.types.responses import Response, ResponseStreamEvent


async def searching(client: AsyncOpenAI, model: str, request: Request, reply: Reply) -> AsyncGenerator[Part, None]:
    """Yield the parts of an answer for which the model searched the web; the pages it cites come last."""
    from openai import omit

    async with await client.responses.create(
        model=model,
        instructions=request.system or omit,
        input="\n\n".join(message.text for message in request.messages),
        tools=[{"type": "web_search"}],
        max_output_tokens=request.max_tokens or omit,
        store=False,
        stream=True,
    ) as events:
        reply.content_type = events.response.headers.get("content-type", "")
        async for event in events:
            for part in _taken(event, reply):
                yield part


def _taken(event: ResponseStreamEvent, reply: Reply) -> Iterator[Part]:
    match event.type:
        case "response.created":
            reply.answered_by(event.response.model)
        case "response.output_text.delta":
            yield from reply.text(event.delta)
        case "response.output_text.annotation.added":
            found = event.annotation
            if found is not None and found.type == "url_citation":
                reply.cite(found.url, found.title)
        case "response.refusal.done":
            raise refusal(reply.site, event.refusal)
        case "response.failed":
            why = event.response.error.message if event.response.error else "it gave no reason"
            raise broken_stream(reply.site, why)
        case "response.completed" | "response.incomplete":
            yield from reply.sources()
            _count(event.response, reply)
            reply.reason = "stop" if event.type == "response.completed" else "length"
        case _:
            return


def _count(response: Response, reply: Reply) -> None:
    usage = response.usage
    if usage is not None:
        reply.counted(usage.input_tokens, usage.output_tokens, usage.input_tokens_details.cached_tokens)
