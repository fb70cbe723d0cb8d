"""Reading Gemini's responses: text, thoughts, tools, blocks, usage."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from disputatio.engine.chat import Part, ToolCalled
from disputatio.prompting.tools import UNREADABLE_CALL
from disputatio.providers.faults import broken, declined
from disputatio.providers.reply import Reason, Reply, tokens

if TYPE_CHECKING:
    from google.genai.types import Candidate, GenerateContentResponse, GenerateContentResponseUsageMetadata
    from google.genai.types import Part as Piece

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
            raise declined(self._reply.site, said)
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
            raise declined(self._reply.site, said or f"its filter stopped the answer ({reason})")
        if reason not in REASONS:
            raise broken(self._reply.site, said or f"it gave up ({reason})")
        self._reply.reason = "tool" if self._called and reason in ("STOP", UNREAD) else REASONS[reason]
