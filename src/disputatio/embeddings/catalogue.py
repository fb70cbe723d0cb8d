"""Embedding models by name, "provider:model", and the one that answers for it."""

from __future__ import annotations

from pathlib import Path

from disputatio.debate.wording import tr
from disputatio.embeddings.local import NAME, LocalEmbedder
from disputatio.embeddings.remote import GeminiEmbedder, OpenAIEmbedder
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Embedder
from disputatio.providers.config import ProviderConfig

DEFAULT = "openai:text-embedding-3-small"
LOCAL_MODEL = f"local:{NAME}"

DIMENSIONS = {
    "openai:text-embedding-3-small": 1536,
    "openai:text-embedding-3-large": 3072,
    "openai:text-embedding-ada-002": 1536,
    "gemini:gemini-embedding-001": 3072,
    "voyage:voyage-3": 1024,
    "voyage:voyage-3-large": 1024,
    "voyage:voyage-3-lite": 512,
    "voyage:voyage-3.5": 1024,
    "voyage:voyage-3.5-lite": 1024,
    "voyage:voyage-code-3": 1024,
    LOCAL_MODEL: 384,
}
"""What is known, from the providers' references; any other model of a provider says its dimension by answering."""

VOYAGE = ProviderConfig(name="voyage", kind="openai-compatible", title="Voyage", base_url="https://api.voyageai.com/v1")
"""Voyage holds no conversations, so it is not among the providers of those."""


def split(model_id: str) -> tuple[str, str]:
    """Split "ollama:nomic-embed-text" into its two parts. Raises NotFound for anything else."""
    provider, colon, model = model_id.strip().partition(":")
    if not provider or not colon or not model:
        raise NotFound(
            tr("{model_id!r} does not name an embedding model.").format(model_id=model_id),
            tr("Write provider:model, for example {default} or {local_model}.").format(
                default=DEFAULT, local_model=LOCAL_MODEL
            ),
        )
    return provider, model


def make(model_id: str, config: ProviderConfig | None, folder: Path | None = None) -> Embedder:
    """Return the embedder of "provider:model"; `config` is its provider's, `folder` that of the local model. Raises
    NotFound."""
    provider, model = split(model_id)
    if provider == "local":
        if model_id != LOCAL_MODEL:
            raise NotFound(
                tr("There is no local embedding model {model!r}.").format(model=model),
                tr("There is: {local_model}.").format(local_model=LOCAL_MODEL),
            )
        return LocalEmbedder(folder)
    if config is None or config.kind in ("anthropic", "perplexity"):
        raise NotFound(
            tr("{provider} offers no embeddings here.").format(provider=provider),
            tr("Choose a model of openai, gemini, voyage or an OpenAI-compatible server, or {local_model}.").format(
                local_model=LOCAL_MODEL
            ),
        )
    kind = GeminiEmbedder if config.kind == "gemini" else OpenAIEmbedder
    return kind(config, model, DIMENSIONS.get(model_id, 0))
