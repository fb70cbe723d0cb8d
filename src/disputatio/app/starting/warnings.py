"""What a person should know before a debate starts. None of it keeps the debate from starting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from disputatio.app.forecasts import Forecast, forecast_of, with_dear_rounds
from disputatio.app.privacy.sendings import question_secrets
from disputatio.app.starting.casting import JUDGES, is_rehearsal
from disputatio.app.starting.roles import undescribed
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import HUMAN, Seat, SeatChoice
from disputatio.debate.ranges import blocks
from disputatio.debate.views.look_ups import looks_up
from disputatio.debate.views.measurability import alike, chat_or_model
from disputatio.debate.wording import by_face
from disputatio.engine.ports import Prices


def counted(
    opened: DebateOpened, chosen: Iterable[SeatChoice], prices: Prices
) -> tuple[DebateOpened, Forecast, tuple[str, ...]]:
    """Return a debate with a gate before its rounds if they may be dear, what it takes, and what to know about it."""
    opened = with_dear_rounds(opened, prices)
    expected = forecast_of(opened, prices)
    return opened, expected, warnings(opened, expected, chosen)


def warnings(opened: DebateOpened, expected: Forecast, chosen: Iterable[SeatChoice]) -> tuple[str, ...]:
    """Return what there is to know about the question, the seats as they were chosen, and the limits. Reads the files
    of roles."""
    return (
        *about_question(opened),
        *undescribed(opened, chosen),
        *about_seats(opened),
        *blind_caps(opened, expected.unknown),
        *caps_in_reach(opened, expected.calls, expected.tokens, expected.cost),
    )


def about_question(opened: DebateOpened) -> tuple[str, ...]:
    """Return what follows from a question that seems to hold secrets."""
    kinds = question_secrets(opened)
    if not kinds:
        return ()
    return (
        f"The question seems to contain a secret ({kinds}). It is sent to the participants and kept unchanged: take "
        "the secret out, or start if they may know it.",
    )


def blind_caps(opened: DebateOpened, unknown: Sequence[str]) -> list[str]:
    """A cap on money does not see calls whose price nobody knows."""
    cap = opened.options.get("max_cost")
    if not unknown or not isinstance(cap, int):
        return []
    return [f"The price of {', '.join(unknown)} is unknown, so the limit of ${cap / 1e6:.2f} leaves it out."]


def caps_in_reach(opened: DebateOpened, calls: int, tokens: int, cost: int | None) -> list[str]:
    """Return the caps at which a debate would pause if it took the most that is expected. `cost` in micro-dollars."""
    most = (
        ("max_tokens", tokens, "{:,} tokens", 1),
        ("max_turns", calls, "{:,} turns", 1),
        ("max_cost", cost or 0, "${:,.2f}", 1_000_000),
    )
    found = []
    for name, expected, words, unit in most:
        cap = opened.options.get(name)
        if isinstance(cap, int) and 0 < cap < expected:
            found.append(f"{words.format(cap / unit if unit > 1 else cap)} (option {name})")
    if not found:
        return []
    return [f"It may reach a limit: it pauses at {' or '.join(found)}, and continues once you raise that."]


def about_seats(opened: DebateOpened) -> list[str]:
    """Return what is so of models that sit together, and of those who judge them."""
    found = []
    seated = [seat.model for seat in opened.seats if seat.model != HUMAN]
    if alike(seated, opened.options):
        named = chat_or_model(seated[0])
        found.append(f"All seats use {named}, and models that think alike agree easily. Mix providers.")
    found += [
        f"{seat.name} has a model of {seat.model.partition(':')[0]}, as those whom it judges do, and may favour its "
        "like. Choose a model of another provider for it."
        for seat in opened.seats
        if seat.role.casefold() in JUDGES and not is_rehearsal(opened) and _in_family(seat, opened)
    ]
    if not opened.services.get("clerk"):
        found.append("No utility model has a key, so points are extracted by rule and marked accordingly.")
    return found


def _in_family(judge: Seat, opened: DebateOpened) -> bool:
    """Return whether a judge has a model of the provider of somebody whom it judges: of those who write documents,
    where a format has such, else of everybody."""
    family = judge.model.partition(":")[0]
    others = [seat for seat in opened.seats if seat.role.casefold() not in JUDGES and not seat.human]
    asking = {name for block in blocks(opened.format.body) if block.gives == "artifact" for name in block.ask.split()}
    judged = [seat for seat in others if seat.part in asking] or others
    return not judge.human and any(seat.model.partition(":")[0] == family for seat in judged)


def released_in_vain(opened: DebateOpened, ids: Sequence[str]) -> str:
    """Return what it comes to that nothing of a context is held back under ids that were released."""
    found = f"Nothing of this context is held back as {', '.join(ids)}"
    if looks_up(opened.context, opened.options):
        listed = by_face(" (disputatio repo secrets lists it)", "")
        return f"{found}: what is elsewhere in the repository can be looked up{listed}."
    return f"{found}, so releasing it changes nothing."
