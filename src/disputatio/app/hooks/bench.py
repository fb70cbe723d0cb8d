"""Running code and commands for debates, in isolation: after a phase, and where a participant calls them.

What a debate is about decides on what a command runs: with a repository, on a temporary worktree of the debate's branch
with the proposed changes put in; without one, beside the program of the turn alone. Everything that a program says may
be what somebody else wants to be read: it is cut, and likely secrets are held back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from disputatio.app.hooks.commands import HookShelf
from disputatio.app.hooks.suggestions import Suggestion, suggestions
from disputatio.app.privacy.frontier import Consents
from disputatio.app.privacy.sendings import Commanding
from disputatio.debate.attempts import PROGRAMMED, Program, program_of
from disputatio.debate.context import Context, released_secrets
from disputatio.debate.errors import DisputatioError, Refused
from disputatio.debate.hooks import KINDS, OPTION, Command, called, commands_of, report
from disputatio.debate.tools import RUN_CODE, RUNNING
from disputatio.debate.values import Json, OptionValue, value
from disputatio.debate.wording import by_face, tr
from disputatio.engine.checking import Checking, CodeReport
from disputatio.prompting.request import SeenTurn
from disputatio.repository.patches import MOST_CHANGES, PatchRefused, fenced_diffs, proposed_patches
from disputatio.repository.source_tree import SourceTree, open_tree
from disputatio.repository.threads import in_thread
from disputatio.repository.worktrees import quick_worktree, sweep_all
from disputatio.sandbox.box import Box
from disputatio.sandbox.checks import Check, checked
from disputatio.sandbox.interpreters import language_of
from disputatio.sandbox.isolation import Bounds
from disputatio.sandbox.trials import Sandbox
from disputatio.secrets.detection import without_secrets

MOST_WORKS: Final = 6
"""Proposals that are checked at one place; no format seats more proposers who hear one another."""
MOST_ITEMS: Final = 40
"""Tests and findings of one command that are recorded; those that failed come first."""
ORDER: Final = ("lint", "analysis", "types", "format", "scan", "tests", "benchmark", "profile", "fuzz")
"""What only reads the files comes before what runs them and could change them."""
OTHERWISE: Final = "program.txt"


@value
class Report:
    text: str
    data: dict[str, Json]


class Bench:
    """engine.checking.CodeRunner. `place` is the folder where temporary worktrees are."""

    def __init__(self, sandbox: Sandbox, shelf: HookShelf, consents: Consents, place: Path) -> None:
        self.shelf = shelf
        self._sandbox, self._consents, self._place = sandbox, consents, place

    async def clear(self) -> None:
        """Take away what a killed process has left."""
        await asyncio.to_thread(sweep_all, self._place)

    def unconfigured(self, context: Context, options: Mapping[str, OptionValue], id: str) -> list[Commanding]:
        """Return what a debate would run that is not configured for what it is about: the person is asked about it.
        Blocks."""
        commands = commands_of(options)
        if set(commands) <= set(self.shelf.of_context(context)):
            return []
        place = context.ref if context.kind == "repository" else ""
        return [Commanding(lines=tuple(each.written for each in commands), debate=id, place=place)]

    async def idle(self, context: Context, options: Mapping[str, OptionValue]) -> list[str]:
        """Return why checks that a debate wants would come to little, so that nobody finds out at its end."""
        if not options.get(OPTION):
            return []
        if not self._sandbox.wanted:
            return [tr("Running code is switched off, so no proposal is checked. Switch it on: sandbox.use true.")]
        try:
            await self._sandbox.check()
        except DisputatioError as error:
            return [tr("No proposal is checked. {why}").format(why=error.user_message)]
        if context.kind == "none" or commands_of(options):
            return []
        where = context.ref if context.kind == "repository" else context.title
        return [tr("No commands are configured for {where}, so proposals are not checked.").format(where=where)]

    # ---- after a phase -----------------------------------------------------------------------------------------------
    async def test(self, code: str, fence: str, cases: str = "") -> CodeReport:
        return await self._sandbox.test(code, fence, cases)

    async def check(self, asked: Checking) -> CodeReport:
        """Run the commands of a debate that are wanted on each of its works."""
        commands = [each for each in commands_of(asked.options) if each.kind in asked.kinds]
        if not commands:
            raise Refused(
                tr("No command is configured for any of these: {kinds}.").format(
                    kinds=", ".join(KINDS[kind] for kind in asked.kinds)
                )
            )
        await self._require_own(asked.id, asked.context, asked.options)
        hide = _hiding(asked.options)
        works = asked.works[-MOST_WORKS:]
        try:
            async with asyncio.TaskGroup() as group:
                running = [group.create_task(self._work(asked, turn, commands, hide)) for turn in works]
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from several
        found = [task.result() for task in running]
        checks: list[Json] = [
            await asyncio.to_thread(_recorded, check, turn.path, hide)
            for turn, made in zip(works, found, strict=True)
            for check in made
        ]
        if not checks:
            wanted = "change as a diff" if asked.context.kind == "repository" else "program"
            raise Refused(tr("No proposal contains a {wanted}, so there is nothing to check.").format(wanted=wanted))
        return _report(checks, {turn.path: f"{called(turn.gives)} of {turn.label}" for turn in works})

    async def _require_own(self, id: str, context: Context, options: Mapping[str, OptionValue]) -> None:
        """Raise Refused for commands that came with a debate from elsewhere: nobody here has agreed to them."""
        own = await asyncio.to_thread(self.unconfigured, context, options, id)
        if await asyncio.to_thread(self._consents.missing_consents, own):
            raise Refused(
                "This debate comes with commands that nobody has configured on this computer.",
                by_face(
                    tr("Add the ones you want to run: disputatio hooks add."),
                    tr("Add the ones you want to run in the settings of checks."),
                ),
            )

    async def _work(
        self, asked: Checking, turn: SeenTurn, commands: Sequence[Command], hide: Callable[[str], str]
    ) -> list[Check]:
        """Return what commands came to on one work; nothing for one that holds nothing to check."""
        if asked.context.kind != "repository":
            program = program_of(turn.gives, turn.text, turn.data)
            return await self._beside(program, commands, hide) if program is not None else []
        own = _changes(turn)
        if not own:
            return []
        before = [change for base in asked.bases for change in _changes(base)] if turn.gives != "artifact" else []
        turns = {turn.path, *(base.path for base in asked.bases)}
        return await self._on_branch(asked.id, asked.context, (*before, *own), commands, hide, turns)

    async def _beside(self, program: Program, commands: Sequence[Command], hide: Callable[[str], str]) -> list[Check]:
        language = language_of(program.language)
        files = {language.file if language is not None else OTHERWISE: program.code}
        return await self._sandbox.run(
            lambda box, bounds, stopped: [
                checked(box, bounds, each, stopped, files=files, hide=hide) for each in sorted(commands, key=_turn_of)
            ]
        )

    async def _on_branch(
        self,
        id: str,
        context: Context,
        changes: Sequence[str],
        commands: Sequence[Command],
        hide: Callable[[str], str],
        turns: Collection[str] = (),
    ) -> list[Check]:
        def work(box: Box, bounds: Bounds, stopped: Callable[[], bool]) -> list[Check]:
            with quick_worktree(self._place, context.ref, id, context.pin, changes, stopped, turns) as made:
                return [
                    checked(box, bounds, each, stopped, folder=made.folder, hide=hide)
                    for each in sorted(commands, key=_turn_of)
                ]

        try:
            return await self._sandbox.run(work)
        except PatchRefused as refused:
            gating = any(each.gating for each in commands)
            return [Check(command=Command(kind="change", line="", gating=gating), passed=False, code=0, seconds=0,
                          note=str(refused))]  # fmt: skip

    # ---- where a participant calls -----------------------------------------------------------------------------------
    async def call(
        self, id: str, context: Context, options: Mapping[str, OptionValue], name: str, given: Mapping[str, Json]
    ) -> str:
        """Return what a tool of participants says. Raises DisputatioError."""
        code, fence = str(given.get("code") or given.get("change") or ""), str(given.get("language") or "")
        if name == RUN_CODE:
            return (await self._sandbox.test(code, fence or "python")).text
        commands, hide = self.commands(context, options, name), _hiding(options)
        if not commands:
            raise Refused(
                tr("No command is configured for {kinds}.").format(kinds=KINDS[RUNNING[name]]), "Do without it."
            )
        await self._require_own(id, context, options)
        if context.kind == "repository":
            changes = fenced_diffs(code) or ([code] if code.strip() else [])
            found = await self._on_branch(id, context, changes[:MOST_CHANGES], commands, hide)
        else:
            program = program_of(PROGRAMMED, code, {}) or Program(code=code, language=fence or "python")
            if not program.code.strip():
                raise Refused(tr("{name} needs the program.").format(name=name), "Give it whole.")
            found = await self._beside(program, commands, hide)
        return report({"checks": [{**each.data, "of": "all"} for each in found]}, lambda _: name)

    def commands(self, context: Context, options: Mapping[str, OptionValue], name: str) -> list[Command]:
        """Return the commands behind a tool: those that the debate carries, else those that are configured for what it
        is about. Whether anybody here has agreed to what it carries is asked before they run."""
        kind = RUNNING.get(name, "")
        return [each for each in commands_of(options) or self.shelf.of_context(context) if each.kind == kind]

    # ---- for the person who configures them --------------------------------------------------------------------------
    async def suggestions(self, path: str) -> list[Suggestion]:
        """Return the commands that a repository suggests and that are not configured for it. Raises the errors of the
        repository."""
        found, root = await in_thread(lambda stopped: _suggested(open_tree(path)))
        known = self.shelf.of(root)
        lines = {each.line for each in known.commands} if known is not None else set()
        return [each for each in found if each.command.line not in lines]

    async def try_out(self, path: str, commands: Sequence[Command]) -> Report:
        """Run commands on a repository as it was committed last. Raises Refused where there are none, and as
        `check`."""
        if not commands:
            raise Refused(
                tr("No command is configured for {path}.").format(path=path),
                by_face(
                    tr("Add one: disputatio hooks add, or hooks suggest."), tr("Add one in the settings of checks.")
                ),
            )
        root, pin = await in_thread(lambda stopped: _place_and_pin(open_tree(path)))
        found = await self._on_branch("-", Context(kind="repository", ref=root, pin=pin), (), commands, without_secrets)
        checks: list[Json] = [await asyncio.to_thread(_recorded, each, "", without_secrets) for each in found]
        return _report(checks, {})


def _suggested(tree: SourceTree) -> tuple[list[Suggestion], str]:
    return suggestions(tree), str(tree.root)


def _place_and_pin(tree: SourceTree) -> tuple[str, str]:
    return str(tree.root), tree.pin


def _turn_of(command: Command) -> int:
    return ORDER.index(command.kind)


def _changes(turn: SeenTurn) -> list[str]:
    return proposed_patches(turn.gives, turn.text, turn.data)[:MOST_CHANGES]


def _hiding(options: Mapping[str, OptionValue]) -> Callable[[str], str]:
    """Return what takes likely secrets out of a text, but those that were released for a debate."""
    return partial(without_secrets, released=released_secrets(options))


def _recorded(check: Check, of: str, hide: Callable[[str], str]) -> Json:
    """Return what is recorded of a check, whose output holds no likely secrets any more."""
    listed: list[Json] = [each.data for each in check.items[:MOST_ITEMS]]
    more = {"more": len(check.items) - len(listed)} if len(check.items) > len(listed) else {}
    told = {"command": hide(check.command.line), "note": hide(check.note)}
    return {**check.data, **told, **more, "of": of, "items": listed}


def _report(checks: list[Json], names: Mapping[str, str]) -> Report:
    found = [each for each in checks if isinstance(each, dict)]
    failed = [each for each in found if not each["passed"]]
    items: list[Json] = [
        {
            "text": f"{KINDS.get(str(each['kind']), 'change')}: {each['count'] or each['note'] or each['command']}",
            "passed": each["passed"],
        }
        for each in found
    ]
    data: dict[str, Json] = {
        "passed": not failed,
        "gating": any(each["gating"] for each in failed),
        "items": items,
        "checks": checks,
    }
    return Report(text=report(data, lambda path: names.get(path, "As it stands")), data=data)
