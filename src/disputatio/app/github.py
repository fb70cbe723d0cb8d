"""What is discussed on GitHub about a repository, as a section of a debate's context. It fails soft: where GitHub
cannot be asked, the debate goes on with what is on this computer, and the section says why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from disputatio.app.settings import Settings, declared
from disputatio.debate.context import Section
from disputatio.debate.errors import Refused
from disputatio.engine.ports import Clock
from disputatio.providers.transport import http_client
from disputatio.repository.github import GitHub, GitHubUnavailable, Issue, Slug, Thread, Threads, slug_of
from disputatio.secrets.detection import redact
from disputatio.secrets.keyring import Keys
from disputatio.secrets.screening import Screening

KEY = "github"
"""The name of its token in the keyring; GITHUB_TOKEN in the environment goes before it."""
FRESH = 300.0
"""Seconds that an answer serves: a question is prepared many times while it is typed."""
AGAIN = 30.0
"""Seconds before GitHub is asked again after it could not be."""
Ask = Callable[[], Awaitable[Section]]
NO_TOKEN = "Set a token: disputatio keys set github, or GITHUB_TOKEN in the environment."


class GitHubDesk:
    """One for the application: it remembers for a while what it was told."""

    def __init__(self, settings: Settings, keys: Keys, clock: Clock) -> None:
        self._settings, self._keys, self._clock = settings, keys, clock
        self._told: dict[str, tuple[float, Section]] = {}

    async def sections(self, origin: str, number: int, screening: Screening) -> list[Section]:
        """What goes into a debate about the repository with this `origin`: titles of what is open, and issue or pull
        request `number` in full (0: none). Nothing where `origin` is elsewhere or no token is set. Never raises for
        what GitHub does. Raises Refused where `number` is wanted and cannot be had for want of an origin or a token."""
        found = await self._ready(origin)
        if found is None:
            if number:
                await self._asked_for(origin)
            return []
        hub, slug = found
        sections = [await self._remembered(f"{slug}", lambda: _titles(hub, slug))]
        if number:
            sections.append(await self._remembered(f"{slug}#{number}", lambda: _in_full(hub, slug, number)))
        return [_screened(section, screening) for section in sections]

    async def issue(self, origin: str, number: int) -> Issue:
        """One in full. Raises Refused without an origin on GitHub or a token, GitHubUnavailable."""
        found = await self._ready(origin) or await self._asked_for(origin)
        return await found[0].issue(found[1], number)

    async def threads(self, origin: str) -> Threads:
        """What is open. Raises Refused without an origin on GitHub or a token, GitHubUnavailable."""
        found = await self._ready(origin) or await self._asked_for(origin)
        return await found[0].threads(found[1])

    async def _ready(self, origin: str) -> tuple[GitHub, Slug] | None:
        api = self._settings.get(declared.GITHUB_ADDRESS)
        slug = slug_of(origin, api) if self._settings.get(declared.GITHUB) else None
        if slug is None:
            return None
        token = await self._keys.get(KEY)
        return (GitHub(token.text, lambda: http_client(api), self._clock.now, api), slug) if token else None

    async def _asked_for(self, origin: str) -> tuple[GitHub, Slug]:
        if not self._settings.get(declared.GITHUB):
            raise Refused("GitHub is not to be asked.", "Switch it on: disputatio settings set github.ask true")
        if slug_of(origin, self._settings.get(declared.GITHUB_ADDRESS)) is None:
            where = f"is at {origin}, which is not on GitHub" if origin else "names no other copy of it"
            raise Refused(f"`origin` of this repository {where}.", "Choose a repository that was cloned from GitHub.")
        raise Refused("There is no token for GitHub.", NO_TOKEN)

    async def _remembered(self, key: str, ask: Ask) -> Section:
        now = self._clock.now()
        until, section = self._told.get(key, (0.0, Section(name="github", title="GitHub", text="")))
        if now < until:
            return section
        try:
            section, until = await ask(), now + FRESH
        except GitHubUnavailable as fault:
            cut = f"{fault.what} {fault.remedy} The debate has what is on this computer.".replace("  ", " ")
            section, until = Section(name="github", title="GitHub", text="", cut=cut), max(now + AGAIN, fault.until)
        self._told[key] = (until, section)
        return section


async def _titles(hub: GitHub, slug: Slug) -> Section:
    found = await hub.threads(slug)
    parts = [
        f"Open issues, the most discussed first:\n{_lines(found.issues)}",
        f"Open pull requests, the most discussed first:\n{_lines(found.pulls)}",
    ]
    title = f"GitHub: open issues and pull requests of {slug}"
    return Section(name="github", title=title, text="\n\n".join(parts))


def _lines(threads: tuple[Thread, ...]) -> str:
    lines = [f"- #{each.number} {each.title} ({each.author}, {each.comments} comments)" for each in threads]
    return "\n".join(lines) or "- none"


async def _in_full(hub: GitHub, slug: Slug, number: int) -> Section:
    found = await hub.issue(slug, number)
    kind = "pull request" if found.thread.pull else "issue"
    said = [f"{each.author}, {each.at}:\n{each.text}" for each in found.comments]
    opening = f"{found.thread.author}, {found.state}:\n{found.body or '(no text)'}"
    cut = f"The last {found.left} comments are left out." if found.left else ""
    title = f"GitHub {kind} #{number}: {found.thread.title}"
    return Section(name="github", title=title, text="\n\n".join([opening, *said]), cut=cut)


def _screened(section: Section, screening: Screening) -> Section:
    """What people write to an issue may hold their keys."""
    findings, titled = screening.find(section.text), screening.find(section.title)
    screening.note([*findings, *titled], "GitHub")
    if not (findings or titled):
        return section
    held = f"{len(findings) + len(titled)} likely secrets held back"
    cut = "; ".join(part for part in (section.cut, held) if part)
    return replace(section, text=redact(section.text, findings), title=redact(section.title, titled), cut=cut)
