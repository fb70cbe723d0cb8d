"""The commands that are configured, by project: in the settings file, one table for each."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from itertools import count

from disputatio.app.paths import closed, file_name
from disputatio.app.settings import Settings, declarations
from disputatio.debate.context import Context
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.hooks import KINDS, OPTION, Command, command_of, commands_of
from disputatio.debate.values import OptionValue, value
from disputatio.debate.wording import tr
from disputatio.sandbox.isolation import HOME, WRITABLE
from disputatio.secrets.places import holds

TABLE = "hooks"


@value
class ProjectHooks:
    """The commands for one project. `name` is that of the table; `context`: a path or a name; `faults`: what of the
    file cannot be read, in sentences."""

    name: str
    context: str
    commands: tuple[Command, ...] = ()
    faults: tuple[str, ...] = ()


class HookShelf:
    """Its methods raise ConfigError and the errors of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> list[ProjectHooks]:
        return [self._project(name) for name in self._settings.names(TABLE)]

    def _project(self, name: str) -> ProjectHooks:
        commands, faults = list[Command](), list[str]()
        for line in self._settings.get(declarations.HOOK_COMMANDS.of(name)):
            try:
                commands.append(command_of(line))
            except ConfigError as error:
                faults.append(str(error))
        context = self._settings.get(declarations.HOOK_CONTEXT.of(name))
        return ProjectHooks(name=name, context=context, commands=tuple(commands), faults=tuple(faults))

    def of(self, *refs: str) -> ProjectHooks | None:
        """Return what is configured for a project, by one of its names or its path."""
        wanted = {_place(ref) for ref in refs if ref}
        return next((each for each in self.all() if each.context and _place(each.context) in wanted), None)

    async def find(self, context: str) -> ProjectHooks | None:
        """Return what is configured for a project, by its name or by a path that may lead through links."""
        return self.of(context, await asyncio.to_thread(_resolved, context))

    def of_context(self, context: Context) -> tuple[Command, ...]:
        """Return the commands for what a debate is about."""
        found = self.of(context.ref, context.title) if context.kind != "none" else None
        return found.commands if found is not None else ()

    def resolved(self, options: Mapping[str, OptionValue], context: Context) -> dict[str, OptionValue]:
        """Return the options of a debate that begins: where checks are wanted, those that are configured by their
        lines, so that the log tells what was run. Raises ConfigError for a line that is no command."""
        commands_of(options)
        lines: list[str] = [each.written for each in self.of_context(context)]
        return {**options, OPTION: lines} if options.get(OPTION) is True and lines else dict(options)

    async def add(self, context: str, lines: Sequence[str]) -> ProjectHooks:
        """Configure commands for a project, each in place of one that has the same line."""
        given = {command.line: command for command in map(command_of, lines)}
        found = await self.find(context)
        if found is None:
            path = await asyncio.to_thread(_resolved, context)
            found = ProjectHooks(name=self._free_name(path), context=path)
            await asyncio.to_thread(self._settings.set, declarations.HOOK_CONTEXT.of(found.name).key, found.context)
        kept = [each for each in found.commands if each.line not in given]
        return await self._keep(found, [*kept, *given.values()])

    async def read(self, folders: Sequence[str]) -> tuple[str, ...]:
        """Let programs read some folders, besides those that they may read already; returns all of them."""
        before = self._settings.get(declarations.SANDBOX_READS)
        after = tuple(dict.fromkeys((*before, *folders)))
        await asyncio.to_thread(self._settings.set, declarations.SANDBOX_READS, after)
        return after

    async def remove(self, context: str, which: str) -> ProjectHooks:
        """Forget a command of a project, by its line or its kind. Raises Refused where there is none."""
        found = await self.find(context)
        before = found.commands if found is not None else ()
        kept = [each for each in before if which not in (each.line, each.written, each.kind)]
        if found is None or len(kept) == len(before):
            known = ", ".join(each.written for each in before) or "none"
            raise Refused(
                tr("There is no command {which!r} for {context}.").format(which=which, context=context),
                tr("There are: {known}.").format(known=known),
            )
        return await self._keep(found, kept)

    async def _keep(self, found: ProjectHooks, commands: Sequence[Command]) -> ProjectHooks:
        lines = tuple(each.written for each in sorted(commands, key=lambda each: list(KINDS).index(each.kind)))
        commands_of({OPTION: list(lines)})
        await asyncio.to_thread(self._settings.set, declarations.HOOK_COMMANDS.of(found.name).key, lines)
        return self._project(found.name)

    def _free_name(self, context: str) -> str:
        base = file_name(os.path.basename(context.rstrip("/")), "project")
        base = "".join(letter for letter in base if letter.isascii())[:50].strip("-") or "project"
        taken = self._settings.names(TABLE)
        return next(name for n in count(1) if (name := base if n == 1 else f"{base}-{n}") not in taken)


def _resolved(context: str) -> str:
    """Return a path in full, without links, and a name as it is. Blocks."""
    path = os.path.expanduser(context.strip())
    return os.path.realpath(path) if os.sep in path or os.path.isdir(path) else path


def _place(ref: str) -> str:
    """Return what two names of one project have in common, without a look at the disk."""
    place = os.path.expanduser(ref.strip())
    return os.path.normpath(place).removesuffix("/.git") if os.path.isabs(place) else place.casefold()


def readable_folders(settings: Settings) -> tuple[str, ...]:
    """Return the folders that programs may read besides the system's. Blocks."""
    found = (os.path.normpath(os.path.expanduser(each)) for each in settings.get(declarations.SANDBOX_READS))
    return tuple(each for each in found if readable(each))


def readable(folder: str) -> bool:
    """Return whether programs may read a folder: neither the home folder nor one around it, nor where keys are kept,
    nothing in the place of what the box has of its own, and nothing through a link, which could lead elsewhere
    tomorrow. Blocks."""
    return (
        os.path.isabs(folder)
        and os.path.realpath(folder) == folder
        and not holds(folder, os.path.realpath(os.path.expanduser("~")))
        and not any(holds(folder, place) for place in WRITABLE)
        and not closed(folder)
        and not folder.startswith(("/proc/", "/sys/", "/dev/", "/run/", f"{HOME}/"))
    )
