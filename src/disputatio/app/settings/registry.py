"""All settings by their keys, earlier keys included; and all of them as Markdown, for the README and the help:
generated, so that it is never out of date."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from disputatio.app.settings.declarations import DELETED, SETTINGS
from disputatio.app.settings.kinds import Plain, Setting
from disputatio.debate.values import value


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


def documentation(registry: Registry | None = None) -> str:
    """One table a group, in the order of the declarations. What the window keeps for itself is left out."""
    shown = [setting for setting in (registry or Registry()).settings if not setting.internal]
    groups = dict.fromkeys(setting.group for setting in shown)
    return "\n".join(_group(name, [each for each in shown if each.group == name]) for name in groups)


def _group(name: str, settings: list[Setting[Plain]]) -> str:
    rows = [f"| `{s.key}` | {_cell(s.title)} | {_default(s)} | {_cell(_meaning(s))} |" for s in settings]
    return "\n".join([f"### {name}", "", "| key | title | default | meaning |", "| --- | --- | --- | --- |", *rows, ""])


def _meaning(setting: Setting[Plain]) -> str:
    unit = f", in {setting.unit}" if setting.unit else ""
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
