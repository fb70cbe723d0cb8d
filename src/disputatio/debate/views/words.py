"""Figures, money, options and the states of debates as every face says them. Light: lists of debates show them before
any debate is opened."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

from disputatio.debate.reasons import reason
from disputatio.debate.wording import CONTROL, Words, figure, plural, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from disputatio.debate.log.state import Spent
    from disputatio.debate.values import OptionValue

MICRO = 1_000_000
"""Micro-dollars in a dollar."""

DebateState = Literal[
    "draft", "running", "paused", "interrupted", "waiting", "done", "impasse", "stopped", "failed", "damaged"
]
STATES: Final[dict[DebateState, str]] = Words(
    {
        "draft": "not begun",
        "running": "running",
        "paused": "paused",
        "interrupted": "interrupted",
        "waiting": "paused, waiting for you",
        "done": "finished",
        "impasse": "finished without agreement",
        "stopped": "stopped",
        "failed": "a turn failed",
        "damaged": "cannot be read in full",
    }
)
"""How a debate stands, in words (SPEC LIFE.1)."""
STORED: Final[dict[str, DebateState]] = {
    "pending": "draft",
    "running": "running",
    "paused": "paused",
    "completed": "done",
    "cancelled": "stopped",
    "failed": "failed",
}
"""The state that each stored status stands for."""
OUTCOMES: Final = Words(
    {
        "consensus": "Consensus",
        "impasse": "Impasse",
        "max_rounds": "Rounds used up",
        "completed": "Completed",
        "stopped": "Stopped",
    }
)
"""How a debate ended (SPEC LIFE.1)."""
EVERY_STEP: Final = "every step is done"
"""Why a debate ends whose format came to its end (`debate.reasons`)."""
_ROUNDS: Final = re.compile(r"all (\d+) rounds are over|the one round is over")
STILL: Final = re.compile(r"no estimate changed for (?:(\d+) rounds|one round)")
REHEARSAL_OVER: Final = "The rehearsal is over: no AI model took part, so nothing was agreed"


def state_of(status: str, outcome: str = "", *, interrupted: bool = False) -> DebateState:
    """Return the state of a debate from its stored status. `interrupted`: it is unfinished, but nobody runs it."""
    if interrupted:
        return "interrupted"
    found = STORED.get(status, "damaged")
    return "impasse" if found == "done" and outcome == "impasse" else found


def quantity(number: int, one: str, many: str = "") -> str:
    """Count in words: "1 call", "22 calls"."""
    return plural(f"{{count}} {one}", f"{{count}} {many or one + 's'}", number)


def dollars(micro: int) -> str:
    """Format a sum with two decimals, or four if it is less than a cent, where two would say nothing."""
    if 0 < micro < MICRO // 20_000:  # four decimals would say that it cost nothing
        return f"<{tr('${amount}').format(amount=figure(0.0001, '.4f'))}"
    amount = figure(micro / MICRO, ".4f" if 0 < micro < MICRO // 100 else ".2f")
    return tr("${amount}").format(amount=amount)


def price(micro: int | None) -> str:
    """Format a price; None means that nobody knows it."""
    return tr("price unknown") if micro is None else dollars(micro)


def total(micro: int, unpriced: int) -> str:
    """Format a running total, and mention calls whose price is unknown."""
    if not unpriced:
        return dollars(micro)
    calls = plural("{count} call of unknown price", "{count} calls of unknown price", unpriced)
    return f"{dollars(micro)} + {calls}" if micro else calls


def expenses(so_far: Spent, again: int = 0) -> str:
    """Say what a debate has used: the turns that a model was asked for, as the budget counts them, and the requests.
    `again`: how often one was asked on within its turn, since something was looked up or its reply sent back."""
    taken = plural("{count} turn of a model", "{count} turns of models", so_far.turns)
    asked = plural("{count} request", "{count} requests", so_far.turns + again)
    spent, tokens = total(so_far.cost, so_far.unpriced), figure(so_far.tokens)
    return tr("{total}, {tokens} tokens, {turns}, {requests}").format(
        total=spent, tokens=tokens, turns=taken, requests=asked
    )


def forecast(
    calls: int,
    tokens: int,
    cost: int | None,
    unknown: Iterable[str] = (),
    *,
    more: bool = False,
    most: tuple[int, int | None] | None = None,
    looks: bool = True,
    rooms: bool = False,
    asks: bool = True,
    known: int = 0,
    longest: int = 0,
) -> str:
    """Say what a debate takes. `more`: it is too long to count; `most`: the calls, and their price (`longest`: their
    tokens), where participants look up much (`looks`: they can) and crux rooms open in every round (`rooms`: there can
    be some), where neither can be, where they write at length; `asks`: some seat asks an AI model; `unknown`: the
    models whose price nobody knows, and `known` what the others cost."""
    if not calls:
        return tr("No provider is asked or paid: you write every reply, or carry it here from another chat.")
    figures = tr("{calls} and {tokens}").format(
        calls=plural("{count} call", "{count} calls", calls), tokens=plural("{count} token", "{count} tokens", tokens)
    )
    if not asks:
        costs = tr("no AI model is asked, so this costs nothing")
    else:
        left_out = tr("price unknown ({unknown})").format(unknown=", ".join(unknown))
        some = tr("≈ {known}, without what {unknown} costs, which is unknown").format(
            known=dollars(known), unknown=", ".join(unknown)
        )
        costs = f"≈ {dollars(cost)}" if cost is not None else some if known else left_out
    told = (tr("More than {figures}: {costs}.") if more else tr("About {figures}: {costs}.")).format(
        figures=figures, costs=costs
    )
    return f"{told} {_much(*most, longest, looks=looks, rooms=rooms)}" if most else told


def _much(calls: int, cost: int | None, tokens: int, *, looks: bool, rooms: bool) -> str:
    if not (looks or rooms):
        case = tr("If participants write at length")
        tokens_ = plural("{count} token", "{count} tokens", tokens)
        told = tr("{case}, it takes up to {tokens} and ≈ {cost}.") if cost else tr("{case}, it takes up to {tokens}.")
        return told.format(case=case, tokens=tokens_, cost=dollars(cost or 0))
    if looks and rooms:
        case = tr("If participants look up much and crux rooms open in every round")
    else:
        case = tr("If participants look up much") if looks else tr("If crux rooms open in every round")
    if not cost:
        return plural("{case}, it takes up to {count} call.", "{case}, it takes up to {count} calls.", calls).format(
            case=case
        )
    return plural(
        "{case}, it takes up to {count} call and ≈ {cost}.", "{case}, it takes up to {count} calls and ≈ {cost}.", calls
    ).format(case=case, cost=dollars(cost))


def price_range(cost: int | None, most: int | None) -> str:
    """Say what something costs, about: from what it usually does to what it may at most."""
    if cost == 0 and not most:
        return tr("free")
    if cost is None or most is None or dollars(most) == dollars(cost):
        return tr("price unknown") if cost is None else f"≈ {dollars(cost)}"
    return tr("≈ {cost} to {most}").format(cost=dollars(cost), most=dollars(most))


def option(name: str, value: OptionValue) -> str:
    """Put the value of an option into words."""
    if value is None:
        return tr("without a limit")
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if name == "max_cost" and isinstance(value, (int, float)):
        return dollars(round(value))
    return str(value)


def end_of_debate(outcome: str, why: str, *, rehearsed: bool) -> str:
    """ "Consensus: all 5 assessed points are agreed", "Stopped by you". In a rehearsal nothing is agreed, and nothing
    disputed (SPEC TURN.3), whatever its rules read in it."""
    if outcome == "max_rounds" and (used := _ROUNDS.fullmatch(why)):
        return plural(
            "The debate ended because its one round was used",
            "The debate ended because all {count} rounds were used",
            int(used[1] or 1),
        )
    if rehearsed and outcome in ("consensus", "impasse"):
        return tr(REHEARSAL_OVER)
    if outcome in ("completed", "impasse") and (still := STILL.fullmatch(why)):
        return plural(
            "The estimates no longer changed: none did in the last round",
            "The estimates no longer changed: none did in the last {count} rounds",
            int(still[1] or 1),
        )
    if outcome == "completed" and why == EVERY_STEP:
        return tr("The debate ran to its end")
    return once(f"{OUTCOMES[outcome]}: {reason(why)}") if why else OUTCOMES[outcome]


def once(text: str) -> str:
    """Capitalise the text, and drop a repetition: "Stopped: stopped by you" becomes "Stopped by you"."""
    head, colon, why = text.partition(": ")
    said = why if colon and why.lower().startswith(head.lower()) else text
    return said[:1].upper() + said[1:]


def pause_of_debate(why: str) -> str:
    """Say why a debate rests: "Paused by you", "Paused: round 1 is over"."""
    return once(tr("Paused: {why}").format(why=reason(why))) if why else tr("Paused")


def clean(text: str) -> str:
    """Return untrusted text without the characters that could rewrite a screen."""
    return CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def ended(text: str) -> str:
    """Return a text with a full stop, where it does not end like a sentence, so that another one can follow it."""
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."


def sentence(text: str) -> str:
    """Return the text with a capital first and a full stop at its end."""
    text = text.strip()
    return ended(f"{text[:1].upper()}{text[1:]}") if text else ""


def rounded(share: float) -> int:
    """Return a share that is compared with no threshold, to the nearest percent; 0 and 100 are none and all."""
    return round(share * 100) if share in (0, 1) else min(max(round(share * 100), 1), 99)


def percent(share: float) -> int:
    """Return a share of agreement as people read it, the same everywhere: to the nearest percent, but never up to where
    another word for it begins (`score.BANDS`): 84.6 % has not reached 85, and 99.6 % is not all."""
    down, near = int(share * 100 + 1e-9), int(share * 100 + 0.5 + 1e-9)
    return down if near in STEPS else near


STEPS: Final = (40, 70, 85, 100)
"""The percentages from which on agreement is called by another word."""
