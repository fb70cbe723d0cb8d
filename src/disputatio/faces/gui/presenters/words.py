"""Figures, money, times and models as a person reads them."""

from __future__ import annotations

from typing import Final

from disputatio.debate.ranges import moment
from disputatio.debate.seats import HUMAN
from disputatio.debate.views.money import dollars

REHEARSAL: Final = "rehearsal:"
DAY: Final = 86_400.0
LONGEST_FILE: Final = 100
"""Bytes of a file's name that is made of a title."""


def money(micro: int | None) -> str:
    """Micro-dollars; None is an unknown price."""
    return "price unknown" if micro is None else dollars(micro)


def duration(seconds: float) -> str:
    """ "42 s", "6 min 12 s", "1 h 4 min"."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def clock(at: float) -> str:
    """The time of day where this computer stands."""
    return moment(at).astimezone().strftime("%H:%M")


def day(at: float, now: float) -> str:
    """The time of day for today, else the date."""
    then = moment(at).astimezone()
    today = moment(now).astimezone()
    if then.date() == today.date():
        return then.strftime("%H:%M")
    return f"{then.day} {then.strftime('%b')}" + (f" {then.year}" if then.year != today.year else "")


def model(id: str) -> str:
    """ "anthropic:claude-opus-4-5" -> "claude-opus-4-5"; what is no model is said in words."""
    if id == HUMAN:
        return "you"
    if id.startswith(REHEARSAL):
        return "Rehearsal"
    return id.partition(":")[2] or id or "no model"


def size(count: int) -> str:
    """Bytes: "3.4 MB"."""
    amount, units = float(count), ("bytes", "KB", "MB", "GB", "TB")
    place = 0
    while amount >= 1024 and place < len(units) - 1:
        amount, place = amount / 1024, place + 1
    return f"{amount:.0f} {units[place]}" if place == 0 else f"{amount:.1f} {units[place]}"


def count(number: int, one: str, many: str = "") -> str:
    """ "1 call", "22 calls"."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def file_name(title: str, otherwise: str) -> str:
    """A title as the name of a file on every system, without ending; `otherwise` where no letter is left of it."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in title.casefold())
    name = ""
    for word in filter(None, kept.split("-")):
        if len(f"{name}-{word}".encode()) > LONGEST_FILE and name:
            break
        name = f"{name}-{word}" if name else word[: LONGEST_FILE // 4]
    return name or otherwise


def paused(why: str) -> str:
    """ "Paused by you", "Paused: round 1 is over"."""
    return once(f"Paused: {why}") if why else "Paused"


def once(text: str) -> str:
    """Begins with a capital; a reason that repeats what it is the reason of is said once: "Stopped: stopped by you" is
    "Stopped by you"."""
    head, colon, why = text.partition(": ")
    said = why if colon and why.lower().startswith(head.lower()) else text
    return said[:1].upper() + said[1:]
