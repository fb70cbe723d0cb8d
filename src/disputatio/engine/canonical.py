"""A request as JSON, keys sorted: what its hash is made of, and what the audit shows.

Written field by field, because a request is long and made for every turn: what all turns of a seat share is encoded
once.
"""

from __future__ import annotations

import json
from functools import lru_cache
from json.encoder import encode_basestring as quoted

from disputatio.prompting.request import Request

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def canonical(request: Request) -> str:
    messages = ",".join(f'{{"role":"{message.role}","text":{quoted(message.text)}}}' for message in request.messages)
    return (
        f'{{"max_tokens":{_json(request.max_tokens)},"messages":[{messages}],"model":{quoted(request.model)},'
        f'"schema":{_json(request.schema)},"schema_name":{quoted(request.schema_name)},'
        f'"system":{_shared(request.system)},"temperature":{_json(request.temperature)}}}'
    )


def _json(value: object) -> str:
    return "null" if value is None else _ENCODER.encode(value)


@lru_cache(maxsize=64)
def _shared(system: str) -> str:
    return quoted(system)
