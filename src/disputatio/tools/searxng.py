"""Searching the web through an endpoint that speaks SearXNG's JSON API: `GET ADDRESS/search?q=…&format=json`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.providers.transport import MB, PROXY, Bounds, Overflow, ProxyUnusable, http_client, through_proxy
from disputatio.secrets.detection import safe_cut

if TYPE_CHECKING:
    import httpx2

RESULTS: Final = 10
"""Results that are shown."""
LONGEST: Final = 1_200
"""Characters of what one result says."""
BOUNDS: Final = Bounds(body=4 * MB)


class SearchFailed(DisputatioError):
    """The web could not be searched: what happened, why, what to do."""


@value
class Page:
    """What a search engine says of one page. Everything in it is untrusted."""

    address: str
    title: str = ""
    says: str = ""
    day: str = ""

    @property
    def shown(self) -> str:
        head = " ".join(part for part in (self.title, self.address, f"({self.day})" if self.day else "") if part)
        return f"{head}\n{self.says}" if self.says else head


async def search(address: str, query: str) -> list[Page]:
    """Return what an endpoint finds, best first. Raises SearchFailed. Cancelling it closes the connection."""
    client = await asyncio.to_thread(_client, address)
    import httpx2

    try:
        async with client:
            url = f"{address.rstrip('/').removesuffix('/search')}/search"
            answer = await client.get(url, params={"q": query, "format": "json", "safesearch": "0"})
    except Overflow as error:
        raise SearchFailed(f"{address} sent too much: {error.what}.", "Try another search.") from error
    except (httpx2.HTTPError, OSError) as error:
        why = str(error) or type(error).__name__
        through = through_proxy(address)
        raise SearchFailed(
            f"{address} could not be asked{through} ({why}).", PROXY if through else "Check the address of the search."
        ) from error
    if answer.status_code == 403:
        raise SearchFailed(
            f"{address} refuses to answer in JSON (403).", "Allow the format json in its settings: search.formats."
        )
    if answer.status_code != 200:
        raise SearchFailed(f"{address} answered {answer.status_code}.", "Try again, or check the address.")
    return _pages(address, answer.content)


def _client(address: str) -> httpx2.AsyncClient:
    """Return a client; the library is loaded with it, so this blocks. Raises SearchFailed."""
    try:
        return http_client(address, plain=True, bounds=BOUNDS)
    except ProxyUnusable as error:
        raise SearchFailed(f"{address} cannot be asked, since {error}.", f"{PROXY} {error.remedy}") from error
    except ValueError as error:
        raise SearchFailed(f"{address} is no address: {error}.", "Check the address of the search.") from error


def _pages(address: str, body: bytes) -> list[Page]:
    try:
        found = json.loads(body)
        rows = found["results"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise SearchFailed(f"{address} is no SearXNG endpoint.", "Check the address of the search.") from error
    pages = [_page(row) for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return [page for page in pages if page.address][:RESULTS]


def _page(row: Mapping[str, object]) -> Page:
    texts = {name: " ".join(str(row.get(name) or "").split()) for name in ("url", "title", "content", "publishedDate")}
    return Page(
        address=texts["url"] if texts["url"].startswith(("http://", "https://")) else "",
        title=texts["title"][: safe_cut(texts["title"], 200)],
        says=texts["content"][: safe_cut(texts["content"], LONGEST)],
        day=texts["publishedDate"][:10],
    )


def shown(pages: list[Page]) -> str:
    """Return results as a participant reads them."""
    return "\n\n".join(f"[{at}] {page.shown}" for at, page in enumerate(pages, 1)) or "Nothing was found."
