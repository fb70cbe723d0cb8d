"""All settings as Markdown, for the README and the help: generated, so that it is never out of date."""

from __future__ import annotations

from disputatio.app.settings.declarations import Registry
from disputatio.app.settings.kinds import Plain, Setting


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
    return f"{setting.help} ({setting.expected[0].upper()}{setting.expected[1:]}{unit}.)"


def _default(setting: Setting[Plain]) -> str:
    default = setting.default
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if isinstance(default, (int, float)):
        return f"`{default:g}`" if isinstance(default, float) else f"`{default}`"
    return f'`"{default}"`' if isinstance(default, str) else "`[]`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
