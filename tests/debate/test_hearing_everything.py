"""Where nothing was said in private, a call without filters sees every message; that is not looked up turn by turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.paths import resource
from disputatio.debate.formats.loader import load
from disputatio.debate.log.events import TurnAsked
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.visibility import view
from disputatio.debate.policy import At
from disputatio.testing.speakers import drive, opening_event

STANDARD = resource("formats/standard.toml").read_text("utf-8")
SEATS = {
    "ada": Seat(id="ada", part="table", model="m:1", team="red"),
    "ben": Seat(id="ben", part="table", model="m:1", team="blue"),
    "eve": Seat(id="eve", part="table", model=HUMAN),
}
DEBATE = Debate(seats=SEATS)
turns = st.tuples(
    st.sampled_from(["ada", "ben", "person", "clerk"]),
    st.sampled_from(["say", "points", "answer", "digest"]),
    st.sampled_from(["all", "all", "all", "team:red", "team:blue"]),
)


@given(st.lists(turns, max_size=12))
def test_it_is_what_a_filter_that_takes_everything_sees(said: list[tuple[str, str, str]]) -> None:
    past = Past()
    for place, (seat, gives, heard) in enumerate(said):
        past = past.add(Turn(path=f"round[{place}]/say[{seat}]", seat=seat, gives=gives, heard=heard, text="so"))
        at = At(debate=DEBATE, path="round[99]/say[ada]", past=past)
        assert view(at, ()) == view(at, ("last 99",))


def test_people_answer_for_their_seats_and_for_themselves() -> None:
    assert [seat for seat in ("ada", "eve", "person", "clerk", "nobody") if DEBATE.by_person(seat)] == ["eve", "person"]


def test_steps_that_run_together_do_not_hear_one_another() -> None:
    text = 'name = "x"\ntitle = "X"\ndo = ["both"]\n[cast.a]\nrole = "A"\n[cast.b]\nrole = "B"\n'
    text += '[step.both]\norder = "together"\ndo = ["one", "other"]\n[step.one]\nask = "a"\n[step.other]\nask = "b"\n'
    format = load(text, "x.toml", STANDARD)
    asked = {event.path: event.sees for event in drive([opening_event(format)]) if isinstance(event, TurnAsked)}
    assert asked == {"both/one[a]": (), "both/other[b]": ()}
