"""Perplexity: chat completions with sources beside the text, no list of models, and no tools of ours."""

from __future__ import annotations

from disputatio.engine.chat import ModelInfo
from disputatio.providers.catalogue import description
from disputatio.providers.openai_compatible import Dialect, OpenAICompatible

KNOWN = ("sonar", "sonar-deep-research", "sonar-pro", "sonar-reasoning-pro")
"""Offered where the server has no list; a name that is typed in works as well."""


class PerplexityProvider(OpenAICompatible):
    home = "https://api.perplexity.ai"
    dialect = Dialect(needs_key=True, sources=True, tools=False)

    async def listed(self) -> list[ModelInfo]:
        import openai

        try:
            return [description(info) for info in await super().listed()]
        except openai.NotFoundError:
            return [description(self.info(name)) for name in KNOWN]
