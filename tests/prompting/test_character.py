"""The rehearsed persona takes a side, answers the contrary, moves on a cited line, says what would change its mind."""

from __future__ import annotations

import pytest

from disputatio.debate.context import Section
from disputatio.debate.sameness import are_opposed
from disputatio.debate.values import Json
from disputatio.prompting import tools
from disputatio.prompting.compose import compose
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.rehearsal.character import exchange, favours, section, thesis
from disputatio.prompting.rehearsal.look_ups import first_look_up
from disputatio.prompting.request import Brief, SeenTurn
from disputatio.testing.boards import statement_of

QUESTION = "Should we move the session store?"
TOPIC = "Participants: Ada, Ben\nAspects: cost, risk"
FILE = Section(name="files", title="Files", text="### store.py\n12| SESSION_STORE = 'redis'  # move it with care")


def speak(brief: Brief) -> str:
    return CONTRACTS[brief.gives].rehearse(brief)


def brief(name: str = "Ada", task: str = "reply", view: str = "", aspect: str = "cost", **more: object) -> Brief:
    figures = {"topic": TOPIC, "view": view}
    path = f"aspect[{aspect}]/miniround[1]/{task}[{name.lower()}]"
    given = {"question": QUESTION, "role": "Persona", "path": path, "figures": figures}
    return Brief(name=name, seat=name.lower(), task=task, **{**given, **more})  # type: ignore[arg-type]


def view(*recent: str, own: str = "") -> str:
    mine = f"## Your position so far\n{own}\n\n" if own else ""
    return f"Aspect 1 of 2\n\n{mine}## Recent exchange, oldest first\n" + "\n".join(recent)


def test_two_neighbours_hold_the_contrary_of_one_another() -> None:
    ada, ben = (speak(brief(name, "take")) for name in ("Ada", "Ben"))
    one, other = (thesis(brief(name), favours(brief(name))) for name in ("Ada", "Ben"))
    assert one in ada
    assert other in ben
    assert are_opposed(one, other)
    assert "I have no source to name" in ada


def test_a_take_names_lines_of_the_context() -> None:
    assert "`store.py:12`" in speak(brief(task="take", sections=(FILE,)))


def test_it_keeps_the_side_that_it_took() -> None:
    for no in ("", "not "):
        own = f"- Ada (85% sure): The step “move the session store” is {no}right on cost."
        assert favours(brief(view=view(own=own))) is (no == "")
    both = (
        "- Ada: The step “move the session store” is right.\n  on cost: The step “move the session store” is not right."
    )
    assert favours(brief(view=view(own=both))) is False, "the aspect at hand goes first"
    stands = f"## Where both sides stand\n- Ben: nothing\n{both}\n- Benno: more\n  on cost: “x” is right."
    assert favours(brief(figures={"room-view": stands})) is False
    assert favours(brief(figures={})) in (True, False), "without a list of participants its seat decides"
    unsaid = "- Ada: I have nothing to say on it yet."
    assert favours(brief(view=view(own=unsaid))) is favours(brief()), "who took no side has the side of the place"


def test_whoever_holds_the_contrary_is_answered() -> None:
    own = "- Ada: The step “move the session store” is right on cost."
    against = "- Ben: The step “move the session store” is not right on cost. So it is."
    said = speak(brief(view=view(own=own) + "\n" + against))
    assert "I disagree with Ben. The step “move the session store” is right on cost." in said
    assert "I see nothing in what was loaded that decides between us." in said
    assert "nobody holds the contrary any more" in speak(brief(view=view(own=own)))


def test_what_a_room_settled_stays_settled() -> None:
    own = "- Ada: The step “move the session store” is right.\n  settled: It depends on the load."
    assert "I keep to what we both accepted: It depends on the load." in speak(brief(view=view(own=own)))


def test_a_cited_line_moves_whoever_has_none() -> None:
    own = "- Ada: The step “move the session store” is right on cost."
    against = "- Ben: The step “move the session store” is not right on cost. See `store.py:12`."
    said = speak(brief(view=view(against, own=own)))
    assert "I now hold the contrary because Ben cites store.py:12" in said
    assert "is not right on cost." in said
    armed = speak(brief(view=view(against, own=f"{own}\n  cites: `other.py:3`"), sections=(FILE,)))
    assert "I disagree with Ben" in armed
    assert "store.py:12" in armed


