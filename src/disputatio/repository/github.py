"""Open issues and pull requests of a repository whose `origin` is on GitHub, by its REST API (version 2022-11-28).

Reading only, with the person's own token, a few requests at most, never retried: who debates does not wait for it. What
comes back is untrusted: shapes are checked, sizes bounded, and texts are data like any file of the repository.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value
from disputatio.debate.wording import by_face, figure, tr
from disputatio.repository.entries import beginning, visible
from disputatio.secrets.detection import safe_cut

if TYPE_CHECKING:
    import httpx2

PUBLIC = "https://api.github.com"
TOP = 5
PATIENCE = 10.0
"""Seconds for one question, with all its requests."""
LARGEST = 2_000_000
"""Bytes of one answer."""
COMMENTS = 30
BODY_CHARACTERS = 12_000
COMMENT_CHARACTERS = 2_000
TITLE_CHARACTERS = 200

_ORIGIN = re.compile(
    r"(?:(?:https?|ssh|git)://(?:[^/@\s]*@)?(?P<host>[\w.-]+)(?::\d+)?/|[\w.-]+@(?P<short>[\w.-]+):)/?"
    r"(?P<owner>[A-Za-z0-9][A-Za-z0-9-]{0,38})/(?P<name>[\w.-]{1,100}?)(?:\.git)?/?"
)


@value
class Slug:
    """Which repository on GitHub."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"


@value
class Thread:
    """An issue or a pull request, by its title."""

    number: int
    title: str
    author: str
    comments: int
    pull: bool = False


@value
class Comment:
    author: str
    at: str
    text: str


@value
class Issue:
    """One in full. `left` counts comments that are not here, `unread` characters of texts that were too long."""

    thread: Thread
    state: str
    body: str
    comments: tuple[Comment, ...] = ()
    left: int = 0
    unread: int = 0

    @property
    def left_out(self) -> str:
        """Which part of it is missing, in words; "" where nothing is."""
        comments = "The last comment is" if self.left == 1 else f"The last {self.left:,} comments are"
        said = [f"{comments} left out."] if self.left else []
        said += [f"Long texts are cut: {self.unread:,} characters are left out."] if self.unread else []
        return " ".join(said)


@value
class Threads:
    """The open ones that are talked about most, and how many more there may be."""

    issues: tuple[Thread, ...]
    pulls: tuple[Thread, ...]


class GitHubUnavailable(DisputatioError):
    """GitHub did not give what was asked. `until`: seconds since 1970 before which asking again is useless."""

    def __init__(self, what: str, remedy: str = "", until: float = 0.0) -> None:
        super().__init__(what, remedy)
        self.until = until


def slug_of(origin: str, api: str = PUBLIC) -> Slug | None:
    """Return the repository that an address of `origin` names on GitHub, or on the enterprise server that `api` belongs
    to; None where it is somewhere else."""
    found = _ORIGIN.fullmatch(origin.strip())
    if found is None or found["name"] in (".", ".."):
        return None
    host = (urlsplit(api).hostname or "").removeprefix("api.")
    hosts = {"github.com", "www.github.com", "ssh.github.com", host}
    there = (found["host"] or found["short"]).lower() in hosts
    return Slug(owner=found["owner"], name=found["name"]) if there else None


