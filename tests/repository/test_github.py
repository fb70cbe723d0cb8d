"""GitHub's API as it really speaks, on this machine: what is read, what each refusal means, and what never leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx2
import pytest

from disputatio.repository import github
from disputatio.repository.github import PUBLIC, GitHub, GitHubUnavailable, Slug, slug_of
from disputatio.testing.loopback.github import TOKEN, GitHubServer, running_github

pytestmark = pytest.mark.may_block("the HTTP library imports parts of itself in the middle of a call")

SHOP = Slug(owner="acme", name="shop")
NOW = 1_700_000_000.0


@pytest.fixture
def server() -> Iterator[GitHubServer]:
    with running_github() as running:
        for number in range(1, 8):
            running.issue("acme/shop", number, f"Issue {number}", "Body", comments=["Me too."] * number)
        running.issue("acme/shop", 9, "A change", None, pull=True, comments=["Looks good."])
        yield running


def hub(server: GitHubServer, token: str = TOKEN, url: str = "") -> GitHub:
    return GitHub(token, lambda: httpx2.AsyncClient(trust_env=False), lambda: NOW, url or server.root)


@pytest.mark.parametrize(
    "origin",
    [
        "https://github.com/acme/shop.git",
        "https://github.com/acme/shop",
        "https://someone:token@github.com/acme/shop.git/",
        "git@github.com:acme/shop.git",
        "ssh://git@github.com/acme/shop.git",
        "ssh://git@ssh.github.com:443/acme/shop.git",
        "git://github.com/acme/shop.git",
        "https://GitHub.com/acme/shop",
    ],
)
def test_addresses_on_github_are_known_in_every_notation(origin: str) -> None:
    assert slug_of(origin) == SHOP


@pytest.mark.parametrize(
    "origin",
    ["", "/home/me/shop", "https://gitlab.com/acme/shop", "https://github.com.evil.example/acme/shop", "file:///github.com/a/b",
     "https://evil.example/github.com/acme/shop", "https://github.com/acme/shop/../../x", "https://github.com/acme/..",
     "https://github.com/acme/shop?x=1", "git@github.com:acme", "https://github.com:8443/shop"],
)  # fmt: skip
def test_other_addresses_are_not(origin: str) -> None:
    assert slug_of(origin) is None


def test_an_enterprise_server_is_known_by_the_address_of_its_api() -> None:
    api = "https://git.acme.example/api/v3"
    assert slug_of("git@git.acme.example:acme/shop.git", api) == SHOP
    assert slug_of("git@git.acme.example:acme/shop.git", PUBLIC) is None


async def test_the_most_discussed_are_listed_issues_apart_from_pull_requests(server: GitHubServer) -> None:
    found = await hub(server).threads(SHOP)
    assert [each.number for each in found.issues] == [7, 6, 5, 4, 3]
    assert [(each.number, each.title, each.pull) for each in found.pulls] == [(9, "A change", True)]
    assert found.issues[0].author == "octocat"
    asked = server.requests[0].headers
    assert asked["authorization"] == f"Bearer {TOKEN}"
    assert asked["accept"] == "application/vnd.github+json"
    assert asked["x-github-api-version"] == "2022-11-28"
    assert {request.method for request in server.requests} == {"GET"}


async def test_one_is_read_in_full(server: GitHubServer) -> None:
    found = await hub(server).issue(SHOP, 9)
    assert (found.thread.pull, found.state, found.body, found.left_out) == (True, "open", "", "")
    assert [(each.author, each.text, each.at) for each in found.comments] == [("hubot", "Looks good.", "2026-01-03")]


async def test_what_is_long_is_cut_and_what_steers_a_terminal_is_shown(server: GitHubServer) -> None:
    server.issue("acme/shop", 20, "T" * 500 + "\x1b[2J", "B" * 50_000, comments=["c" * 9_000] * 40)
    found = await hub(server).issue(SHOP, 20)
    assert (len(found.thread.title), len(found.body)) == (200, 12_000)
    assert (len(found.comments), found.left) == (30, 10)
    assert {len(each.text) for each in found.comments} == {2_000}
    assert found.unread == 38_000 + 30 * 7_000
    assert found.left_out == ("The last 10 comments are left out. Long texts are cut: 248,000 characters are left out.")
    server.issue("acme/shop", 21, "\x1b[2J", "a\r\nb\x07")
    found = await hub(server).issue(SHOP, 21)
    assert (found.thread.title, found.body) == ("␛[2J", "a\nb␇")


async def test_a_repository_that_was_renamed_is_followed_once_and_on_the_same_server_only(server: GitHubServer) -> None:
    server.redirects["acme/old"] = "acme/shop"
    assert (await hub(server).issue(Slug(owner="acme", name="old"), 1)).thread.title == "Issue 1"
    seen = len(server.requests)
    server.trouble(301, headers={"Location": "http://127.0.0.2:9/repos/acme/shop/issues/1"})
    with pytest.raises(GitHubUnavailable, match="no such repository"):
        await hub(server).issue(SHOP, 1)
    assert len(server.requests) == seen + 1


@pytest.mark.parametrize(
    ("status", "headers", "why", "until"),
    [
        (401, {}, "does not accept the token", 0),
        (403, {}, "may not read", 0),
        (403, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700003600"}, "limit of requests", 1_700_003_600),
        (403, {"Retry-After": "60"}, "limit of requests", NOW + 60),
        (429, {"Retry-After": "30"}, "limit of requests", NOW + 30),
        (429, {}, "limit of requests is used up.", 0),
        (429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "99999999999"}, "limit", NOW + 86_400),
        (429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"}, "limit", NOW + 60),
        (404, {}, "no such repository", 0),
        (410, {}, "switched off", 0),
        (502, {}, "in trouble", 0),
        (418, {}, "status 418", 0),
    ],
)
async def test_every_refusal_says_what_it_means(
    server: GitHubServer, status: int, headers: dict[str, str], why: str, until: float
) -> None:
    server.trouble(status, headers=headers)
    with pytest.raises(GitHubUnavailable, match=why) as refused:
        await hub(server).threads(SHOP)
    assert refused.value.remedy
    assert refused.value.until == until
    assert TOKEN not in str(refused.value)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>Sign in",
        b'{"message": "x"}',
        b"[1, 2]",
        b'[{"title": "no number"}]',
        b'[{"number": true}]',
        b"[" * 90_000,
    ],
)
async def test_what_is_no_answer_is_refused(server: GitHubServer, body: bytes) -> None:
    server.trouble(body=body)
    with pytest.raises(GitHubUnavailable, match="cannot be understood"):
        await hub(server).threads(SHOP)


async def test_an_issue_of_a_wrong_shape_is_refused_and_odd_fields_are_left_out(server: GitHubServer) -> None:
    server.trouble(body=b"[]")
    server.trouble(body=b"[]")
    with pytest.raises(GitHubUnavailable, match="cannot be understood"):
        await hub(server).issue(SHOP, 1)
    server.trouble(body=json.dumps({"number": 3, "title": 7, "user": None, "comments": "many", "body": None}).encode())
    found = await hub(server).issue(SHOP, 3)
    assert (found.thread.title, found.thread.author, found.body) == ("", "nobody", "")


async def test_an_answer_without_end_is_not_read(server: GitHubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(github, "LARGEST", 100)
    with pytest.raises(GitHubUnavailable, match="too large"):
        await hub(server).threads(SHOP)


async def test_a_silent_server_and_none_at_all(server: GitHubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(github, "PATIENCE", 0.2)
    server.trouble(hang=True)
    with pytest.raises(GitHubUnavailable, match="did not answer within"):
        await hub(server).threads(SHOP)
    monkeypatch.undo()
    with pytest.raises(GitHubUnavailable, match="cannot be reached"):
        await hub(server, url="http://127.0.0.1:9").threads(SHOP)


async def test_a_wrong_token_is_told(server: GitHubServer) -> None:
    with pytest.raises(GitHubUnavailable, match="does not accept the token"):
        await hub(server, token="ghp_other").threads(SHOP)
