"""OpenAI. The wire and the reasons for it are in `openai_compatible`."""

from __future__ import annotations

from disputatio.engine.chat import ModelInfo
from disputatio.providers.catalogue import description
from disputatio.providers.openai_compatible import Dialect, OpenAICompatible

NOT_CHAT = ("audio", "dall-e", "embedding", "image", "moderation", "realtime", "sora", "transcribe", "tts", "whisper")
"""Words in the names of models that do not chat; OpenAI's list does not say."""


class OpenAIProvider(OpenAICompatible):
    home = "https://api.openai.com/v1"
    dialect = Dialect(length="max_completion_tokens", plain=False, needs_key=True)

    async def listed(self) -> list[ModelInfo]:
        return [description(info) for info in await super().listed() if not any(word in info.name for word in NOT_CHAT)]
