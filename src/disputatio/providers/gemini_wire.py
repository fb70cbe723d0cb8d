"""Reading Gemini's responses: text, thoughts, tools, blocks, usage."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from disputatio.engine.chat import Part, ToolCalled
from disputatio.prompting.request import OWN_ID, Message, Request
from disputatio.prompting.tools import UNREADABLE_CALL
from disputatio.providers.faults import broken_stream, refusal
from disputatio.providers.reply import Reason, Reply, tokens
from disputatio.providers.wire import alternate, arguments_of

if TYPE_CHECKING:
    from google.genai.types import (
        Candidate,
        ContentDict,
        FunctionCallDict,
        FunctionResponseDict,
        GenerateContentResponse,
        GenerateContentResponseUsageMetadata,
        PartDict,
        Tool,
    )
    from google.genai.types import Part as Piece


# ---- Contents and tools as Gemini takes them.
def gemini_contents(request: Request) -> Iterator[ContentDict]:
    for message in alternate(request.messages):
        yield {"role": "user" if message.role == "user" else "model", "parts": [*gemini_parts(message)]}


def gemini_parts(message: Message) -> Iterator[PartDict]:
    if message.text or not (message.calls or message.results):
        yield {"text": message.text}
    for call in message.calls:
        called: FunctionCallDict = {"name": call.name, "args": dict(arguments_of(call))}
        part: PartDict = {"function_call": {**called, "id": call.id} if theirs(call.id) else called}
        yield {**part, "thought_signature": base64.b64decode(call.signature)} if call.signature else part
    for result in message.results:
        answer: FunctionResponseDict = {"name": result.name}
        answer["response"] = {"error" if result.failed else "output": result.text}
        yield {"function_response": {**answer, "id": result.id} if theirs(result.id) else answer}


def theirs(id: str) -> bool:
    """Whether Gemini gave a call its id: it takes no others."""
    return not id.startswith(OWN_ID)


def gemini_tools(request: Request) -> Tool:
    from google.genai.types import FunctionDeclaration, Tool

    declared = [
        FunctionDeclaration(name=tool.name, description=tool.description, parameters_json_schema=tool.parameters)
        for tool in request.tools
    ]
    return Tool(function_declarations=declared)


UNREAD = "MALFORMED_FUNCTION_CALL"
"""The model called something in a way that Gemini itself could not read. That is told to the model like any fault of a
call."""
REASONS: dict[str, Reason] = {"STOP": "stop", "MAX_TOKENS": "length", "CONTINUATION": "length", UNREAD: "stop"}

REFUSALS = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "MODEL_ARMOR",
        "ESCALATION",
    }
)


class ResponseReading:
    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._called = False

    def take(self, response: GenerateContentResponse) -> Iterator[Part]:
        self._reply.answered_by(response.model_version)
        if response.usage_metadata is not None:
            self._count(response.usage_metadata)
        feedback = response.prompt_feedback
        if feedback is not None and feedback.block_reason is not None:
            said = feedback.block_reason_message or f"the question was blocked ({feedback.block_reason.value})"
            raise refusal(self._reply.site, said)
        for candidate in (response.candidates or [])[:1]:
            yield from self._candidate(candidate)

    def _candidate(self, candidate: Candidate) -> Iterator[Part]:
        pieces = candidate.content.parts if candidate.content else None
        for piece in pieces or ():
            yield from self._piece(piece)
        if candidate.finish_reason is not None:
            if candidate.finish_reason.value == UNREAD:
                self._called = True
                yield ToolCalled(id="", name=UNREADABLE_CALL, arguments=candidate.finish_message or "")
            self._finish(str(candidate.finish_reason.value), candidate.finish_message or "")

    def _piece(self, piece: Piece) -> Iterator[Part]:
        if piece.thought:
            yield from self._reply.thought(piece.text)
        else:
            yield from self._reply.text(piece.text)
        call = piece.function_call
        if call is not None:
            self._called = True
            signature = base64.b64encode(piece.thought_signature or b"").decode()
            arguments = json.dumps(call.args or {}, ensure_ascii=False)
            yield ToolCalled(id=call.id or "", name=call.name or "", arguments=arguments, signature=signature)

    def _count(self, usage: GenerateContentResponseUsageMetadata) -> None:
        """Thoughts are paid for like the answer, and are counted apart from it."""
        completion = tokens(usage.candidates_token_count) + tokens(usage.thoughts_token_count)
        self._reply.counted(usage.prompt_token_count, completion, usage.cached_content_token_count)

    def _finish(self, reason: str, said: str) -> None:
        if reason in REFUSALS:
            raise refusal(self._reply.site, said or f"its filter stopped the answer ({reason})")
        if reason not in REASONS:
            raise broken_stream(self._reply.site, said or f"it gave up ({reason})")
        self._reply.reason = "tool" if self._called and reason in ("STOP", UNREAD) else REASONS[reason]
