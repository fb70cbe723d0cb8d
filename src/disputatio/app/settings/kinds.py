"""What a setting is: its name, kind, default, bounds and words, declared once for every face."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Generic, Literal, TypeVar

from disputatio.debate.errors import DisputatioError
from disputatio.debate.ranges import amount
from disputatio.debate.values import value
from disputatio.debate.wording import as_written, spoken, tr
from disputatio.providers.config import address_fault

Kind = Literal["switch", "whole", "number", "text", "choice", "list", "model", "address"]
"""switch: true or false; whole, number: within bounds; choice: one of a list; model: "provider:model" or empty;
address: http(s) or empty; list: of texts."""

Plain = bool | int | float | str | tuple[str, ...]
T = TypeVar("T", bound=Plain)

MAX_TEXT = 100_000
"""Characters: more in one setting is a mistake."""


class BadSetting(DisputatioError):
    """A value that a setting cannot have. The message names the setting and what is expected."""


@spoken("title", "help")
@value
class Setting(Generic[T]):
    """`key` is dotted; a part "*" stands for a name that the person chooses (see `of`). `help` is one or two sentences.

    `formerly` lists earlier keys; `internal` settings are kept by the application and not offered in the dialog.
    `choices` are (value, title) pairs. `refusal` says of a text in a list why it cannot be there, "" if it can.
    """

    key: str
    kind: Kind
    default: T
    title: str
    help: str
    group: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    formerly: tuple[str, ...] = ()
    internal: bool = False
    refusal: Callable[[str], str] | None = None

    def of(self, name: str) -> Setting[T]:
        """Return the setting of one name, for keys with a "*". Raises `BadSetting` for a name that no key can hold."""
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name):
            raise BadSetting(
                tr("{name!r} cannot be a name in the settings.").format(name=name), "Use only letters, digits, - and _."
            )
        return replace(self, key=self.key.replace("*", name))

    @property
    def expectation(self) -> str:
        """What a value must be, in words: "a whole number from 1 to 20"."""
        match self.kind:
            case "switch":
                return tr("true or false")
            case "whole" | "number":
                kind = tr("a whole number") if self.kind == "whole" else tr("a number")
                low = tr(" from {figure}").format(figure=_figure(self.low)) if self.low is not None else ""
                return (
                    kind + low + (tr(" to {figure}").format(figure=_figure(self.high)) if self.high is not None else "")
                )
            case "choice":
                return tr("one of ") + ", ".join(f'"{name}"' for name, _ in self.choices)
            case "list":
                return tr("a list of texts")
            case "model":
                return tr('a model as "provider:model", or "" for none')
            case "address":
                return tr('an address that begins with http:// or https://, with a port up to 65535 if any, or ""')
            case _:
                return tr("a text")

    def check(self, raw: object) -> T:
        """Return the value as the application uses it. Raises `BadSetting`."""
        plain = self._plain(raw)
        if plain is None:
            raise BadSetting(
                tr("{key} cannot be {shown}: {expectation} is expected.").format(
                    key=self.key, shown=_shown(raw), expectation=self.expectation
                )
            )
        if self.refusal is not None and isinstance(plain, tuple):
            for why in filter(None, map(self.refusal, plain)):
                raise BadSetting(
                    tr("{key} cannot name that: {why}").format(key=self.key, why=why), "Name another folder."
                )
        return plain  # type: ignore[return-value]

    def _plain(self, raw: object) -> Plain | None:
        match self.kind:
            case "switch":
                return raw if isinstance(raw, bool) else None
            case "whole" | "number":
                return self._number(raw)
            case "list":
                return tuple(raw) if isinstance(raw, (list, tuple)) and all(_text(each) for each in raw) else None
            case "choice":
                return raw if isinstance(raw, str) and raw in dict(self.choices) else None
            case "model":
                return raw if isinstance(raw, str) and re.fullmatch(r"|[\w-]+:\S(.*\S)?", raw) else None
            case "address":
                return raw if isinstance(raw, str) and (not raw or not address_fault(raw)) else None
            case _:
                return raw if _text(raw) else None  # type: ignore[return-value]

    def _number(self, raw: object) -> Plain | None:
        if not isinstance(raw, int if self.kind == "whole" else (int, float)) or not amount(raw):
            return None
        number = raw if self.kind == "whole" else float(raw)
        if not (self.low is None or number >= self.low) or not (self.high is None or number <= self.high):
            return None
        return number


def _figure(number: float) -> str:
    """Return a bound in words; one of millions in full."""
    return as_written(f"{number:g}" if number < 1e6 else f"{number:,.0f}")


def _text(raw: object) -> bool:
    return isinstance(raw, str) and len(raw) <= MAX_TEXT


def _shown(raw: object) -> str:
    text = repr(raw)
    return text if len(text) <= 80 else text[:80] + "…"
