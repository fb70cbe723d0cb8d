"""Searching the web and checking claims for participants: with a provider's own search, or at an endpoint."""

from __future__ import annotations

from typing import Final

from disputatio.app.models.providers import OneAsker
from disputatio.app.privacy.frontier import Frontier
from disputatio.app.privacy.sendings import Sending
from disputatio.app.settings import Settings, declarations
from disputatio.debate.errors import DisputatioError
from disputatio.engine.routing import Cargo
from disputatio.engine.tools import Found
from disputatio.prompting.book import LAW
from disputatio.prompting.data_blocks import block
from disputatio.prompting.request import Message, Request
from disputatio.providers.registry import Registry
from disputatio.secrets.detection import find
from disputatio.tools import searxng

SEARCH_MODELS: Final = (
    "perplexity:sonar",
    "anthropic:claude-haiku-4-5",
    "openai:gpt-5-mini",
    "gemini:gemini-2.5-flash",
)
"""Fast models that search, for where none is set."""
LENGTH: Final = 1_500
"""Tokens of a report."""
WHAT: Final = "what participants search the web for, in their own words"
ENDPOINT: Final = "the search endpoint"


class NotSearched(DisputatioError):
    """The web was not searched: why, and what the person can do."""


class WebSearch:
    """`receiver` and `why_not` say what the settings come to now."""

    def __init__(self, settings: Settings, registry: Registry, asker: OneAsker, frontier: Frontier) -> None:
        self._settings, self._registry, self._asker, self._frontier = settings, registry, asker, frontier

    @property
    def model(self) -> str:
        """The model that searches, "" where none does or none can be asked."""
        if self._settings.get(declarations.SEARCH) != "model":
            return ""
        chosen = self._settings.get(declarations.SEARCH_MODEL)
        return chosen or next((one for one in SEARCH_MODELS if self._has_key(one)), "")

    @property
    def address(self) -> str:
        """The endpoint, "" where none is asked."""
        endpoint = self._settings.get(declarations.SEARCH) == "endpoint"
        return self._settings.get(declarations.SEARCH_ADDRESS) if endpoint else ""

    @property
    def why_not(self) -> str:
        """Why the web cannot be searched, as a sentence; "" where it can."""
        match self._settings.get(declarations.SEARCH):
            case "off":
                return "No web search is set up."
            case "endpoint":
                return "" if self.address else "The web search has no address of an endpoint."
        model = self.model
        if not model:
            return "No model that searches the web has a key."
        if not self._registry.searches(model):
            return f"{model} cannot search the web."
        return (
            "" if self._registry.ready(model.partition(":")[0]) else f"There is no key for {model}, which is to search."
        )

    def _has_key(self, model: str) -> bool:
        config = self._registry.config(model.partition(":")[0])
        return config is not None and bool(config.key)

    def sending(self) -> Sending | None:
        """Return what a search sends to whom; None where the web cannot be searched."""
        if self.why_not:
            return None
        if self.address:
            return Sending(kind="web", ref="", what=WHAT, characters=0, provider=ENDPOINT, address=self.address)
        config = self._registry.config(self.model.partition(":")[0])
        assert config is not None, "it is ready"
        return Sending(kind="web", ref="", what=WHAT, characters=0, provider=config.name, address=config.address)

    async def search(self, query: str, *, claim: bool = False) -> Found:
        """Return what is found for a query, or about a `claim`. Raises NotSearched, ConsentNeeded, and the errors of
        providers and of `tools.searxng`."""
        sending = self.sending()
        if sending is None:
            raise NotSearched(self.why_not, "Do without it; the person can set it up in the settings, under Tools.")
        if find(query):
            raise NotSearched("It seems to hold a secret, and was not sent.", "Search without it.")
        await self._frontier.require([sending])
        if self.address:
            pages = await searxng.search(self.address, query)
            return Found(text=searxng.shown(pages))
        model = self.model
        asked = LAW["law.check" if claim else "law.search"].format(asked=block("claim" if claim else "query", query))
        request = Request(
            model=model.partition(":")[2],
            system="",
            messages=(Message(role="user", text=asked),),
            max_tokens=LENGTH,
            search=True,
        )
        answer = await self._asker.ask(model, request, Cargo())
        return Found(text=answer.text, model=model, usage=answer.usage)
