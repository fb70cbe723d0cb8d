"""A request as JSON, keys sorted: what its hash is made of, and what the audit shows."""

from __future__ import annotations

import json

from disputatio.prompting.request import Request

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(request: Request) -> str:
    return _ENCODER.encode(
        {
            "model": request.model,
            "system": request.system,
            "messages": [{"role": message.role, "text": message.text} for message in request.messages],
            "schema_name": request.schema_name,
            "schema": request.schema,
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
        }
    )
