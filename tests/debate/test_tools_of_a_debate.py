"""Which tools a debate lets its participants use, and how that is chosen at the start and changed later."""

from __future__ import annotations

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import Context
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import ConfigError, Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.formats.opening import cast, options_of
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import SeatChoice
from disputatio.debate.log.state import Debate
from disputatio.debate.tools import REPOSITORY, tools_wanted, unknown_tool
from disputatio.debate.values import OptionValue
from disputatio.testing.debates import opening
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
DUAL, RED_BLUE = FORMATS["dual"], FORMATS["red-blue"]
CODE = Context(kind="repository", ref="/shop", pin="a" * 40)


def debate(context: Context | None = None, tools: OptionValue = True) -> Debate:
    first = opening(DUAL, "Is it so?", model="rehearsal:quick", context=context, options={"tools": tools})
    return fold([first])


@pytest.mark.parametrize(
    ("wanted", "context", "found"),
    [
        (True, CODE, REPOSITORY),
        (True, Context(), ()),
        (False, CODE, ()),
        (None, CODE, ()),
        (["web_search", "read_file", "web_search"], CODE, ("web_search", "read_file")),
        (["web_search", "read_file"], Context(), ("web_search",)),
    ],
)
def test_what_is_wanted(wanted: OptionValue, context: Context, found: tuple[str, ...]) -> None:
    assert tools_wanted(context, {"tools": wanted}) == found


def test_a_name_that_is_none_is_told_with_what_is_near() -> None:
    assert unknown_tool(["recall", "mcp:files"]) is None
    what, remedy = unknown_tool(["zzz"]) or ("", "")
    assert what == "There is no tool 'zzz'."
    assert remedy.startswith("There are: read_file")


def test_tools_are_a_list_or_a_switch() -> None:
    assert options_of(DUAL, {"tools": ["recall"]})["tools"] == ["recall"]
    with pytest.raises(ConfigError, match="recall"):
        options_of(DUAL, {"tools": ["recal"]})
    with pytest.raises(ConfigError, match="cannot be 'all'"):
        options_of(DUAL, {"tools": "all"})


def test_a_list_can_be_given_to_a_debate_that_runs() -> None:
    (changed,) = decide(debate(), SetOption(name="tools", value=["web_search"]))
    assert changed.value == ["web_search"]  # type: ignore[union-attr]
    assert decide(debate(tools=["recall"]), SetOption(name="tools", value=False))
    with pytest.raises(Refused, match="not about a repository"):
        decide(debate(), SetOption(name="tools", value=False))
    with pytest.raises(Refused, match="There is no tool 'recal'"):
        decide(debate(CODE), SetOption(name="tools", value=["recal"]))
    with pytest.raises(Refused, match="cannot be 7"):
        decide(debate(CODE), SetOption(name="tools", value=7))


def test_a_seat_has_another_role_or_team_where_that_means_something() -> None:
    models = {"*": "rehearsal:quick"}
    seats = cast(RED_BLUE, [SeatChoice(seat="attackers", role=" Night  burglar ", team="")], models)
    assert (seats[0].role, seats[0].name) == ("Night burglar", "Night burglar")
    teams = list(dict.fromkeys(part.team for part in RED_BLUE.cast if part.team))
    moved = cast(RED_BLUE, [SeatChoice(seat="attackers", team=teams[1])], models)
    assert moved[0].team == teams[1]
    with pytest.raises(ConfigError, match=f"Did you mean '{teams[0]}'"):
        cast(RED_BLUE, [SeatChoice(seat="attackers", team=teams[0] + "s")], models)
    with pytest.raises(ConfigError, match=f"There are: {teams[0]}"):
        cast(RED_BLUE, [SeatChoice(seat="attackers", team="zzz")], models)
    with pytest.raises(ConfigError, match="Dual debate has no teams"):
        cast(DUAL, [SeatChoice(seat="critic", team="red")], models)
    with pytest.raises(ConfigError, match="'Clerk' is not a role that debates"):
        cast(DUAL, [SeatChoice(seat="critic", role="Clerk")], models)


def test_a_format_with_an_option_tools_of_its_own_is_loaded() -> None:
    standard = (resource("formats") / "standard.toml").read_text("utf-8")
    text = 'name = "a"\ntitle = "A"\ndo = ["t"]\n[cast.one]\nrole = "P"\n[step.t]\nask = "all"\n'
    assert load(text, "a.toml", standard).options["tools"] is True
