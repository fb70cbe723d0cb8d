"""All settings by their keys, earlier keys included; reading and writing them by type, and all of
them as Markdown, for the README and the help: generated, so that it is never out of date.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, overload

from disputatio.app.settings import declarations, file
from disputatio.app.settings.declarations import DELETED, SETTINGS
from disputatio.app.settings.file import Fault, SyntaxFault
from disputatio.app.settings.kinds import BadSetting, Plain, Setting
from disputatio.debate.values import OptionValue, value
from disputatio.debate.wording import tr
from disputatio.engine.limits import Limits, RetryPolicy, Timeouts
from disputatio.providers.config import STANDARD, ProviderConfig
from disputatio.sandbox.isolation import Bounds


@value
class Registry:
    """All settings, and what became of earlier ones."""

    settings: tuple[Setting[Plain], ...] = SETTINGS  # type: ignore[assignment]
    deletions: Mapping[str, str] = field(default_factory=lambda: DELETED)

    def find(self, key: str) -> Setting[Plain] | None:
        """Return the setting of a concrete key ("providers.ollama.base_url"), or None."""
        return next((_named(each, key) for each in self.settings if _fits(each.key, key)), None)

    def successor(self, key: str) -> Setting[Plain] | None:
        """Return the setting that an earlier key became, or None."""
        for each in self.settings:
            for old in each.formerly:
                if _fits(old, key):
                    return _named(replace(each, key=_rekeyed(each.key, old, key)), _rekeyed(each.key, old, key))
        return None


def _fits(pattern: str, key: str) -> bool:
    if "*" not in pattern:
        return pattern == key
    wanted, given = pattern.split("."), key.split(".")
    return len(wanted) == len(given) and all(a in ("*", b) for a, b in zip(wanted, given, strict=True))


def _named(setting: Setting[Plain], key: str) -> Setting[Plain]:
    return setting if setting.key == key else replace(setting, key=key)


def _rekeyed(new: str, old: str, key: str) -> str:
    """Return the new key with the names that stood for "*" in the old one."""
    names = [given for wanted, given in zip(old.split("."), key.split("."), strict=True) if wanted == "*"]
    for name in names:
        new = new.replace("*", name, 1)
    return new


def documentation() -> str:
    """One table a group, in the order of the declarations. What the window keeps for itself is left out.

    In the language that is spoken: `resources/help` has this page in each of them.
    """
    shown = [setting for setting in Registry().settings if not setting.internal]
    groups = dict.fromkeys(setting.group for setting in shown)
    return "\n".join(_group(name, [each for each in shown if each.group == name]) for name in groups)


def _group(name: str, settings: list[Setting[Plain]]) -> str:
    rows = [f"| `{s.key}` | {_cell(s.title)} | {_default(s)} | {_cell(_meaning(s))} |" for s in settings]
    head = [f"### {tr(name)}", "", tr("| key | title | default | meaning |"), "| --- | --- | --- | --- |"]
    return "\n".join([*head, *rows, ""])


def _meaning(setting: Setting[Plain]) -> str:
    unit = tr(", in {unit}").format(unit=tr(setting.unit)) if setting.unit else ""
    return f"{setting.help} ({setting.expectation[0].upper()}{setting.expectation[1:]}{unit}.)"


def _default(setting: Setting[Plain]) -> str:
    default = setting.default
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, (int, float)):
        return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"
    return f'`"{default}"`' if isinstance(default, str) else "`[]`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


T = TypeVar("T", bound=Plain)

STEPPED = ("dual", "collaboration")
"""Formats that rest after each round until a person continues; the others run on (SPEC LIFE.3)."""
RECENT = 10
"""Repositories that are remembered."""


class Settings:
    """What the person set, over the defaults. Made by `load`; without a path nothing is ever written.

    `faults` lists what in the file cannot be used, for the person; the file keeps it until it is set anew.
    """

    def __init__(self, path: Path | None = None, registry: Registry | None = None) -> None:
        self._path = path
        self._registry = registry or Registry()
        self._set: dict[str, Plain] = {}
        self._obsolete: tuple[str, ...] = ()
        self.faults: tuple[Fault, ...] = ()

    @classmethod
    def load(cls, path: Path, registry: Registry | None = None) -> Settings:
        """Read the file, if there is one. Faults do not raise: they are listed. Raises `SettingsNotSaved` when the
        file exists and cannot be read at all."""
        settings = cls(path, registry)
        settings.reload()
        return settings

    @overload
    def get(self, setting: Setting[T]) -> T: ...
    @overload
    def get(self, setting: str) -> Plain: ...
    def get(self, setting: Setting[Any] | str) -> Any:
        """Return the value in force."""
        found = self._found(setting)
        return self._set.get(found.key, found.default)

    def is_set(self, setting: Setting[Any] | str) -> bool:
        """Return whether the person chose it, rather than the default being in force."""
        return self._found(setting).key in self._set

    @overload
    def set(self, setting: Setting[T], content: T) -> None: ...
    @overload
    def set(self, setting: str, content: object) -> None: ...
    def set(self, setting: Setting[Any] | str, content: Any) -> None:
        """Check and save. Raises `BadSetting`, `SettingsNotSaved`; then nothing changed."""
        found = self._found(setting)
        checked = found.check(content)
        if self._set.get(found.key) == checked and found.key in self._set:
            return
        self._save({found.key: checked}, ())
        self._set[found.key] = checked
        self._settle(found.key)

    def reset(self, setting: Setting[Any] | str) -> None:
        """Go back to the default: the key leaves the file. Raises `SettingsNotSaved`."""
        found = self._found(setting)
        self._save({}, (found.key,))
        self._settle(found.key)
        self._set.pop(found.key, None)

    def names(self, table: str) -> tuple[str, ...]:
        """Return the names that the person gave below a table: names("providers") -> ("ollama", …)."""
        inside = (key.split(".")[1] for key in self._set if key.startswith(table + ".") and key.count(".") >= 2)
        return tuple(dict.fromkeys(inside))

    def reload(self) -> None:
        """Read the file again, for example after another window changed it. A file that is no TOML changes nothing:
        what was in force stays, and `faults` says why."""
        if self._path is None:
            return
        try:
            text = file.read(self._path)
            leaves = file.leaves(text)
        except SyntaxFault as fault:
            remedy = "Correct the file. Until then, the settings from before (or the defaults) apply."
            self.faults = (Fault(file=str(self._path), line=fault.line, what=fault.what, remedy=remedy),)
            return
        self._read(text, leaves)

    def _read(self, text: str, leaves: dict[str, object]) -> None:
        found: dict[str, Plain] = {}
        faults: list[Fault] = []
        obsolete: list[str] = []
        for key, raw in leaves.items():
            setting = self._registry.find(key)
            successor = None if setting else self._registry.successor(key)
            if successor or key in self._registry.deletions:
                obsolete.append(key)
            if successor and successor.key in leaves:
                continue
            if not (setting or successor):
                faults.append(self._unknown(text, key))
                continue
            try:
                used = setting or successor
                assert used is not None
                found[used.key] = used.check(raw)
            except BadSetting as bad:
                faults.append(self._bad(text, key, bad))
        self._set, self.faults, self._obsolete = found, tuple(faults), tuple(obsolete)

    def _bad(self, text: str, key: str, bad: BadSetting) -> Fault:
        setting = self._registry.find(key) or self._registry.successor(key)
        default = setting.default if setting else ""
        remedy = f"Correct the line or delete it. Until then, the default applies ({default!r})."
        return Fault(file=str(self._path), line=file.line_of(text, key), key=key, what=bad.what, remedy=remedy)

    def _unknown(self, text: str, key: str) -> Fault:
        line = file.line_of(text, key)
        if key in self._registry.deletions:
            what = f"{key} no longer means anything: {self._registry.deletions[key]}"
            return Fault(file=str(self._path), line=line, key=key, what=what, remedy="You can delete it.")
        near = get_close_matches(key, [setting.key for setting in self._registry.settings], 1)
        remedy = f"Did you mean {near[0]}?" if near else "It stays in the file and has no effect."
        return Fault(file=str(self._path), line=line, key=key, what=f"There is no setting {key}.", remedy=remedy)

    def _save(self, sets: dict[str, Plain], removes: tuple[str, ...]) -> None:
        """Change the file as it is now, which another process may have written meanwhile. Obsolete keys leave it,
        their values under the new names stay. A file that is no TOML is set aside, not overwritten."""
        if self._path is None:
            return
        moved = {key: self._set[key] for old in self._obsolete if (key := self._new_key(old)) in self._set}
        try:
            text = file.read(self._path)
            file.leaves(text)
        except SyntaxFault as fault:
            aside = file.keep_aside(self._path)
            what = f"The damaged settings were saved as {aside.name}: {fault.what}"
            self.faults = (Fault(file=str(aside), line=fault.line, what=what, remedy="Copy what you need from it."),)
            text, moved = "", dict(self._set)
        kept = {key: content for key, content in (moved | sets).items() if key not in removes}
        file.write(self._path, file.with_changes(text, kept, (*self._obsolete, *removes)))
        self._obsolete = ()

    def _settle(self, key: str) -> None:
        """What was wrong with a key is over once it was set or reset."""
        self.faults = tuple(fault for fault in self.faults if fault.key != key)

    def _new_key(self, old: str) -> str:
        successor = self._registry.successor(old)
        return successor.key if successor else ""

    def _found(self, setting: Setting[Any] | str) -> Setting[Any]:
        if isinstance(setting, Setting) and "*" not in setting.key:
            return setting
        key = setting if isinstance(setting, str) else setting.key
        found = self._registry.find(key)
        if found is None or "*" in key:
            near = get_close_matches(key, [each.key for each in self._registry.settings], 1)
            raise BadSetting(
                tr("There is no setting {key}.").format(key=key),
                tr("Did you mean {near}?").format(near=near[0])
                if near
                else tr("See them with: disputatio settings list."),
            )
        return found

    def model(self, role: str) -> str:
        """Return the model of a role ("analyst", "clerk", …), "" where none is set."""
        return str(self.get(f"models.{role}"))

    def stand_ins(self, task: str = "") -> tuple[str, ...]:
        """Return the models that may stand in for another at a task, best first; without one, at any task. What is no
        model in a list is left out."""
        lists = [self.get(each) for each in declarations.ROUTING_LISTS if task in ("", each.key.partition(".")[2])]
        named = (*(model for each in lists for model in each), self.get(declarations.MODEL_FALLBACK))
        return tuple(dict.fromkeys(model for model in named if re.fullmatch(r"[\w-]+:\S(.*\S)?", model)))

    def debate_options(self, format: str = "") -> dict[str, OptionValue]:
        """Return the person's defaults as options of a debate: caps (None where lifted), pausing (which two formats do
        unless they are told not to, SPEC LIFE.3), where it waits for approval, and for the format "dual" its rounds and
        threshold."""
        cost = self.get(declarations.BUDGET_COST)
        options: dict[str, OptionValue] = {
            "max_cost": round(cost * 1_000_000) or None,
            "max_tokens": self.get(declarations.BUDGET_TOKENS) or None,
            "max_turns": self.get(declarations.BUDGET_TURNS) or None,
            "auto_continue": self.get(declarations.AUTO_CONTINUE) or format not in ("", *STEPPED),
            "branch": self.get(declarations.BRANCH),
            "tools": self.get(declarations.TOOLS),
            "effort": self.get(declarations.EFFORT),
        }
        if self.is_set(declarations.BUDGET_MINUTES):  # else the format's own, which is 60 but for the eight phases
            options["max_minutes"] = self.get(declarations.BUDGET_MINUTES) or None
        if gates := self.gates():
            options["gates"] = gates
        if format == "dual":
            options |= {
                "rounds": self.get(declarations.DUAL_ROUNDS),
                "threshold": self.get(declarations.DUAL_THRESHOLD),
            }
        return options

    def gates(self) -> list[str]:
        """Return where new debates wait for approval, as points of formats (debate.walk.gates)."""
        dollars = self.get(declarations.GATE_SPEND)
        found = {
            "rounds": self.get(declarations.GATE_ROUNDS),
            f"spend:{dollars:g}": dollars,
            "synthesis": self.get(declarations.GATE_RESULT),
        }
        return [point for point, wanted in found.items() if wanted]

    def bounds(self) -> Bounds:
        """What a program of a participant may use."""
        return Bounds(seconds=self.get(declarations.SANDBOX_SECONDS), memory=self.get(declarations.SANDBOX_MEMORY))

    def limits(self) -> Limits:
        """Retry, time-outs, concurrency and circuit breaker as the engine takes them."""
        return Limits(
            retry=RetryPolicy(
                attempts=self.get(declarations.RETRIES),
                first=self.get(declarations.BACKOFF_FIRST),
                longest=self.get(declarations.BACKOFF_LONGEST),
                hint_cap=self.get(declarations.HINT_LONGEST),
            ),
            timeouts=Timeouts(
                headers=self.get(declarations.TIMEOUT_HEADERS),
                first=self.get(declarations.TIMEOUT_FIRST),
                thinking=self.get(declarations.TIMEOUT_THINKING),
                between=self.get(declarations.TIMEOUT_BETWEEN),
                turn=self.get(declarations.TIMEOUT_TURN),
            ),
            concurrency=self.get(declarations.CONCURRENCY),
            autosave=self.get(declarations.AUTOSAVE),
            breaker_failures=self.get(declarations.BREAKER_FAILURES),
            breaker_window=self.get(declarations.BREAKER_WINDOW),
            breaker_rest=self.get(declarations.BREAKER_REST),
        )

    def providers(self) -> dict[str, ProviderConfig]:
        """Return the providers that the person named, for `providers.config.configured`. Keys are not in the
        settings."""
        return {name: self._provider(name) for name in self.names("providers") if self.provider_enabled(name)}

    def provider_enabled(self, name: str) -> bool:
        return self.get(declarations.PROVIDER_ENABLED.of(name))

    def _provider(self, name: str) -> ProviderConfig:
        known = STANDARD.get(name)
        kind = declarations.PROVIDER_KIND.of(name)
        address = self.get(declarations.PROVIDER_ADDRESS.of(name))
        return ProviderConfig(
            name=name,
            title=known.title if known else "",
            kind=known.kind if known and not self.is_set(kind) else self.get(kind),  # type: ignore[arg-type]
            base_url=address or (known.base_url if known else ""),
        )

    def opened_repository(self, path: str) -> None:
        """Put a repository first among those opened lately."""
        others = [each for each in self.get(declarations.RECENT_REPOSITORIES) if each != path]
        self.set(declarations.RECENT_REPOSITORIES, (path, *others)[:RECENT])

    def forgot_repository(self, path: str) -> None:
        """Take a repository out of those opened lately."""
        left = tuple(each for each in self.get(declarations.RECENT_REPOSITORIES) if each != path)
        if left != self.get(declarations.RECENT_REPOSITORIES):
            self.set(declarations.RECENT_REPOSITORIES, left)
