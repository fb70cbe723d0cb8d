"""The language in which a person reads. Texts stand in the code in English, which is also the key to their translation;
without a catalogue `tr` returns them as they are.

The language belongs to a context: the window speaks one in all that it does, while whatever writes a log, a request or
an export does so in `english`. What models, people and files said never goes through here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import ContextDecorator
from contextvars import ContextVar, Token
from typing import Any, Final, Protocol, TypeVar

K = TypeVar("K")
C = TypeVar("C", bound=type[Any])

SAMPLE: Final = "1,234.5"
"""How a number is written: a translation has its own signs in place of comma and point."""


SHARE: Final = "5%"
"""How a share is written: some languages have a space before the sign."""


class Catalogue(Protocol):
    """Translations of one language (`gettext.GNUTranslations`)."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


_spoken: ContextVar[Catalogue | None] = ContextVar("spoken", default=None)


def speak(catalogue: Catalogue | None) -> None:
    """Choose the language of this context, and of all that is started from it; None is English."""
    _spoken.set(catalogue)


_in_window: ContextVar[bool] = ContextVar("in_window", default=False)


def speak_in_window() -> None:
    """Say of this context, and of all that is started from it, that its person has a window and no terminal."""
    _in_window.set(True)


def by_face(terminal: str, window: str) -> str:
    """Return what a person does next: the command that is typed, or what the window has for it."""
    return window if _in_window.get() else terminal


class english(ContextDecorator):
    """A block, or a function, that speaks English whatever the language around it."""

    def __init__(self) -> None:
        self._before: list[Token[Catalogue | None]] = []

    def __enter__(self) -> None:
        self._before.append(_spoken.set(None))

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before.pop())

    def _recreate_cm(self) -> english:
        return english()


def tr(text: str) -> str:
    """Return a text in the language of the person. Text with {names} is a template, filled by `str.format`."""
    spoken = _spoken.get()
    return text if spoken is None or not text else spoken.gettext(text)


def mark(text: str) -> str:
    """Say that this text will go through `tr` where it is shown: it stands where no language is chosen yet."""
    return text


def forms(one: str, many: str) -> tuple[str, str]:
    """Say that these forms will go through `plural` where they are shown."""
    return one, many


def plural(one: str, many: str, count: int) -> str:
    """Return the form for a number, which stands in place of {count}; other {names} are left to `str.format`."""
    spoken = _spoken.get()
    form = (one if count == 1 else many) if spoken is None else spoken.ngettext(one, many, count)
    return form.replace("{count}", figure(count))


def figure(number: float, form: str = ",") -> str:
    """Write a number with the signs of the language; `form` as in `format`."""
    return as_written(format(number, form)).replace("%", tr(SHARE)[1:])


def as_written(number: str) -> str:
    """Return a number that is written as in English with the signs of the language."""
    if _spoken.get() is None:
        return number
    sample = tr(SAMPLE)
    return number.translate({ord(","): sample[1], ord("."): sample[5]})


def inside(title: str) -> str:
    """Return a title as it stands in the middle of a sentence: English writes it small, other languages as ever."""
    return title.lower() if _spoken.get() is None else title


def quoted(text: str) -> str:
    """Put a text in the quotation marks of the language; where it is all in such marks already, in these alone."""
    return tr("“{text}”").format(text=unquoted(text))


def unquoted(text: str) -> str:
    """Return a text without the quotation marks that stand around all of it."""
    inner = text.strip()[1:-1]
    marked = len(text.strip()) > 2 and f"{text.strip()[0]}{text.strip()[-1]}" in ('""', "“”", "„“", "«»")
    return inner if marked and not set(inner) & set('"“”„«»') else text


def listed(names: Iterable[str]) -> str:
    """Return names in a sentence: "A", "A and B", "A, B and C"."""
    *first, last = list(names) or [""]
    return tr("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def day(iso: str) -> str:
    """Write a day, given as 2026-03-04, in figures."""
    year, month, of_month = iso.split("-")
    return tr("{year}-{month}-{day}").format(year=year, month=month, day=of_month)


class Words(dict[K, str]):
    """A table of texts for people, read in their language. Iterating over its keys is as ever."""

    def __getitem__(self, key: K) -> str:
        return tr(super().__getitem__(key))

    def get(self, key: K, default: str = "") -> str:  # type: ignore[override]  # texts only
        found = super().get(key)
        return default if found is None else tr(found)

    def values(self) -> list[str]:  # type: ignore[override]  # of the moment: nobody keeps it
        return [self[key] for key in self]

    def items(self) -> list[tuple[K, str]]:  # type: ignore[override]
        return [(key, self[key]) for key in self]


def language() -> object:
    """Return what is spoken now, to remember texts by."""
    return _spoken.get()


def spoken(*names: str) -> Callable[[C], C]:
    """Have these fields of a value read in the language of the person."""

    def made(cls: C) -> C:
        for name in names:
            setattr(cls, name, _read(name, getattr(cls, name, None)))
        return cls

    return made


def _read(name: str, slot: Any) -> property:
    """Return the field as it is read; all others cost what they did. `slot`: where a value keeps it; an error has no
    slots."""
    if slot is None:
        return property(lambda self: tr(vars(self)[name]), lambda self, text: vars(self).update({name: text}))
    return property(lambda self: tr(slot.__get__(self)), slot.__set__)


# ---- texts that came from outside ----------------------------------------------------------------------------------
CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tab and line feed, and those that change the direction of what follows."""


def visible(text: str) -> str:
    """Return untrusted text with those characters written out, as JSON would: whoever gets it may show it on a screen,
    which they could rewrite. In a text that is JSON they say the same as before."""
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
