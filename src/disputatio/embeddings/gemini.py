"""Google's wire: POST models/…:batchEmbedContents."""

from __future__ import annotations

from collections.abc import Sequence

from disputatio.embeddings.remote import RemoteEmbedder
from disputatio.providers.gemini import CODES, PREVIEW, VERSION


class GeminiEmbedder(RemoteEmbedder):
    codes = CODES
    home = "https://generativelanguage.googleapis.com"

    def request(self, texts: Sequence[str]) -> tuple[str, dict[str, str], dict[str, object]]:
        root = self.url if VERSION.search(self.url) else f"{self.url}/{PREVIEW}"
        model = f"models/{self.site.model}"
        each = [{"model": model, "content": {"parts": [{"text": text}]}} for text in texts]
        headers = {"x-goog-api-key": self.config.key}
        return f"{root}/{model}:batchEmbedContents", headers, {"requests": each}

    def read(self, answer: object) -> Sequence[object]:
        if not isinstance(answer, dict):
            raise TypeError("an object was expected")
        return [row["values"] for row in answer["embeddings"]]
