"""Asking a server for vectors, in the two wires that there are: one JSON request a batch. Retries are the caller's
decision."""

from __future__ import annotations

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from disputatio.debate.wording import tr
from disputatio.embeddings.vectors import MOST_DIMENSIONS, batches, vector
from disputatio.engine.errors import InvalidReply, ProviderError
from disputatio.engine.ports import Vector
from disputatio.providers import gemini, openai_compatible
from disputatio.providers.config import KEY_VARIABLES, ProviderConfig, address_secrets, public_address
from disputatio.providers.faults import (
    Fact,
    Kind,
    Site,
    answer_error,
    broken_stream,
    by_http,
    codes_of,
    http_faults,
    late,
    no_key,
    overflowing,
    retry_after,
    sentence_of,
    unusable_proxy,
    wrong_address,
)
from disputatio.providers.transport import MB, Bounds, ProxyUnusable, http_client
from disputatio.secrets.keyring import Masking

if TYPE_CHECKING:
    import httpx2

PATIENCE = 60.0
"""Seconds for one batch."""
ONE_VECTOR = 24 * MOST_DIMENSIONS
"""Bytes of the longest vector, each number as JSON with all its digits."""


class RemoteEmbedder(ABC):
    """One model of one provider. `codes` is the provider's own table of error codes."""

    codes: Mapping[str, Kind]
    home = ""
    needs_key = True
    most = 100
    """Texts in one request."""

    def __init__(self, config: ProviderConfig, model: str, dimension: int = 0) -> None:
        self.config = config
        self.model = f"{config.name}:{model}"
        self.dimension = dimension
        self.url = config.base_url or self.home
        self._client: httpx2.AsyncClient | None = None
        name = config.name
        variable = KEY_VARIABLES.get(name, f"{name.upper()}_API_KEY")
        address, masking = public_address(self.url), Masking()
        for secret in (config.key, *address_secrets(self.url)):
            masking.add(secret)
        site = Site(title=config.shown, name=name, model=model, url=address, variable=variable, masking=masking)
        self.site = replace(site, unread=config.unread)

    @property
    def name(self) -> str:
        return f"{self.model}@{self.dimension}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self.needs_key and not self.config.key:
            raise no_key(self.site)
        found: list[Vector] = []
        for batch in batches(texts, self.most):
            found += await self._batch(batch)
        return found

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    @abstractmethod
    def request(self, texts: Sequence[str]) -> tuple[str, dict[str, str], dict[str, object]]:
        """Return address, headers and body of a request for a batch."""

    @abstractmethod
    def read(self, answer: object) -> Sequence[object]:
        """Return the raw vectors of an answer, in order. Raises LookupError, TypeError or ValueError for anything
        else."""

    async def _batch(self, texts: Sequence[str]) -> list[Vector]:
        status, headers, body = await self._answer(*self.request(texts))
        if status != 200:
            raise self._told(status, headers, body)
        return await asyncio.to_thread(self._vectors, body, len(texts))

    async def _answer(
        self, url: str, headers: dict[str, str], body: dict[str, object]
    ) -> tuple[int, Mapping[str, str], bytes]:
        if self._client is None:
            most = MB + self.most * ONE_VECTOR
            bounds = Bounds(stream=0, body=most, values_in_body=self.most * (MOST_DIMENSIONS + 100))
            try:
                self._client = await asyncio.to_thread(http_client, self.url, bounds=bounds)
            except ProxyUnusable as error:
                raise unusable_proxy(self.site, str(error)) from error
            except ValueError as error:
                raise wrong_address(self.site, str(error)) from error
        try:
            async with (
                asyncio.timeout(PATIENCE),
                self._client.stream("POST", url, headers=headers, json=body) as answer,
            ):
                return answer.status_code, answer.headers, await answer.aread()
        except TimeoutError as error:
            raise late(self.site, f"sent no vectors within {PATIENCE:g} s") from error
        except http_faults() as error:
            told = overflowing(error, self.site, self.codes, time.time) or by_http(error, self.site)
            raise told or broken_stream(self.site, str(error)) from error

    def _told(self, status: int, headers: Mapping[str, str], received: bytes) -> ProviderError:
        body = _parsed(received)
        fact = Fact(
            status=status,
            codes=codes_of(body),
            said=sentence_of(body),
            after=retry_after(headers, time.time),
        )
        return answer_error(self.site, fact, self.codes)

    def _vectors(self, received: bytes, count: int) -> list[Vector]:
        try:
            raw = self.read(json.loads(received))
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise self._nonsense("something that holds no vectors") from error
        if len(raw) != count:
            raise self._nonsense(f"{len(raw)} vectors for {count} texts")
        found = []
        for each in raw:
            found.append(vector(each, self.dimension, self.site.who))
            self.dimension = self.dimension or len(found[0])
        return found

    def _nonsense(self, what: str) -> InvalidReply:
        return InvalidReply(
            tr("{who} sent {what}.").format(who=self.site.who, what=what),
            tr("Check that {url} is the address of a server with embeddings.").format(url=self.site.url),
        )


def _parsed(received: bytes) -> object:
    try:
        return json.loads(received)
    except (ValueError, RecursionError):
        return None


class GeminiEmbedder(RemoteEmbedder):
    """Google's wire: POST models/…:batchEmbedContents."""

    codes = gemini.CODES
    home = "https://generativelanguage.googleapis.com"

    def request(self, texts: Sequence[str]) -> tuple[str, dict[str, str], dict[str, object]]:
        root = self.url if gemini.VERSION.search(self.url) else f"{self.url}/{gemini.PREVIEW}"
        model = f"models/{self.site.model}"
        each = [{"model": model, "content": {"parts": [{"text": text}]}} for text in texts]
        headers = {"x-goog-api-key": self.config.key}
        return f"{root}/{model}:batchEmbedContents", headers, {"requests": each}

    def read(self, answer: object) -> Sequence[object]:
        if not isinstance(answer, dict):
            raise TypeError("an object was expected")
        return [row["values"] for row in answer["embeddings"]]


class OpenAIEmbedder(RemoteEmbedder):
    """OpenAI's wire, which Voyage, Ollama, LM Studio, vLLM and llama.cpp speak as well: POST /embeddings."""

    codes = openai_compatible.CODES
    home = "https://api.openai.com/v1"

    def __init__(self, config: ProviderConfig, model: str, dimension: int = 0) -> None:
        super().__init__(config, model, dimension)
        self.needs_key = config.kind == "openai" or config.name == "voyage"

    def request(self, texts: Sequence[str]) -> tuple[str, dict[str, str], dict[str, object]]:
        headers = {"Authorization": f"Bearer {self.config.key}"} if self.config.key else {}
        return f"{self.url}/embeddings", headers, {"model": self.site.model, "input": list(texts)}

    def read(self, answer: object) -> Sequence[object]:
        if not isinstance(answer, dict):
            raise TypeError("an object was expected")
        rows = sorted(answer["data"], key=lambda row: int(row["index"]))
        return [row["embedding"] for row in rows]