def test_a_room_asks_what_would_change_a_mind_and_ends_in_a_common_statement() -> None:
    room = "## The claim c1: The session store is quick\nSides: Ada, Ben"
    other = SeenTurn(path="r[ben]", label="Ben", role="Persona", gives="stance", text="…")
    first = speak(brief(task="rejoinder", gives="stance", figures={"room-view": room}))
    then = speak(brief(task="rejoinder", gives="stance", figures={"room-view": room}, turns=(other,)))
    assert "### Resolved\nno" in first
    assert "### Resolved\nyes" in then
    assert first.partition("### Statement")[2] == then.partition("### Statement")[2]
    assert "change my mind" in speak(brief(task="statement", figures={"room-view": room}))
    known = speak(brief(task="rejoinder", gives="stance", figures={"room-view": room}, sections=(FILE,)))
    statement = known.partition("### Statement\n")[2]
    assert "`store.py:12`" in statement
    assert "The session store is quick" not in statement, "who accepts it gives nothing up"
    assert "move the session store" in speak(brief(task="rejoinder", gives="stance", figures={}))


@pytest.mark.parametrize(("disputed", "said"), [(0, "no claim as"), (1, "1 claim as"), (2, "2 claims as")])
def test_the_closing_counts_what_is_open(disputed: int, said: str) -> None:
    held = [statement_of(f"P{n}", "ada", f"Claim {n}", disagrees={"ben": "no"}) for n in range(disputed)]
    held.append(statement_of("P8", "ada", "Left", disagrees={"ben": "no"}, abandoned=True))
    held.append(statement_of("P9", "ada", "Met", agrees={"ben": "yes"}, opponents=("ben",)))
    assert said in speak(brief(task="closing", aspect="main", statements=tuple(held)))


def test_the_view_is_read_by_its_sections() -> None:
    text = view("- Ben: one", "- Ada: own words", "  more", own="- Ada: x")
    assert exchange(brief(view=text)) == [("Ben", "one")]
    assert section(brief(view=text), "Your position so far") == ["- Ada: x", ""]


def test_two_sides_are_argued_by_the_first() -> None:
    assert "“Redis”" in thesis(brief(question="Redis or PostgreSQL?"), True)
    assert thesis(brief(question="?", aspect="main"), True) == "The step “this” is right."


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Should we move the session store?", "The step “move the session store”"),
        ("Should one thread write it all?", "The step “one thread write it all”"),
        ("Is one writer thread enough for this?", "The answer yes to “Is one writer thread enough for this”"),
        ("Which store keeps the sessions?", "The obvious answer to “Which store keeps the sessions”"),
        ("A cache for the sessions", "The step “A cache for the sessions”"),
    ],
)
def test_a_thesis_fits_the_question_and_is_understood_again(question: str, said: str) -> None:
    held, other = (thesis(brief(question=question, aspect="main"), side) for side in (True, False))
    assert (held, other) == (f"{said} is right.", f"{said} is not right.")
    reply = speak(
        brief(
            task="reply",
            question=question,
            aspect="main",
            view=view(f"- Ben: {other}", own=f"- Ada (85% sure): {held}"),
        )
    )
    assert f"I disagree with Ben. {held}" in reply


@pytest.mark.parametrize("name", ["standing-view", "view", "closing-view", "room-view"])
def test_who_has_spoken_looks_nothing_up_again(name: str) -> None:
    """Its own turns are not among those it sees: the assembled view tells that it has spoken."""
    title = {"closing-view": "Where everyone stands", "room-view": "Where both sides stand"}
    shown = f"## {title.get(name, 'Your position so far')}\n- Ada: It is right."
    first = brief(task="opening", sections=(FILE,))
    later = brief(sections=(FILE,), figures={"topic": TOPIC, name: shown})
    assert first_look_up(compose(first, "quick", tools.REPOSITORY)) is not None
    assert first_look_up(compose(later, "quick", tools.REPOSITORY)) is None


def said(name: str, text: str, **data: Json) -> SeenTurn:
    return SeenTurn(path=f"closing[{name.lower()}]", label=name, role="Persona", gives="say", text=text, data=data)


def synthesis(*turns: SeenTurn) -> str:
    return speak(brief(task="synthesis", gives="synthesis", figures={}, turns=turns))


def test_a_rehearsed_synthesis_decides_nothing_for_personas_who_have_not_agreed() -> None:
    found = synthesis(said("Ada", "The cache is safe enough."), said("Ben", "The cache is not safe enough."))
    assert "## Recommendation\nNothing was agreed" in found
    stated = synthesis(said("Ada", "Yes, it is.", position="Yes"), said("Ben", "The weather is fine today."))
    assert "Ada: Yes." in stated
    assert "Ben:" not in stated, "who states no position is given none"
