"""What a reader of a running debate is told of the board: who moved and how that is classed, and that a room opens."""

from __future__ import annotations

from disputatio.debate.log.turns import Turn
from disputatio.debate.views.board_view import CardItem
from disputatio.debate.views.transcript import TurnEntry
from disputatio.faces.cli.reader import News, heading
from disputatio.testing.boards import debate_of, past_of, turn

ADA, BEN = "aspect[cost]/take[ada]", "aspect[cost]/take[ben]"
DEBATE = debate_of("ada", "ben")
LATER = "aspect[cost]/miniround[1]/reply[ben]"
CHEAP, DEAR, LEASED = "It is cheap.", "It is dear.", "The machine is leased already"


def said(path: str, text: str, **data: object) -> tuple[Turn, Turn]:
    """A message and what the clerk recorded of it."""
    return turn(path, text=text), turn(f"{path}/minutes/ledger[clerk]", "ledger", **{"new": [], "about": [], **data})


MOVED = past_of(
    *said(ADA, CHEAP, new=[{"id": "c1", "text": "It is cheap", "by": "ada", "quote": CHEAP}]),
    *said(BEN, DEAR, about=[{"id": "c1", "by": "ben", "does": "disagrees", "quote": DEAR}]),
    *said(
        LATER,
        f"I accept that it is cheap: {LEASED}.",
        about=[{"id": "c1", "by": "ben", "does": "agrees", "quote": "I accept that it is cheap", "because": LEASED}],
    ),
)


def entry(path: str, **more: object) -> TurnEntry:
    found = TurnEntry(
        path=path,
        seat="ada",
        name="Ada",
        role="Voice",
        task="say",
        gives="say",
        asked_model="m:x",
        at=0,
        seq=1,
        round=1,
    )
    for name, content in more.items():
        setattr(found, name, content)
    return found


def test_who_moved_is_told_once_with_the_class() -> None:
    news = News()
    assert list(news.moves(DEBATE, MOVED, set())) == [], "the message itself is not there yet"
    [line] = news.moves(DEBATE, MOVED, {ADA, BEN, LATER})
    assert line == (f"Cost, round 1, by argument: Ben accepted c1 (It is cheap), because “{LEASED}”.")
    assert list(news.moves(DEBATE, MOVED, {ADA, BEN, LATER})) == []


def test_what_was_known_before_is_no_news() -> None:
    news = News()
    room = turn("crux[c1]/statement[ada]", heard="room:crux[c1]")
    past = MOVED.add(room)
    news.know(DEBATE, past)
    assert list(news.moves(DEBATE, past, {ADA, BEN, LATER})) == []
    assert news.room(entry(room.path, heard=room.heard), past) == ""


def test_a_room_is_announced_with_its_claim_and_only_a_room_on_a_claim() -> None:
    news = News()
    inside = entry("crux[c1]/statement[ada]", heard="room:crux[c1]", task="statement")
    assert news.room(inside, MOVED) == "Crux room: It is cheap"
    assert news.room(inside, MOVED) == ""
    assert news.room(entry("x[ada]"), MOVED) == ""
    assert news.room(entry("work[ada]/try[ada]", heard="room:work[ada]"), MOVED) == "", "alone is no crux room"


def test_the_heading_names_the_room_and_what_a_rule_has_made() -> None:
    said = entry("crux[c1]/statement[ada]", heard="room:crux[c1]", task="statement", status="done")
    assert heading(said, DEBATE.seats) == "Ada · m:x · round 1 · in the crux room"
    derived = entry(
        "crux[c1]/card[clerk]",
        gives="card",
        status="done",
        card=CardItem(key="", claim="c1", text="", crux="fact", rules=True),
    )
    assert heading(derived, DEBATE.seats).endswith("by rule, because the answer could not be read")
    assert "by rule" not in heading(entry("x[ada]", gives="card", status="done"), DEBATE.seats)


def test_the_heading_says_that_a_turn_did_not_oppose() -> None:
    torn = entry("x[ada]", gives="opposition", status="done", data={"stance": "mixed", "quote": ""})
    assert heading(torn, DEBATE.seats).endswith("did not oppose: it declares its stance as “mixed”")
