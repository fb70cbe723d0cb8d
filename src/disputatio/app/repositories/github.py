"""What is discussed on GitHub about a repository, as a section of a debate's context. It fails soft: where GitHub
cannot be asked, the debate goes on with what is on this computer, and the section says why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from disputatio.app.settings import Settings, declarations
from disputatio.debate.context import Section
from disputatio.debate.errors import Refused
from disputatio.debate.wording import by_face, tr
from disputatio.engine.ports import Clock
from disputatio.providers.transport import PROXY, ProxyUnusable, http_client, in_clear, through_proxy
from disputatio.repository.github import GitHub, GitHubUnavailable, Issue, Slug, Thread, Threads, slug_of
from disputatio.secrets.detection import Screening, redact
from disputatio.secrets.keyring import Keys

if TYPE_CHECKING:
    import httpx2

KEY = "github"
"""The name of its token in the keyring; GITHUB_TOKEN in the environment goes before it."""
FRESH = 300.0
"""Seconds that an answer serves: a question is prepared many times while it is typed."""
AGAIN = 30.0
"""Seconds before GitHub is asked again after it could not be."""
Standing = Literal["elsewhere", "off", "no token", "ready"]
T = TypeVar("T", Threads, Issue)


def _client(api: str) -> httpx2.AsyncClient:
    try:
        return http_client(api)
    except ProxyUnusable as error:
        raise GitHubUnavailable(f"GitHub cannot be asked, since {error}.", f"{PROXY} {error.remedy}") from error


class GitHubDesk:
    """The application's only desk for GitHub, which remembers answers for a while."""

    def __init__(self, settings: Settings, keys: Keys, clock: Clock) -> None:
        self._settings, self._keys, self._clock = settings, keys, clock
        self._told: dict[tuple[str, int, int], tuple[float, Threads | Issue | GitHubUnavailable]] = {}

    async def sections(self, origin: str, number: int, screening: Screening) -> list[Section]:
        """Return what goes into a debate about the repository with this `origin`: titles of what is open, and issue or
        pull request `number` in full (0: none). Nothing where `origin` is elsewhere or no token is set. Never raises
        for what GitHub does. Raises Refused where `number` is wanted and cannot be had for want of an origin or a
        token."""
        if await self.standing(origin) != "ready":
            if number:
                await self._asked_for(origin)
            return []
        sections = [await self._titles(origin)]
        if number:
            sections.append(await self._in_full(origin, number))
        return [_screened(section, screening) for section in sections]

    async def issue(self, origin: str, number: int) -> Issue:
        """Return one in full. Raises Refused without an origin on GitHub or a token, GitHubUnavailable."""
        hub, slug, key = await self._asked_for(origin)
        return await self._remembered((f"{slug}", number, key), lambda: hub.issue(slug, number))

    async def threads(self, origin: str, *, anew: bool = False) -> Threads:
        """Return what is open; `anew`: as it is now. Raises Refused without an origin on GitHub or a token,
        GitHubUnavailable."""
        hub, slug, key = await self._asked_for(origin)
        return await self._remembered((f"{slug}", 0, key), lambda: hub.threads(slug), anew)

    async def standing(self, origin: str) -> Standing:
        """Return whether the repository with this `origin` can be asked about, or what is missing."""
        if self.slug(origin) is None:
            return "elsewhere"
        if not self._settings.get(declarations.GITHUB):
            return "off"
        return "ready" if await self._keys.get(KEY) else "no token"

    def slug(self, origin: str) -> Slug | None:
        """Return which repository of GitHub an `origin` is; None where it is none."""
        return slug_of(origin, self._settings.get(declarations.GITHUB_ADDRESS))

    async def _asked_for(self, origin: str) -> tuple[GitHub, Slug, int]:
        """Return whom to ask about what, with a number by which answers to another token are told apart."""
        if not self._settings.get(declarations.GITHUB):
            raise Refused(
                "Asking GitHub is switched off.",
                by_face(
                    tr("Switch it on with: disputatio settings set github.ask true"),
                    tr("Switch it on in the settings of debates."),
                ),
            )
        slug = self.slug(origin)
        if slug is None:
            where = f"is at {origin}, which is not on GitHub" if origin else "names no other copy of it"
            raise Refused(
                tr("`origin` of this repository {where}.").format(where=where),
                "Choose a repository that was cloned from GitHub.",
            )
        token = await self._keys.get(KEY)
        if not token:
            raise Refused(
                "There is no token for GitHub.",
                by_face(
                    tr("Set a token with: disputatio keys set github, or set GITHUB_TOKEN in the environment."),
                    tr("Set a token in the settings, under Providers, or set GITHUB_TOKEN in the environment."),
                ),
            )
        api = self._settings.get(declarations.GITHUB_ADDRESS)
        if in_clear(api):
            raise GitHubUnavailable(
                "GitHub's address begins with http:// and belongs to another computer. Your token would travel "
                "in the clear, so it was not sent.",
                by_face(
                    tr("Set one that begins with https://: disputatio settings set github.address ADDRESS"),
                    tr("Set one that begins with https:// in the settings of debates."),
                ),
            )
        found = GitHub(token.text, lambda: _client(api), self._clock.now, api, through_proxy(api))
        return found, slug, hash((token.text, api))

    async def _remembered(self, key: tuple[str, int, int], ask: Callable[[], Awaitable[T]], anew: bool = False) -> T:
        now = self._clock.now()
        until, told = self._told.get(key, (0.0, None))
        if told is None or now >= until or (anew and not isinstance(told, GitHubUnavailable)):
            try:
                told, until = await ask(), now + FRESH
            except GitHubUnavailable as fault:
                told, until = fault, max(now + AGAIN, fault.until)
            self._told[key] = (until, told)
        if isinstance(told, GitHubUnavailable):
            raise GitHubUnavailable(told.what, told.remedy, told.until)
        return told  # type: ignore[return-value]  # what stands under a key is what was asked under it

    # ---- sections --------------------------------------------------------------------------------------------------
    async def _titles(self, origin: str) -> Section:
        try:
            found = await self.threads(origin)
        except GitHubUnavailable as fault:
            return _missing(fault)
        parts = [
            f"Open issues, the most discussed first:\n{_lines(found.issues)}",
            f"Open pull requests, the most discussed first:\n{_lines(found.pulls)}",
        ]
        title = f"GitHub: open issues and pull requests of {self.slug(origin)}"
        return Section(name="github", title=title, text="\n\n".join(parts))

    async def _in_full(self, origin: str, number: int) -> Section:
        try:
            return _whole(await self.issue(origin, number))
        except GitHubUnavailable as fault:
            return _missing(fault)


