"""What a call is told: the turns it may see under the names it may know, the context, what was recalled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.context import Context, Section
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.state import Debate, alter
from disputatio.debate.log.steps import Call
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.prompting.book import LAW
from disputatio.prompting.briefing import brief_of
from disputatio.prompting.compose import compose
from disputatio.prompting.contracts import CONTRACTS
from disputatio.prompting.remembered import recollections, without_facts
from disputatio.prompting.sections.statement_lists import point_list
from disputatio.testing.speakers import formats_of, opening_event

README = Section(name="readme", title="README", text="It caches.")
SEATS = (Seat(id="ada", part="a", role="Analyst", name="Ada", model="m:1"), Seat(id="ben", part="b", role="Critic"))


def debate() -> Debate:
    form = Format(name="x", title="X", body=Block(name=""), cast=())
    context = Context(kind="repository", sections=(README,))
    return fold([DebateOpened(question="Is it so?", format=form, seats=SEATS, options={}, seed=7, context=context)])


def turn(path: str, gives: str = "say", text: str = "", **data: Any) -> Turn:
    seat = path.rpartition("[")[2][:-1]
    return Turn(path=path, seat=seat, gives=gives, heard="all", text=text or f"by {seat}", data=data)


def past(*turns: Turn) -> Past:
    found = Past()
    for one in turns:
        found = found.add(one)
    return found


def call(seat: str, *sees: str, before: tuple[Turn, ...] = (), gives: str = "say") -> Call:
    return Call(path=f"say[{seat}]", seat=seat, task="argue", gives=gives, heard="all", sees=sees, past=past(*before))


ADA, BEN, TALLY = turn("round[1]/say[ada]"), turn("round[1]/say[ben]"), turn("round[1]/tally[clerk]", "agreement")


def test_who_is_asked_for_what() -> None:
    brief = brief_of(debate(), call("ada"), "d1")
    assert (brief.debate, brief.path, brief.seat, brief.name, brief.role) == ("d1", "say[ada]", "ada", "Ada", "Analyst")
    assert (brief.task, brief.gives, brief.question, brief.seed) == ("argue", "say", "Is it so?", 7)
    assert (brief.turns, brief.figures) == ((), {})


def test_whether_turns_are_read_in_several_passes_is_told() -> None:
    loop = Block(name="round", repeat="$rounds", do=(Block(name="say", ask="all"),))
    form = Format(name="x", title="X", body=Block(name="", do=(loop, Block(name="say", ask="all"))), cast=())
    for rounds, expected in ((2, [True, True, False]), (1, [False, False, False]), (0, [True, True, False])):
        held = alter(debate(), format=form, options={"rounds": rounds})
        paths = ("round[1]/say[ada]", "round[2]/say[ada]", "say[ada]")
        assert [brief_of(held, replace(call("ada"), path=path)).recurs for path in paths] == expected


def test_who_has_no_turn_left_is_told_and_whether_others_can_still_answer() -> None:
    two = (
        Block(name="say", ask="all"),
        Block(name="reply", ask="all"),
        Block(name="rule", ask="moderator", gives="verdict"),
    )
    loop, closing = Block(name="round", repeat="$rounds", do=two), Block(name="say", ask="all")

    def last(path: str, *after: Block, gives: str = "say", rounds: int = 2) -> str:
        form = Format(name="x", title="X", body=Block(name="", do=(loop, *after)), cast=())
        held = alter(debate(), format=form, options={"rounds": rounds})
        return brief_of(held, replace(call("ada"), path=path, gives=gives)).last

    assert last("round[2]/say[ada]") == "answered"
    assert last("round[2]/reply[ada]") == "unanswered", "a verdict answers nothing"
    assert last("round[2]/rule[ada]", gives="verdict") == "unanswered", "another round would help nobody"
    assert last("round[1]/reply[ada]") == last("round[2]/reply[ada]", closing) == last("say[ada]", closing) == ""
    assert last("round[2]/reply[ada]", gives="ledger") == last("round[1]/reply[ada]", rounds=0) == ""
    asked = compose(replace(brief_of(debate(), call("ada")), last="unanswered"), "m").messages[-1].text
    assert "Nobody may have a turn left to answer what is new in it." in asked


@pytest.mark.parametrize(
    ("seat", "name", "role"), [("ben", "ben", "Critic"), ("clerk", "Clerk", "Clerk"), ("zoe", "zoe", "zoe")]
)
def test_a_seat_without_a_name_and_a_service(seat: str, name: str, role: str) -> None:
    brief = brief_of(debate(), call(seat))
    assert (brief.name, brief.role) == (name, role)


def test_what_is_seen_comes_in_the_order_of_the_view_and_nothing_else_does() -> None:
    brief = brief_of(debate(), call("ada", BEN.path, TALLY.path, "gone[ben]", before=(ADA, BEN, TALLY)))
    assert [(seen.path, seen.label, seen.role, seen.mine) for seen in brief.turns] == [
        (BEN.path, "ben", "Critic", False),
        (TALLY.path, "Clerk", "Clerk", False),
    ]
    both = brief_of(debate(), call("ada", BEN.path, ADA.path, before=(ADA, BEN)))
    assert [(seen.path, seen.mine) for seen in both.turns] == [(BEN.path, False), (ADA.path, True)]


def test_a_synthesis_that_a_rule_made_is_shown_to_nobody() -> None:
    made = replace(turn("end[1]/synthesis[clerk]", "synthesis"), by="rules")
    shown = brief_of(debate(), call("clerk", ADA.path, made.path, before=(ADA, made), gives="synthesis")).turns
    assert [seen.path for seen in shown] == [ADA.path]


def test_a_turn_is_made_once_for_all_who_may_know_as_much_of_it() -> None:
    here = past(ADA, BEN, TALLY)
    ada, zoe, ben = (
        brief_of(debate(), replace(call(seat, BEN.path), past=here)).turns[0] for seat in ("ada", "zoe", "ben")
    )
    assert ada is zoe
    assert (ada.mine, ben.mine) == (False, True), "who said it sees it as the own words"


def test_whoever_is_shown_one_round_is_told_so() -> None:
    def asked(*sees: str) -> str:
        block = Block(name="say", ask="all", sees=sees)
        shown = alter(debate(), format=replace(debate().format, body=Block(name="", do=(block,))))
        return compose(brief_of(shown, call("ada", BEN.path, before=(BEN,)), "d1"), "m").messages[0].text

    assert "# What was said in this round, oldest first" in asked("here round", "figure open-points")
    for sees in ((), ("here round", "also plan"), ("last 6",)):
        assert "# What was said so far, oldest first" in asked(*sees)


def test_a_service_owns_nothing_that_it_said() -> None:
    assert not brief_of(debate(), call("clerk", TALLY.path, before=(TALLY,))).turns[0].mine


def test_where_names_are_hidden_a_letter_stands_and_no_role() -> None:
    brief = brief_of(debate(), call("ada", f"B={BEN.path}", f"A={ADA.path}", before=(ADA, BEN)))
    assert [(seen.label, seen.role) for seen in brief.turns] == [("Response B", ""), ("Response A", "")]


def test_where_names_are_hidden_a_digest_has_letters_too_and_messages_stay_as_they_are() -> None:
    named = alter(debate(), seats={id: replace(one, name=f"Voter {id}") for id, one in debate().seats.items()})
    digest = turn("condense/digest[clerk]", "digest", text="Voter ben is for it.")
    said = turn("round[2]/say[zoe]", text="Voter ben is for it.")
    seen = (f"B={BEN.path}", digest.path, f"C={said.path}")
    brief = brief_of(named, call("ada", *seen, before=(BEN, digest, said)))
    assert [one.text for one in brief.turns][1:] == ["Response B is for it.", "Voter ben is for it."]


def test_a_turn_that_judges_by_letters_is_told_with_whose_work_they_are_to_those_who_may_know_it() -> None:
    opened = fold([opening_event(formats_of(resource("formats"))["eight-phase"], extra=1)])
    works = [turn(f"round[1]/proposal/propose[{seat}]", "artifact") for seat in ("proposers", "proposers-2")]
    judged = [turn("round[1]/critique[critics]", "flaws"), turn("round[1]/review[reviewers]", "review")]
    before = (*works, *judged)
    optimizing = call("optimizer", *(one.path for one in before), before=before, gives="artifact")
    told = [seen.letters for seen in brief_of(opened, optimizing).turns]
    assert told[:2] == ["", ""]
    both = ("A is by proposers, B is by proposers-2", "A is by proposers-2, B is by proposers")
    assert all(one in both for one in told[2:])
    assert f'letters="{told[2]}"' in compose(brief_of(opened, optimizing), "m").messages[0].text
    hiding = alter(opened, options={**opened.options, "anonymous": True})
    fresh = replace(optimizing, past=past(*before))
    assert [seen.letters for seen in brief_of(hiding, fresh).turns] == ["", "", "", ""]


def test_figures_are_given_as_texts() -> None:
    points = turn(f"{ADA.path}/points[clerk]", "points", items=[{"text": "Caches are slow here."}])
    asked = call("ada", ADA.path, "#points", before=(ADA, points))
    brief = brief_of(debate(), asked)
    assert brief.figures == {"points": point_list(At(debate=debate(), path=asked.path, past=asked.past))}
    assert "Caches are slow here." in brief.figures["points"]
    assert [seen.path for seen in brief.turns] == [ADA.path]


def test_participants_are_told_that_nobody_asserts_what_was_raised_as_unverifiable() -> None:
    asked = [{"point": "", "text": "Caches are slow here", "reason": "a benchmark"}]
    doubt = turn("round[1]/assess[ben]", "assessment", agree=[], disagree=[], unverifiable=asked)
    at = At(debate=debate(), path=ADA.path, past=past(ADA, doubt))
    assert "P1 [assumption, nobody asserts it] Caches are slow here — a benchmark" in point_list(at)


SURE = "Yes.\n\nConfidence: 0.7319"


@pytest.mark.parametrize(
    ("reader", "gives", "hidden"),
    [("ben", "say", True), ("clerk", "digest", True), ("ada", "say", False), ("clerk", "agreement", False)],
)
def test_how_sure_somebody_is_reaches_no_other_participant(reader: str, gives: str, hidden: bool) -> None:
    said = turn("round[1]/answer[ada]", "answer", SURE)
    (seen,) = brief_of(debate(), call(reader, said.path, before=(said,), gives=gives)).turns
    assert ("0.7319" not in seen.text) == hidden


FORM = "### Agree\n- P1 — it is so\n\n### Disagree\nNone\n\n### Unverifiable\nNone\n\n### Overall\nStrong"


def judged(round: int, text: str) -> Turn:
    return turn(f"round[{round}]/critique[ben]", "assessment", text, agree=[], level="Strong")


def test_whoever_filled_in_a_form_is_shown_what_they_said_besides() -> None:
    said = judged(1, f"It holds by the table.\n\n{FORM}")
    (mine,) = brief_of(debate(), call("ben", said.path, before=(said,))).turns
    (theirs,) = brief_of(debate(), call("ada", said.path, before=(said,))).turns
    assert (mine.text, theirs.text) == ("It holds by the table.", said.text)
    (alone,) = brief_of(debate(), call("ben", said.path, before=(judged(1, FORM),))).turns
    assert alone.text == FORM, "who said nothing else is shown that"


def test_the_result_is_written_from_the_last_assessment() -> None:
    first, last = judged(1, f"Too dear.\n\n{FORM}"), judged(2, f"It holds.\n\n{FORM}")
    sees = (first.path, last.path, ADA.path)
    brief = brief_of(debate(), call("clerk", *sees, before=(first, last, ADA), gives="synthesis"))
    assert [one.text for one in brief.turns] == ["Too dear.", last.text, "by ada"]
    brief = brief_of(debate(), call("clerk", *sees, before=(first, last, ADA), gives="ledger"))
    assert [one.text for one in brief.turns] == [first.text, last.text, "by ada"], "a record is made of all of it"


LONG = (
    "It rains. The roof is dry, as I saw. That took an hour.\n\nLet me greet everybody.\n\n"
    "- Since nails rust, the nails hold. More of it later.\n\nThe door is red."
)


def recorded(path: str, **data: Any) -> Turn:
    return turn(f"{path}/ledger[clerk]", "ledger", **({"new": [], "about": [], "stands": []} | data))


def entry(id: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "by": "ada", "text": text, "quote": text, **more}


def shown_for_the_result(*turns: Turn) -> list[str]:
    said = [one for one in turns if one.gives in ("say", "assessment")]
    brief = brief_of(debate(), call("clerk", *(one.path for one in said), before=turns, gives="synthesis"))
    return [one.text for one in brief.turns]


def test_of_earlier_turns_the_result_is_written_from_the_paragraphs_on_which_the_record_rests() -> None:
    first, last = turn("round[1]/say[ada]", text=LONG), turn("round[2]/say[ada]", text=LONG)
    new = [entry("P1", "The roof is dry"), entry("P2", "the nails hold"), entry("P3", "The door is red")]
    kept = recorded(first.path, new=new)
    assert shown_for_the_result(first, kept, last) == [
        "It rains. The roof is dry, as I saw. …\n…\n- Since nails rust, the nails hold. …\nThe door is red.",
        LONG,
    ]
    given_up = [{**entry(id, ""), "does": "withdraws", "quote": "It rains"} for id in ("P2", "P3")]
    gone = recorded(last.path, about=given_up)
    assert shown_for_the_result(first, kept, last, gone, BEN)[0] == "It rains. The roof is dry, as I saw. …\n…"
    before, moved = turn("round[1]/say[ada]", text="The roof is wet."), turn("round[2]/say[ada]", text=LONG)
    worded = {**entry("P1", "The roof is dry"), "does": "revises", "because": "That took an hour"}
    stated = recorded(before.path, new=[entry("P1", "The roof is wet")])
    later = turn("round[3]/say[ada]")
    shown = shown_for_the_result(before, stated, moved, recorded(moved.path, about=[worded]), later)
    assert shown[:2] == ["…", "It rains. The roof is dry, as I saw. That took an hour.\n…"], "how they moved is kept"


def test_what_no_clerk_has_read_is_shown_whole_to_whoever_writes_the_result() -> None:
    first, last = turn("round[1]/say[ada]", text=LONG), turn("round[2]/say[ada]")
    by_rule = replace(recorded(first.path, new=[entry("P1", "The roof is dry")]), by="rules")
    for made in ((), (recorded(first.path),), (by_rule,)):
        assert shown_for_the_result(first, *made, last)[0] == LONG


def test_observations_are_made_from_what_was_recorded_of_the_turns() -> None:
    first, second = turn("round[1]/say[ada]", text=LONG), turn("round[2]/say[ada]", text=LONG)
    new = [entry("P1", "The roof is dry"), entry("P2", "the nails hold")]
    moved = [
        {**entry("P1", "The roof is damp"), "does": "revises", "quote": "It rains"},
        {**entry("P2", ""), "does": "withdraws", "quote": "The door is red"},
    ]
    turns = (first, recorded(first.path, new=new), second, recorded(second.path, about=moved), BEN)
    sees = (first.path, second.path, BEN.path)
    brief = brief_of(debate(), call("clerk", *sees, before=turns, gives="reflections"))
    assert [one.text for one in brief.turns] == [
        "The roof is dry\nthe nails hold",
        "revised: The roof is damp\nwithdrawn: the nails hold",
        "by ben",
    ]


def test_the_rule_can_be_switched_off_for_a_debate() -> None:
    said = turn("round[1]/answer[ada]", "answer", SURE)
    told = replace(debate(), options={"hidden": False})
    (seen,) = brief_of(told, call("ben", said.path, before=(said,))).turns
    assert "0.7319" in seen.text


# context


@pytest.mark.parametrize(
    ("seat", "gives", "informed"),
    [
        ("ada", "say", True),
        ("clerk", "aspects", True),
        ("clerk", "synthesis", False),
        ("clerk", "digest", False),
        ("clerk", "ledger", False),
        ("person", "approval", False),
    ],
)
def test_the_context_reaches_those_whose_work_is_about_it(seat: str, gives: str, informed: bool) -> None:
    assert brief_of(debate(), call(seat, gives=gives)).sections == ((README,) if informed else ())


FACT, MEMORY = "Caches are slow here.", "Queues may help."
ITEMS = [{"text": FACT, "established": True}, {"text": MEMORY, "established": False}, "no fact", {"of": "d1"}]


def test_what_was_recalled_goes_before_the_context_and_facts_stand_apart() -> None:
    recalled = turn("recall[memory]", "recall", items=ITEMS)
    facts, others, readme = brief_of(debate(), call("ada", before=(recalled,))).sections
    assert (facts.name, facts.verified, facts.text) == ("established", True, f"- {FACT}")
    assert (others.name, others.verified, others.text) == ("remembered", False, f"- {MEMORY}")
    assert "not settled" in others.title
    assert readme == README
    asked = [{**item, "question": "Is the claim\n so?"} for item in ITEMS if isinstance(item, dict)]
    told = brief_of(debate(), call("ada", before=(turn("recall[memory]", "recall", items=asked),))).sections
    assert told[0].text == f"- {FACT} (of the debate: Is the claim so?)", "what it calls the claim is known there alone"
    assert without_facts("new", {"new": [{"text": FACT}]}, told) == {"new": []}


def test_who_lists_points_is_told_which_facts_are_settled_and_nothing_else() -> None:
    recalled = turn("recall[memory]", "recall", items=ITEMS)
    (facts,) = brief_of(debate(), call("clerk", before=(recalled,), gives="ledger")).sections
    assert facts.text == f"- {FACT}"


@pytest.mark.parametrize(
    ("gives", "key", "item", "stays"),
    [
        ("ledger", "new", {"text": "caches are slow here"}, False),
        ("ledger", "new", {"text": "Caches are not slow here."}, True),
        ("ledger", "new", {"text": "Caches are slow everywhere."}, True),
        ("assessment", "agree", {"text": FACT}, False),
        ("assessment", "agree", FACT, False),
        ("assessment", "agree", {"text": FACT, "point": "P2"}, True),
        ("assessment", "disagree", {"text": FACT}, True),
    ],
)
def test_repeating_a_fact_makes_no_point_but_disputing_it_does(gives: str, key: str, item: Any, stays: bool) -> None:
    recalled = turn("recall[memory]", "recall", items=ITEMS)
    sections = brief_of(debate(), call("ada", before=(recalled,))).sections
    assert without_facts(CONTRACTS[gives].new, {key: [item], "level": "Strong"}, sections) == {
        key: [item] if stays else [],
        "level": "Strong",
    }


def test_long_memories_are_cut_by_whole_lines_and_that_is_said() -> None:
    items = [{"text": f"{number} " + "word " * 200, "established": True} for number in range(6)]
    recalled = turn("recall[memory]", "recall", items=items)
    facts, _ = brief_of(debate(), call("ada", before=(recalled,))).sections
    assert len(facts.text) <= 3_100
    assert facts.text.startswith("- 0 word")
    assert facts.cut == "4 of 6 were left out (limit 3,000 characters)"


def test_a_memory_without_room_keeps_no_shorter_one_out() -> None:
    items = [{"text": text, "established": True} for text in ("First", "word " * 700, "Last")]
    facts, _ = brief_of(debate(), call("ada", before=(turn("recall[memory]", "recall", items=items),))).sections
    assert facts.text == "- First\n- Last"
    assert facts.cut == "1 of 3 were left out (limit 3,000 characters)"


def test_what_the_context_shows_already_is_not_shown_twice() -> None:
    shown = Section(name="facts", title="Established facts", text=f"- {FACT}", verified=True)
    recalled = turn("recall[memory]", "recall", items=ITEMS)
    assert [section.name for section in recollections(past(recalled), (shown,))] == ["remembered"]


@pytest.mark.parametrize("items", [[], None, "x", ["x"]])
def test_nothing_recalled_adds_nothing(items: Any) -> None:
    recalled = turn("recall[memory]", "recall", items=items)
    assert brief_of(debate(), call("ada", before=(recalled,))).sections == (README,)


def checks_of(*paths: str) -> Turn:
    checks: list[Any] = [{"kind": "tests", "of": path, "command": "make test", "passed": False} for path in paths]
    return turn("v[sandbox]", "tests", "### Proposal of Ada", passed=False, checks=checks)


def test_what_checks_came_to_is_told_under_the_names_that_the_reader_knows() -> None:
    found, mine = checks_of(ADA.path, BEN.path, "x[nobody]"), turn("v[sandbox]", "tests", "1 check", passed=True)
    brief = brief_of(debate(), call("ada", ADA.path, f"B={BEN.path}", found.path, before=(ADA, BEN, found)))
    told = brief.turns[-1].text
    assert [line for line in told.splitlines() if line.startswith("###")] == [
        "### Another proposal",
        "### Response B",
        "### Another proposal",
    ], "who hides behind a letter is not named, and nobody else is, so that nobody can be told by what is left"
    brief = brief_of(debate(), call("ada", ADA.path, found.path, before=(ADA, BEN, found)))
    assert "### Proposal of Ada\n" in brief.turns[-1].text
    assert "### Proposal of ben\n" in brief.turns[-1].text
    assert brief_of(debate(), call("ada", mine.path, before=(mine,))).turns[0].text == "1 check"
    brief = brief_of(debate(), call("ada", found.path, before=(turn(ADA.path, "patches"), BEN, found)))
    assert "### Defence of Ada\n" in brief.turns[-1].text


# ---- changes to a repository -----------------------------------------------------------------------------------------
def asked(gives: str, kind: Any = "repository", **options: Any) -> str:
    """Return what a participant is asked for in a debate about something."""
    form = Format(name="x", title="X", body=Block(name=""), cast=())
    opened = DebateOpened(question="?", format=form, seats=SEATS, options=options, context=Context(kind=kind))
    return compose(brief_of(fold([opened]), call("ada", gives=gives)), "m").messages[0].text


def test_who_writes_for_a_repository_is_asked_for_a_change_where_one_is_taken() -> None:
    hooks = ["tests: make", "lint 5 s!: ruff .", "lint: mypy", "fuzz: sh", "no command"]
    told = asked("artifact", hooks=hooks)
    assert LAW["law.change"] in told
    assert "checked there (unit tests, linter)" in told, "each kind once, and none that nobody runs unasked"
    assert told.index("in place of the whole program") > told.index("# What is asked of you now")
    assert LAW["law.change.defence"] in asked("patches", hooks=hooks)
    committed = asked("artifact", branch=True)
    assert LAW["law.change"] in committed
    assert "checked there" not in committed
    for nothing in (
        asked("artifact"),
        asked("artifact", hooks=True),
        asked("artifact", hooks=["fuzz: sh"]),
        asked("artifact", "none", hooks=hooks),
        asked("say", hooks=hooks),
        asked("code", hooks=hooks),
    ):
        assert "unified diff" not in nothing


def test_a_record_of_several_speakers_is_told_what_was_put_to_each() -> None:
    listed = [{"id": "P1", "by": "ada", "turn": ADA.path, "text": "It is so", "quote": "by ada"}]
    first = (ADA, BEN, turn("round[1]/ledger[clerk]", "ledger", new=listed, about=[]))
    again, answer = turn("round[2]/say[ada]"), turn("round[2]/say[ben]")
    judged = turn("round[2]/check[ben]", "assessment")

    def put(*turns: Turn) -> Any:
        sees = [one.path for one in turns]
        asked = call("clerk", *sees, "#points", before=(*first, *turns), gives="ledger")
        return brief_of(debate(), replace(asked, path="round[2]/ledger[clerk]")).put

    assert put(again, answer) == {"ben": ("P1",)}
    assert put(answer) == {}, "the record of one goes through all that is listed anyway"
    assert put(again, judged) == {}, "who assesses says so in a form"
