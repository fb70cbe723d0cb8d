"""Times, sizes and models as a person reads them in the window; with what all faces say alike."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from disputatio.debate.log.seats import HUMAN
from disputatio.debate.ranges import moment
from disputatio.debate.views.labels import REHEARSAL as REHEARSAL
from disputatio.debate.views.labels import REPLAY
from disputatio.debate.views.words import once as once
from disputatio.debate.views.words import pause_of_debate as paused
from disputatio.debate.views.words import price as money
from disputatio.debate.views.words import quantity as count
from disputatio.debate.wording import Words, figure, plural, tr
from disputatio.faces.gui.language import date

if TYPE_CHECKING:
    from disputatio.debate.log.commands import SetOption
    from disputatio.debate.log.state import Debate

__all__ = (
    "REHEARSAL",
    "cap",
    "clock",
    "count",
    "day",
    "duration",
    "model",
    "money",
    "once",
    "paused",
    "plain",
    "size",
    "who_debates",
)
_OPTION: Final = re.compile(r"; option \w+")


def duration(seconds: float) -> str:
    """Say seconds as "42 s", "6 min 12 s" or "1 h 4 min"."""
    whole = int(seconds)
    if whole < 60:
        return tr("{whole} s").format(whole=whole)
    if whole < 3600:
        return tr("{whole} min {whole2} s").format(whole=whole // 60, whole2=whole % 60)
    return tr("{whole} h {whole2} min").format(whole=whole // 3600, whole2=whole % 3600 // 60)


def clock(at: float) -> str:
    """Say the time of day where this computer stands."""
    return moment(at).astimezone().strftime("%H:%M")


def day(at: float, now: float) -> str:
    """Say the time of day for today, else the date."""
    then = moment(at).astimezone()
    today = moment(now).astimezone()
    if then.date() == today.date():
        return then.strftime("%H:%M")
    return date(then.year, then.month, then.day, with_year=then.year != today.year)


def model(id: str) -> str:
    """ "anthropic:claude-opus-4-5" -> "claude-opus-4-5"; what is no model is said in words."""
    if id == HUMAN:
        return tr("you")
    if id.startswith(REHEARSAL):
        return tr("Rehearsal")
    return tr(id.removeprefix(REPLAY)) if id.startswith(REPLAY) else id.partition(":")[2] or id or tr("no model")


def size(count: int) -> str:
    """Say bytes as "3.4 MB"."""
    amount, units = float(count), (tr("bytes"), "KB", "MB", "GB", "TB")
    place = 0
    while amount >= 1024 and place < len(units) - 1:
        amount, place = amount / 1024, place + 1
    return f"{figure(amount, '.0f' if place == 0 else '.1f')} {units[place]}"


def plain(text: str) -> str:
    """Return a sentence of the rules without the names of options, which the terminal needs and a window does not."""
    return _OPTION.sub("", text).replace("Raise that option first", "Raise that limit first")


CAPS: Final = Words({"max_tokens": "{amount} tokens", "max_turns": "{amount} turns", "max_minutes": "{amount} minutes"})


def cap(order: SetOption) -> str:
    """ "$10.00", "200,000 tokens": the cap that an order sets."""
    amount = order.value if isinstance(order.value, (int, float)) else 0
    if order.name == "max_cost":
        return money(round(amount))
    return CAPS[order.name].format(amount=figure(amount, ",.0f"))


def who_debates(debate: Debate) -> list[str]:
    """Return seats and models, and the context at its commit, each form shorter than the one before: a model of all
    seats is named once; then there are names alone, then how many they are."""
    context = debate.context
    seats = [(seat.name or seat.id, model(seat.model)) for seat in debate.seats.values() if seat.taken]
    about = context.title + (f"@{context.pin[:8]}" if context.pin else "") if context.kind != "none" else ""
    if not seats:
        return [about]
    format, models = tr(debate.format.title), {each for _, each in seats}
    names = " · ".join(name for name, _ in seats)
    each = " · ".join(f"{name} ({asked})" for name, asked in seats)
    whole = f"{names} ({models.pop()})" if len(models) == 1 < len(seats) else each
    many = plural("{count} participant", "{count} participants", len(seats))
    told = [" — ".join(filter(None, (f"{format}: {who}", about))) for who in (whole, names, many)]
    return [*told, f"{format}: {many}", format]
