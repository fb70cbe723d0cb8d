"""What GitHub said about a repository is remembered for a while, faults too, and told apart by token and address."""

import asyncio
import os

import pytest

from disputatio.app.bootstrap import application
from disputatio.debate.errors import Refused
from disputatio.repository.github import GitHubUnavailable, Slug
from disputatio.secrets.detection import Screening
from disputatio.testing.loopback.github import TOKEN, GitHubServer

pytestmark = pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call")

ORIGIN = "https://github.com/acme/shop.git"


def home():
    return {"DISPUTATIO_HOME": os.environ["DISPUTATIO_HOME"]}


async def test_answers_serve_the_page_and_debates_until_they_are_wanted_anew():
    async with GitHubServer() as hub, application({**home(), "GITHUB_TOKEN": TOKEN}) as app:
        await asyncio.to_thread(app.settings.set, "github.address", hub.root)
        hub.issue("acme/shop", 7, "Carts are lost", "Now and then.", comments=["Me too."])
        assert [each.title for each in (await app.github.threads(ORIGIN)).issues] == ["Carts are lost"]
        asked = len(hub.requests)
        sections = await app.github.sections(ORIGIN, 0, Screening())
        assert "#7 Carts are lost" in sections[0].text
        assert len(hub.requests) == asked, "a question that is typed asks nobody again"
        hub.issue("acme/shop", 8, "Prices are wrong")
        assert len((await app.github.threads(ORIGIN)).issues) == 1
        assert len((await app.github.threads(ORIGIN, anew=True)).issues) == 2
        assert (await app.github.issue(ORIGIN, 7)).comments[0].text == "Me too."


async def test_a_limit_is_kept_to_even_when_a_person_asks_again():
    async with GitHubServer() as hub, application({**home(), "GITHUB_TOKEN": TOKEN}) as app:
        await asyncio.to_thread(app.settings.set, "github.address", hub.root)
        hub.repository("acme/shop")
        reset = str(int(app.clock.now()) + 3_600)
        hub.trouble(403, headers={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset})
        for anew in (False, True):
            with pytest.raises(GitHubUnavailable, match="limit of requests"):
                await app.github.threads(ORIGIN, anew=anew)
        assert len(hub.requests) == 1
        section = (await app.github.sections(ORIGIN, 0, Screening()))[0]
        assert "what is on this computer" in section.cut


async def test_another_token_is_not_answered_with_what_the_first_was_told():
    async with GitHubServer() as hub, application(home()) as app:
        await asyncio.to_thread(app.settings.set, "github.address", hub.root)
        hub.issue("acme/shop", 7, "Carts are lost")
        assert await app.github.standing(ORIGIN) == "no token"
        app.keys.remember("github", "ghp_wrong")
        with pytest.raises(GitHubUnavailable, match="does not accept the token"):
            await app.github.threads(ORIGIN)
        app.keys.remember("github", TOKEN)
        assert len((await app.github.threads(ORIGIN)).issues) == 1


async def test_what_is_missing_is_told_before_anything_is_asked():
    async with GitHubServer() as hub, application(home()) as app:
        await asyncio.to_thread(app.settings.set, "github.address", hub.root)
        assert await app.github.standing("https://gitlab.com/acme/shop") == "elsewhere"
        assert await app.github.standing("") == "elsewhere"
        assert app.github.slug(ORIGIN) == Slug(owner="acme", name="shop")
        await asyncio.to_thread(app.settings.set, "github.ask", False)
        assert await app.github.standing(ORIGIN) == "off"
        with pytest.raises(Refused, match="is switched off"):
            await app.github.issue(ORIGIN, 7)
        assert hub.requests == []
