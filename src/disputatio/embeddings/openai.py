"""OpenAI's wire, which Voyage, Ollama, LM Studio, vLLM and llama.cpp speak as well: POST /embeddings."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.embeddings.remote import RemoteEmbedder
from disputatio.providers.config import ProviderConfig
from disputatio.providers.openai_compatible import CODES


class OpenAIEmbedder(RemoteEmbedder):
    codes = CODES
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