def _missing(fault: GitHubUnavailable) -> Section:
    cut = f"{fault.what} {fault.remedy} The debate has what is on this computer.".replace("  ", " ")
    return Section(name="github", title="GitHub", text="", cut=cut)


def _lines(threads: tuple[Thread, ...]) -> str:
    lines = [f"- #{each.number} {each.title} ({each.author}, {each.comments} comments)" for each in threads]
    return "\n".join(lines) or "- none"


def _whole(found: Issue) -> Section:
    kind = "pull request" if found.thread.pull else "issue"
    said = [f"{each.author}, {each.at}:\n{each.text}" for each in found.comments]
    opening = f"{found.thread.author}, {found.state}:\n{found.body or '(no text)'}"
    title = f"GitHub {kind} #{found.thread.number}: {found.thread.title}"
    return Section(name="github", title=title, text="\n\n".join([opening, *said]), cut=found.left_out)


def _screened(section: Section, screening: Screening) -> Section:
    """Take keys out of what people wrote, because issues may contain them."""
    findings, titled = screening.find(section.text), screening.find(section.title)
    screening.note([*findings, *titled], "GitHub")
    if not (findings or titled):
        return section
    held = f"{len(findings) + len(titled)} likely secrets held back"
    cut = "; ".join(part for part in (section.cut, held) if part)
    return replace(section, text=redact(section.text, findings), title=redact(section.title, titled), cut=cut)
