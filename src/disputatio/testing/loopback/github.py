"""GitHub's REST API on this machine, in the shapes that it really has, faults included.

async with GitHubServer() as hub:
    hub.issue("acme/shop", 7, "Carts are lost", comments=["Me too."])
    hub.trouble(403, headers={"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700003600"})
    ... = hub.root
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

from disputatio.testing.loopback.http import Connection, HttpRequest, Listener, thread_of

TOKEN = "ghp_loopbackloopbackloopbackloopback00"
"""What it accepts."""
_PATH = re.compile(r"/repos/([^/]+/[^/]+)/(issues|pulls)(?:/(\d+)(/comments)?)?")
LIMITS = {"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4998", "X-RateLimit-Reset": "1700003600"}
MESSAGES = {401: "Bad credentials", 404: "Not Found", 410: "Issues are disabled for this repo", 502: "Server Error"}


@dataclass(frozen=True, slots=True)
class Trouble:
    """An answer that is none. `hang`: nothing is ever said. `body`: what is said in place of JSON."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    hang: bool = False


class GitHubServer(Listener):
    """Use as an asynchronous context manager. Troubles are used up in order, one a request."""

    def __init__(self, token: str = TOKEN) -> None:
        super().__init__()
        self.token = token
        self.requests: list[HttpRequest] = []
        self.redirects: dict[str, str] = {}
        self._threads: dict[str, list[dict[str, Any]]] = {}
        self._comments: dict[tuple[str, int], list[dict[str, Any]]] = {}
        self._troubles: deque[Trouble] = deque()

    # What there is

    def issue(
        self,
        repository: str,
        number: int,
        title: str,
        body: str | None = "",
        *,
        comments: Sequence[str] = (),
        pull: bool = False,
        author: str = "octocat",
    ) -> None:
        """Add one more open issue or pull request."""
        here = f"{self.root}/repos/{repository}/issues/{number}"
        found: dict[str, Any] = {
            "url": here,
            "html_url": f"https://github.com/{repository}/issues/{number}",
            "id": 1_000_000 + number,
            "number": number,
            "title": title,
            "user": _user(author),
            "labels": [],
            "state": "open",
            "locked": False,
            "comments": len(comments),
            "created_at": "2026-01-02T03:04:05Z",
            "updated_at": "2026-02-03T04:05:06Z",
            "closed_at": None,
            "body": body,
        }
        if pull:
            found["pull_request"] = {"url": here.replace("/issues/", "/pulls/")}
        self._threads.setdefault(repository, []).append(found)
        self._comments[repository, number] = [
            {"id": n, "user": _user("hubot"), "body": text, "created_at": "2026-01-03T00:00:00Z"}
            for n, text in enumerate(comments)
        ]

    def repository(self, repository: str) -> None:
        """Add a repository without issues."""
        self._threads.setdefault(repository, [])

    def trouble(self, status: int = 200, times: int = 1, **more: Any) -> None:
        """The next requests meet this."""
        self._troubles.extend([Trouble(status=status, **more)] * times)

    # Answering

    async def _handle(self, request: HttpRequest, connection: Connection) -> None:
        self.requests.append(request)
        if self._troubles:
            await self._complain(self._troubles.popleft(), connection)
            return
        found = _PATH.fullmatch(request.path)
        if request.headers.get("authorization") != f"Bearer {self.token}":
            _say(connection, 401, _message(401))
        elif found and found[1] in self.redirects:
            where = request.path.replace(found[1], self.redirects[found[1]])
            location = f"{self.root}{where}?{request.query}".rstrip("?")
            _say(connection, 301, {"message": "Moved Permanently", "url": location}, {"Location": location})
        elif not found or found[1] not in self._threads:
            _say(connection, 404, _message(404))
        else:
            self._answer(found, parse_qs(request.query), connection)

    def _answer(self, found: re.Match[str], query: dict[str, list[str]], connection: Connection) -> None:
        repository, kind, number, comments = found.groups()
        threads = self._threads[repository]
        size = int(query.get("per_page", ["30"])[0])
        if number is None:
            # pull requests are issues, too; the list of pulls has no count of comments
            wanted = threads if kind == "issues" else [each for each in threads if "pull_request" in each]
            if query.get("sort") in (["comments"], ["popularity"]):
                wanted = sorted(wanted, key=lambda each: -each["comments"])
            if kind == "pulls":
                wanted = [{k: v for k, v in each.items() if k not in ("comments", "pull_request")} for each in wanted]
            _say(connection, 200, wanted[:size])
        elif comments:
            _say(connection, 200, self._comments.get((repository, int(number)), [])[:size])
        else:
            one = next((each for each in threads if each["number"] == int(number)), None)
            _say(connection, 200 if one else 404, one or _message(404))

    async def _complain(self, trouble: Trouble, connection: Connection) -> None:
        if trouble.hang:
            await connection.forever()
        body = trouble.body if trouble.body is not None else json.dumps(_message(trouble.status)).encode()
        kind = "application/json; charset=utf-8"
        connection.answer(trouble.status, body, kind, trouble.headers)


def _user(name: str) -> dict[str, Any]:
    return {"login": name, "id": 583231, "type": "User", "site_admin": False}


def _message(status: int) -> dict[str, str]:
    return {
        "message": MESSAGES.get(status, "API rate limit exceeded"),
        "documentation_url": "https://docs.github.com/rest",
        "status": str(status),
    }


def _say(connection: Connection, status: int, found: object, headers: Mapping[str, str] | None = None) -> None:
    body = json.dumps(found).encode()
    connection.answer(status, body, "application/json; charset=utf-8", {**LIMITS, **(headers or {})})


@contextmanager
def running_github() -> Iterator[GitHubServer]:
    """Run this server in a thread of its own until the block ends."""
    server = GitHubServer()
    with thread_of(server):
        yield server