class GitHub:
    """`client` makes a connection for one question; `now` tells the time in seconds since 1970; `through`: what stands
    in between, in words."""

    def __init__(
        self,
        token: str,
        client: Callable[[], httpx2.AsyncClient],
        now: Callable[[], float],
        api: str,
        through: str = "",
    ) -> None:
        self._token, self._client, self._now = token, client, now
        self._api, self._through = api.rstrip("/"), through

    async def threads(self, slug: Slug) -> Threads:
        """Return the open issues and pull requests that are talked about most. Raises `GitHubUnavailable`."""
        most = "state=open&direction=desc"
        issues, pulls = await self._asked(
            f"/repos/{slug}/issues?{most}&sort=comments&per_page=50",
            f"/repos/{slug}/pulls?{most}&sort=popularity&per_page={TOP}",
        )
        own = [_thread(each) for each in _listed(issues) if "pull_request" not in each]
        return Threads(issues=tuple(own[:TOP]), pulls=tuple(_thread(each, pull=True) for each in _listed(pulls)[:TOP]))

    async def issue(self, slug: Slug, number: int) -> Issue:
        """Return one issue or pull request with its first comments. Raises `GitHubUnavailable`."""
        path = f"/repos/{slug}/issues/{number}"
        found, said = await self._asked(path, f"{path}/comments?per_page={COMMENTS}")
        if not isinstance(found, dict):
            raise _misshapen("an issue is an object")
        replies = _listed(said)
        comments = tuple(_comment(each) for each in replies)
        whole = [_text(each, "body") for each in (found, *replies)]
        body = _beginning(whole[0], BODY_CHARACTERS)
        thread = _thread(found, pull="pull_request" in found)
        return Issue(
            thread=thread,
            state=_text(found, "state"),
            body=body,
            comments=comments,
            left=max(0, thread.comments - len(comments)),
            unread=sum(map(len, whole)) - len(body) - sum(len(each.text) for each in comments),
        )

    # ---- asking ----------------------------------------------------------------------------------------------------
    async def _asked(self, *paths: str) -> list[Any]:
        """Return the answers to several questions, within `PATIENCE`."""
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    made = await asyncio.to_thread(self._client)  # it reads the certificates of this computer
                except ValueError as error:
                    raise GitHubUnavailable(
                        tr("{api!r} is not an address of GitHub: {error}.").format(api=self._api[:100], error=error),
                        "Correct github.address.",
                    ) from None
                async with made as client:
                    return [await self._get(client, self._api + path) for path in paths]
        except TimeoutError:
            raise GitHubUnavailable(
                tr("GitHub did not answer within {patience} seconds.").format(patience=figure(PATIENCE, "g")),
                "Try again later; nothing else depends on it.",
            ) from None

    async def _get(self, client: httpx2.AsyncClient, address: str, redirected: bool = False) -> Any:
        transport = await asyncio.to_thread(_transport)
        headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {self._token}",
            "X-GitHub-Api-Version": "2022-11-28",
            "User-Agent": "disputatio",
        }
        try:
            async with client.stream("GET", address, headers=headers) as answer:
                if answer.status_code in (301, 302, 307, 308) and not redirected:
                    moved = _moved(address, answer.headers.get("Location", ""))
                    if moved:
                        return await self._get(client, moved, redirected=True)
                if answer.status_code != 200:
                    raise self._refused(answer.status_code, answer.headers)
                return _json(await _body(answer))
        except transport.TimeoutException:
            raise TimeoutError from None
        except (transport.HTTPError, transport.InvalidURL, ValueError) as error:
            cause = str(error) or type(error).__name__
            raise GitHubUnavailable(
                tr("GitHub cannot be reached: {cause}.").format(cause=cause + self._through), "Check the connection."
            ) from None

    def _refused(self, status: int, headers: Mapping[str, str]) -> GitHubUnavailable:
        """Return what an answer other than 200 means."""
        until = self._until(headers)
        if status == 429 or (status == 403 and until):
            clock = datetime.fromtimestamp(until, UTC).astimezone().strftime("%H:%M") if until else ""
            when = f" until {clock}" if clock else ""
            return GitHubUnavailable(
                tr("GitHub's limit of requests is used up{when}.").format(when=when), "Try again then.", until
            )
        match status:
            case 401:
                what = "GitHub does not accept the token"
                remedy = by_face(
                    tr("Set another: disputatio keys set github"), tr("Set another in the settings, under Providers")
                )
            case 403:
                what, remedy = (
                    "The token may not read this repository",
                    "Give it the permission to read issues and pulls",
                )
            case 404 | 301 | 302 | 307 | 308:
                what = "GitHub shows no such repository, issue or pull request to this token"
                remedy = "Check the number and `origin`; a private repository needs a token that may read it"
            case 410:
                what, remedy = "Issues are switched off there, or it was deleted", "Leave it out"
            case _ if status >= 500:
                what, remedy = f"GitHub is in trouble (status {status})", "Try again later"
            case _:
                what, remedy = f"GitHub answered with status {status}", "Try again later"
        return GitHubUnavailable(f"{what}.", f"{remedy}.", until)

    def _until(self, headers: Mapping[str, str]) -> float:
        """Return when asking is allowed again, as the headers of a limit say; 0 where they say nothing of a limit."""
        after, left, reset = (headers.get(n, "") for n in ("Retry-After", "X-RateLimit-Remaining", "X-RateLimit-Reset"))
        now = self._now()
        if after.isdecimal() and len(after) < 7:
            return now + int(after)
        if left == "0":
            return min(int(reset), now + 86_400) if reset.isdecimal() and len(reset) < 12 else now + 60
        return 0.0


def _transport() -> Any:
    """Return the HTTP library, loaded at first use."""
    import httpx2

    return httpx2


async def _body(answer: httpx2.Response) -> bytes:
    found = bytearray()
    async for piece in answer.aiter_bytes():
        found += piece
        if len(found) > LARGEST:
            raise GitHubUnavailable("GitHub's answer is too large to be read.", "Open it in a browser.")
    return bytes(found)


def _moved(address: str, location: str) -> str:
    """Return where a repository that was renamed is: on the same server only, for the token goes along."""
    before, after = urlsplit(address), urlsplit(location)
    same = (before.scheme, before.netloc) == (after.scheme, after.netloc)
    return location if same else ""


# ---- reading what came back ------------------------------------------------------------------------------------------
def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise _misshapen("it is not JSON") from None


def _misshapen(why: str) -> GitHubUnavailable:
    return GitHubUnavailable(
        tr("GitHub's answer cannot be understood: {why}.").format(why=why),
        "Check the address of the API; a proxy may stand in between.",
    )


def _listed(found: Any) -> list[dict[str, Any]]:
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise _misshapen("a list was expected")
    return found


def _thread(found: Mapping[str, Any], pull: bool = False) -> Thread:
    number, comments = found.get("number"), found.get("comments", 0)
    if not isinstance(number, int) or isinstance(number, bool):
        raise _misshapen("an issue has no number")
    title = " ".join(_text(found, "title").split())
    title = title[: safe_cut(title, TITLE_CHARACTERS)]
    count = comments if isinstance(comments, int) else 0
    return Thread(number=number, title=title, author=_author(found), comments=count, pull=pull)


def _comment(found: Mapping[str, Any]) -> Comment:
    text = _beginning(_text(found, "body"), COMMENT_CHARACTERS)
    return Comment(author=_author(found), at=_text(found, "created_at")[:10], text=text)


def _beginning(text: str, most: int) -> str:
    """Return its beginning, without half a word or half a secret at the end."""
    return text[: safe_cut(text, len(beginning(text, most)))].rstrip()


def _author(found: Mapping[str, Any]) -> str:
    user = found.get("user")
    return _text(user, "login")[:60] if isinstance(user, dict) else "nobody"


def _text(found: Mapping[str, Any], key: str) -> str:
    """Return a text of theirs, without what would steer a terminal; "" where there is none (null)."""
    text = found.get(key)
    return visible(text.replace("\r\n", "\n")) if isinstance(text, str) else ""
