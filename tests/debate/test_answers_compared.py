"""Answers compared as values or as groups: the exits `unanimous` and `stable`, the figures of a panel and a council."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from disputatio.app.paths import resource
from disputatio.debate.ids import index_of
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policies.answers import answers, first_answers, last_answers
from disputatio.debate.policies.ballots import letters, mean_ranks
from disputatio.debate.policies.conditions import stable, unanimous, worded
from disputatio.debate.policies.estimates import median, statistics_of
from disputatio.debate.policies.visibility import view
from disputatio.debate.policy import At
from disputatio.debate.values import Json
from disputatio.debate.views.tallies import tallies_of
from disputatio.testing.speakers import formats_of

FORMATS = formats_of(resource("formats"))
NAMES = ("ada", "ben", "cyd")
MODELS = {"ada": "a:1", "ben": "b:1", "cyd": "c:1", "dan": "d:1"}


def moment(*turns: Turn, path: str = "round[1]", format: str = "delphi", seats: tuple[str, ...] = NAMES) -> At:
    cast = tuple(Seat(id=name, part="members", name=name.capitalize(), model=MODELS.get(name, "m:1")) for name in seats)
    past = Past()
    for one in turns:
        past = past.add(one)
    opened = DebateOpened(question="?", format=FORMATS[format], seats=cast, options={}, seed=7)
    return At(debate=fold([opened]), path=path, past=past)


def answer(path: str, position: str, value: Json = None, **data: Json) -> Turn:
    seat = index_of(path)
    given: dict[str, Json] = {"position": position, "confidence": 0.6, **data}
    if value is not None:
        given["value"] = value if isinstance(value, dict) else {"kind": "year", "value": value, "unit": ""}
    return Turn(path=path, seat=seat, gives="answer", heard="all", text=position, model=MODELS[seat], data=given)


def round_of(number: int, *positions: str | tuple[str, Json]) -> tuple[Turn, ...]:
    """What each of a panel answers in a round; 0: before any."""
    step = f"round[{number}]/revise" if number else "estimate"
    each = zip(NAMES, positions, strict=False)
    return tuple(answer(f"{step}[{name}]", *((one,) if isinstance(one, str) else one)) for name, one in each)


def agreement(number: int, *clusters: tuple[str, ...], quote: str = "", quotes: dict[str, str] | None = None) -> Turn:
    """A record of agreement: who holds the same, with a receipt of each."""
    said = quotes or dict.fromkeys(NAMES, quote)
    grouped: list[Json] = [
        {"receipts": [{"seat": seat, "turn": f"round[{number}]/revise[{seat}]", "quote": said[seat]} for seat in one]}
        for one in clusters
    ]
    path = f"round[{number}]/agreement[clerk]"
    return Turn(path=path, seat="clerk", gives="agreement", heard="all", text="", data={"clusters": grouped})


PANEL = (
    ("2031", 2031),
    ("2031 (central estimate), 2030 only if the fleet target is enforced", 2031),
    ("in 2031 (80 % interval 2029–2034)", 2031),
)
"""One answer in three wordings, as a panel of models gave it."""


def test_three_wordings_of_one_year_are_one_answer() -> None:
    found = unanimous(moment(*round_of(1, *PANEL)))
    assert found is not None
    assert (found.outcome, found.why) == ("consensus", "everybody gives one answer")
    sealed = unanimous(moment(*round_of(0, *PANEL), path="round[0]"))
    assert sealed is not None
    assert "before reading the others" in sealed.why


def test_one_answer_never_ends_in_impasse() -> None:
    said = [*round_of(0, *PANEL), *round_of(1, *PANEL[::-1]), *round_of(2, *PANEL)]
    found = stable(moment(*said, path="round[2]"), 2)
    assert found is not None
    assert found.outcome == "consensus"
    assert found.why == "no estimate changed for 2 rounds"


def test_stable_answers_that_differ_are_no_impasse_unless_something_is_contested() -> None:
    said = [turn for n in (0, 1, 2) for turn in round_of(n, "Buy it.", "Build it", "Wait")]
    found = stable(moment(*said, path="round[2]"), 2)
    assert found is not None
    assert found.outcome == "completed"
    judged: dict[str, Json] = {"agree": [], "disagree": [{"text": "Buy it.", "reason": "it costs more than it saves"}]}
    objects = Turn(path="x[ben]", seat="ben", gives="assessment", heard="all", text="", model="b:1", data=judged)
    found = stable(moment(*said, objects, path="round[2]"), 2)
    assert found is not None
    assert found.outcome == "impasse"


@pytest.mark.parametrize("seats", [NAMES[:2], NAMES], ids=["one answers", "two answer"])
def test_who_answered_once_and_has_opposed_since_is_in_no_consensus(seats: tuple[str, ...]) -> None:
    """A devil's advocate seals an answer and then must oppose; what it sealed is not what it holds for ever."""
    devil, *table = seats
    said = [answer(f"sealed[{seat}]", "Yes, buy it") for seat in seats]
    for n in (1, 2):
        said += [answer(f"round[{n}]/view[{seat}]", "Yes, buy it") for seat in table]
        path = f"round[{n}]/opposition[{devil}]"
        against: dict[str, Json] = {"stance": "opposes", "quote": "It will fail."}
        said.append(Turn(path=path, seat=devil, gives="opposition", heard="all", text="It will fail.", data=against))
    found = stable(moment(*said, path="round[2]", format="devils-advocate", seats=seats), 2)
    assert found is not None
    assert (found.outcome, found.why) == ("completed", "no position changed for 2 rounds")


def test_who_moved_in_either_of_the_last_rounds_keeps_it_going() -> None:
    held = [*round_of(0, ("2032", 2032), ("2031", 2031)), *round_of(1, ("2031", 2031), ("2031", 2031))]
    at = moment(*held, *round_of(2, ("2031", 2031), ("2031", 2031)), path="round[2]", seats=NAMES[:2])
    assert stable(at, 2) is None
    kept = stable(at, 1)
    assert kept is not None
    assert kept.why == "no estimate changed for one round", "what is made of statements is another matter"
    assert stable(at, 2, 1.0) is not None, "a year is within the tolerance"
    assert stable(replace(at, path="round[1]"), 2) is None, "there were not so many rounds"


def test_an_empty_answer_and_a_single_one_compare_to_nothing() -> None:
    for positions in (("2031", ""), ("2031",)):
        at = moment(*round_of(0, *positions), *round_of(1, *positions), path="round[1]", seats=NAMES[: len(positions)])
        assert stable(at, 1) is None
        assert unanimous(at) is None


def test_whoever_left_neither_agrees_nor_objects_and_one_model_is_no_early_stop() -> None:
    at = moment(*round_of(1, "Yes.", "yes", "No"), seats=NAMES[:2])
    assert unanimous(at) is not None
    alone = [replace(turn, model="a:1") for turn in round_of(1, "Yes.", "yes")]
    assert unanimous(moment(*alone, seats=NAMES[:2])) is None


def _typed(answered: Any) -> Any:
    """A number and its unit as an answer."""
    if not isinstance(answered, tuple) or not isinstance(answered[0], int):
        return answered
    number, unit = answered
    return (f"{number} {unit}", {"kind": "number", "value": number, "unit": unit})


@pytest.mark.parametrize(
    ("one", "other", "tolerance", "same"),
    [
        ("Yes, it does.", "yes it does", 0, True),
        ("It is dangerous", "It is not dangerous", 0, False),
        ((12, "weeks"), (12, ""), 0, True),
        ((12, "weeks"), (12, "days"), 0, False),
        ((1, "week"), (1, "weeks"), 0, True),
        ((41, "per cent"), (41, "%"), 0, True),
        ((2031, "km"), ("2031", 2031), 0, False),
        (
            (45, "%"),
            (46, "%"),
            1,
            True,
        ),
        (
            (45, "%"),
            (47, "%"),
            1,
            False,
        ),
        (("2031", 2031), "about 2031, I think", 0, False),
        (("Option B", {"kind": "option", "value": "B"}), ("b", {"kind": "option", "value": "B"}), 0, True),
        (("x", {"kind": "year", "value": True}), "X.", 0, True),
        ("≠", "=", 0, False),
    ],
)
def test_what_is_the_same_answer(one: Any, other: Any, tolerance: float, same: bool) -> None:
    at = moment(*round_of(1, _typed(one), _typed(other)), seats=NAMES[:2])
    assert (unanimous(at, tolerance) is not None) is same


def test_a_tolerance_does_not_chain() -> None:
    at = moment(*round_of(1, ("2030", 2030), ("2031", 2031), ("2032", 2032)))
    assert [sorted(group) for group in answers(at, at.past, 1.0).groups] == [["ada", "ben"], ["cyd"]]


def test_positions_in_other_words_are_one_where_a_record_with_receipts_says_so() -> None:
    said = round_of(1, "Build it in the house", "Let us make it ourselves", "Buy it in the market")
    at = moment(*said, agreement(1, ("ada", "ben"), ("cyd",), quote="it in the"), path="round[1]")
    assert len(answers(at, at.past).groups) == 3, "ben said nothing of the kind"
    quoted = agreement(1, ("ada", "ben"), quotes={"ada": "Build it", "ben": "make it ourselves"})
    at = moment(*said, quoted, path="round[1]")
    assert [len(group) for group in answers(at, at.past).groups] == [2, 1]
    later = moment(*said, quoted, *round_of(2, "Build it", "Buy it after all", "Buy it"), path="round[2]")
    assert len(answers(later, later.past).groups) == 3, "its receipts are of answers that nobody holds any more"


def test_a_group_never_holds_a_position_and_its_negation() -> None:
    at = moment(*round_of(1, "It is dangerous", "It is not dangerous"), agreement(1, NAMES[:2], quote="It is"))
    assert len(answers(at, at.past).groups) == 2


def test_who_stays_in_a_group_has_not_moved_by_putting_it_in_other_words() -> None:
    first = (*round_of(1, "We should buy it", "Then we buy it"), agreement(1, NAMES[:2], quote="buy it"))
    second = (*round_of(2, "Better to buy it", "So, buy it now"), agreement(2, NAMES[:2], quote="buy it"))
    at = moment(*first, *second, path="round[2]", seats=NAMES[:2])
    assert [len(group) for group in answers(at, at.past).groups] == [2], "both quote it from what they say now"
    found = stable(at, 1)
    assert found is not None
    assert found.outcome == "consensus"
    alone = moment(*first[:2], *second[:2], path="round[2]", seats=NAMES[:2])
    assert stable(alone, 1) is None, "nobody compared these words"


# ---- figures -------------------------------------------------------------------------------------------------------
def test_statistics_tell_median_and_quartiles_of_values() -> None:
    at = moment(*round_of(1, *PANEL[:2], ("2034", 2034)))
    spread = statistics_of(at).spread
    assert spread is not None
    assert spread.line == "3 estimates, median 2031, range 2031 to 2034"
    four = statistics_of(moment(*at.past, answer("round[1]/revise[dan]", *PANEL[0]), seats=(*NAMES, "dan"))).spread
    assert four is not None
    assert ", quartiles 2031 and " in four.line, "of fewer they say nothing that the range does not"
    mixed = moment(*round_of(1, _typed((45, "%")), PANEL[0]), seats=NAMES[:2])
    assert statistics_of(mixed).spread is None, "a percentage and a year have no median"
    assert [one.unit for one in statistics_of(mixed).spreads] == ["%", ""], "each is told by itself"
    worded = moment(*round_of(1, PANEL[0], "I don't know"), seats=NAMES[:2])
    assert statistics_of(worded).spread is None
    assert statistics_of(moment()).spread is None
    large: dict[str, Json] = {"kind": "number", "value": 3_500_000, "unit": "€"}
    money = statistics_of(moment(answer("estimate[ada]", "€3.5 million", large), seats=("ada",))).spread
    assert money is not None
    assert money.line.startswith("1 estimate, median 3,500,000 €, ")


def test_a_bare_number_is_of_the_unit_that_the_others_share_or_that_the_question_names() -> None:
    """One of four answered "41" and the others "38 %", and so there was neither a median nor a quartile."""
    shared = moment(*round_of(1, _typed((38, "%")), _typed((35, "per cent")), _typed((41, ""))))
    spread = statistics_of(shared).spread
    assert spread is not None
    assert spread.line == "3 estimates, median 38 %, range 35 % to 41 %"
    several = moment(*round_of(1, _typed((38, "%")), _typed((5, "km")), _typed((41, ""))))
    assert [one.count for one in statistics_of(several).spreads] == [1, 1, 1], "nobody knows which is meant"
    asked = replace(several, debate=replace(several.debate, question="How much, in per cent?"))
    assert [(one.count, one.unit) for one in statistics_of(asked).spreads] == [(2, "%"), (1, "km")]


def test_a_unit_is_shown_as_most_wrote_it_and_compared_without_regard_to_case() -> None:
    mixed = moment(*round_of(1, _typed((880, "TWh")), _typed((900, "TWh")), _typed((920, "twh"))))
    spread = statistics_of(mixed).spread
    assert spread is not None
    assert spread.line == "3 estimates, median 900 TWh, range 880 TWh to 920 TWh"


def test_reasons_are_clusters_of_the_record_and_those_of_answers_that_it_lacks() -> None:
    """A reason of an early round stands as long as its author holds it; nobody is named."""

    def stated(id: str, by: str, text: str) -> Json:
        return {"id": id, "by": by, "turn": f"estimate[{by}]", "text": text, "quote": text}

    def done(id: str, by: str, does: str, because: str = "") -> Json:
        return {"id": id, "by": by, "turn": f"estimate[{by}]", "does": does, "quote": "x", "because": because}

    first = [
        answer(f"estimate[{name}]", f"{number} %", {"kind": "number", "value": number, "unit": "%"}, because=["old"])
        for name, number in zip(NAMES, (37, 33, 40), strict=True)
    ]
    record = Turn(
        path="ledger[clerk]",
        seat="clerk",
        gives="ledger",
        heard="all",
        text="",
        data={
            "new": [
                stated("P1", "ada", "The share will be 37 %"),
                stated("P2", "ada", "Hybrids last"),
                stated("P3", "ben", "Batteries get cheaper"),
                stated("P4", "cyd", "Ben has left out China"),
                stated("P5", "cyd", "Targets bind"),
            ],
            "about": [
                done("P3", "ada", "agrees"),
                done("P3", "cyd", "agrees"),
                done("P2", "ben", "disagrees", "they never did"),
                done("P5", "cyd", "withdraws"),
            ],
        },
    )
    again = answer("round[1]/revise[ada]", "38 %", because=["Batteries get cheaper", "It moves me by one point"])
    found = statistics_of(moment(*first, record, again))
    assert [(one.text, one.held, one.disputed, one.why) for one in found.clusters] == [
        ("Batteries get cheaper", 3, 0, ""),
        ("Hybrids last", 1, 1, "they never did"),
    ], "neither the estimate itself, nor what was withdrawn, nor who is named"
    assert found.reasons == (("It moves me by one point", 1),)


def test_the_next_round_is_shown_reasons_that_are_held_as_they_are_worded_now_and_no_estimate() -> None:
    """A panel was shown "(1 for) … about 1,200 TWh" when nobody held that any more, and most reasons twice."""

    def stated(id: str, by: str, text: str, quote: str = "") -> Json:
        links = {"supports": ["P1"]} if id != "P7" else {}
        return {"id": id, "by": by, "turn": f"estimate[{by}]", "text": text, "quote": quote or text, **links}

    def done(id: str, by: str, does: str, quote: str, step: str = "estimate", **more: Json) -> Json:
        return {"id": id, "by": by, "turn": f"{step}[{by}]", "does": does, "quote": quote, **more}

    def typed(value: float, low: float, high: float) -> Json:
        return {"kind": "number", "value": value, "unit": "TWh", "low": low, "high": high}

    first = [
        answer("estimate[ada]", "950 TWh", typed(950, 750, 1250)),
        answer("estimate[ben]", "1,200 TWh", typed(1200, 900, 1600)),
        answer("estimate[cyd]", "soon"),
    ]
    new = [
        stated("P1", "ben", "They will take about 1,200 TWh in 2030 (900 to 1,600 TWh)."),
        stated("P2", "ben", "Chips add 600 TWh, which gives 1,200 TWh."),
        stated("P3", "ben", "Some 1,200 TWh, then."),
        stated("P4", "ben", "The grid binds everywhere.", "power delivery binds in the hubs"),
        stated("P5", "cyd", "Sites ramp up slowly."),
        stated("P6", "cyd", "Orders are placed already."),
    ]
    about = [done("P4", "ada", "disagrees", "not in the north", because="not in the north")]
    path = "round[1]/revision/arrears[clerk]"
    once = Turn(path=path, seat="clerk", gives="ledger", heard="all", text="", data={"new": new, "about": about})

    def shown(*more: Turn) -> tuple[list[tuple[str, int, int]], list[str]]:
        at = moment(*first, once, *more)
        found = statistics_of(replace(at, debate=replace(at.debate, question="How much in 2030?")))
        return [(one.text, one.held, one.disputed) for one in found.clusters], [text for text, _ in found.reasons]

    assert shown() == (
        [
            ("The grid binds everywhere.", 1, 1),
            ("Orders are placed already.", 1, 0),
            ("Chips add 600 TWh, which gives 1,200 TWh.", 1, 0),
            ("Sites ramp up slowly.", 1, 0),
        ],
        [],
    ), "the estimate itself, also in other words, is no reason"
    repeated = ["Power delivery binds in the hubs, as before", "Sites ramp up slowly", "The load is new"]
    again = [
        answer("round[1]/revision/revise[ben]", "1,120 TWh", typed(1120, 880, 1500), because=repeated),
        answer("round[1]/revision/revise[cyd]", "soon"),
    ]
    assert shown(*again)[1] == ["The load is new"], (
        "what stands there already, by its words or its receipt, is left out"
    )
    step = "round[1]/revision/revise"
    later = [
        done("P4", "ben", "revises", "in the hubs, as before", step, text="The grid binds in the hubs."),
        done("P2", "ben", "keeps", "as before", step),
        done("P6", "cyd", "keeps", "soon it is", step),
    ]
    path = "round[2]/revision/arrears[clerk]"
    twice = Turn(path=path, seat="clerk", gives="ledger", heard="all", text="", data={"new": [], "about": later})
    assert shown(*again, twice)[0] == [
        ("Orders are placed already.", 1, 0),
        ("The grid binds in the hubs.", 1, 0),
        ("Chips add 600 TWh, which gives 1,200 TWh.", 1, 0),
    ], "the objection was to another wording, and Cyd lists the ramp no more"


def test_new_reasons_are_shown_first_and_of_those_that_are_left_out_it_is_said_how_many() -> None:
    """In the last round none of twelve places was one that had come up in the round before."""

    def stated(number: int, by: str, step: str, **more: Json) -> Json:
        text = f"Reason {number} is of some weight"
        return {"id": f"P{number}", "by": by, "turn": f"{step}[{by}]", "text": text, "quote": text, **more}

    def ledger(path: str, new: list[Json], about: list[Json]) -> Turn:
        data: dict[str, Json] = {"new": new, "about": about}
        return Turn(path=path, seat="clerk", gives="ledger", heard="all", text="", data=data)

    def listed(*numbers: int) -> list[Json]:
        return [f"Reason {number} is of some weight" for number in numbers]

    first = [answer(f"estimate[{name}]", "Soon", because=listed(1)) for name in NAMES]
    old = [stated(number, "ada", "estimate", supports=["P1"]) for number in range(1, 15)]
    held = [
        {"id": f"P{number}", "by": "ben", "turn": "estimate[ben]", "does": "agrees", "quote": "x"}
        for number in range(1, 15)
    ]
    again = [answer(f"round[1]/revise[{name}]", "Soon", because=listed(1, 15)) for name in NAMES]
    new = [stated(15, "cyd", "round[1]/revise"), stated(16, "cyd", "round[1]/revise")]
    links: dict[str, Json] = {"supports": ["P2"]}
    many = [stated(number, "ben" if number < 25 else "cyd", "round[1]/revise", **links) for number in range(20, 34)]
    every = statistics_of(
        moment(*first, ledger("ledger[clerk]", old, held), *again, ledger("round[1]/ledger[clerk]", many, []))
    )
    assert [one.text.split()[1] for one in every.clusters[:7]] == ["33", "24", "32", "23", "31", "22", "14"], "in turn"
    now = ledger("round[1]/ledger[clerk]", new, [])
    found = statistics_of(moment(*first, ledger("ledger[clerk]", old, held), *again, now))
    told = [one.text.split()[1] for one in found.clusters]
    assert told == ["15", *map(str, range(14, 3, -1))], "16 is no reason: nobody lists it, and it bears on nothing"
    assert (found.more, found.waiting, found.reasons) == (3, False, ())
    waiting = statistics_of(moment(*first, ledger("ledger[clerk]", old, held), *again))
    assert waiting.waiting
    assert waiting.reasons == (("Reason 15 is of some weight", 3),), "the first was listed before"


def test_equal_reasons_of_the_last_answers_are_told_once() -> None:
    old = answer("estimate[ada]", "Wait", because=["A reason of former days."])
    now = [
        answer("round[1]/revise[ada]", "Buy it", because=["It is cheap.", "it is cheap", "It is here"]),
        answer("round[1]/revise[ben]", "buy it", because=["It is  cheap"]),
    ]
    found = statistics_of(moment(old, *now))
    assert found.reasons == (("It is  cheap", 2), ("It is here", 1))
    assert found.held == (("Buy it", 2),)


def test_the_median_of_an_even_number_lies_between_the_two_in_the_middle() -> None:
    assert median([1.0, 2.0, 4.0, 9.0]) == 3.0
    assert median([5.0]) == 5.0


def test_the_first_answers_are_those_of_the_first_step() -> None:
    at = moment(*round_of(0, "a", "b"), *round_of(1, "c", "d"))
    assert {seat: one.position for seat, one in first_answers(at.past).given.items()} == {"ada": "a", "ben": "b"}
    assert {seat: one.position for seat, one in last_answers(at.past).items()} == {"ada": "c", "ben": "d"}


def test_no_record_makes_one_answer_of_values_or_figures_that_differ() -> None:
    def groups(ada: str | tuple[str, Json], ben: str | tuple[str, Json]) -> int:
        said = [one if isinstance(one, str) else one[0] for one in (ada, ben)]
        record = agreement(1, ("ada", "ben"), quotes=dict(zip(NAMES, said, strict=False)))
        at = moment(*round_of(1, ada, ben), record, seats=NAMES[:2])
        return len(answers(at, at.past).groups)

    assert groups("30 % (20 to 37) for licences", "32 % (25 to 40) for licences") == 2
    option = {"kind": "option", "unit": ""}
    assert groups(("A", {**option, "value": "A"}), ("B", {**option, "value": "B"})) == 2
    assert groups("30 % for licences", "30 % for licences and 2,000 euros kept back") == 1
    assert groups("Three in ten", "30 % for licences") == 1


def test_sealed_answers_are_grouped_by_the_record_that_was_made_of_them() -> None:
    first = [
        answer(f"sealed[{name}]", words) for name, words in zip(NAMES, ("Go now", "Leave at once", "Stay"), strict=True)
    ]
    receipts = [
        {"seat": name, "turn": f"sealed[{name}]", "quote": words}
        for name, words in (("ada", "Go now"), ("ben", "Leave at once"))
    ]
    record = Turn(
        path="baseline[clerk]",
        seat="clerk",
        gives="agreement",
        heard="all",
        text="",
        data={"clusters": [{"receipts": receipts}]},
    )
    row = {"text": "Leave, though they differ on when.", "seats": ["ada", "ben"], "receipts": receipts}
    told = moment(*first, replace(record, data={"clusters": [row]}), format="collaborative")
    assert (
        "2 that are close (Leave, though they differ on when): “Go now” (Ada), "
        in tallies_of(told.debate, told.past)[0]
    )
    later = round_of(1, "Stay", "Stay", "Stay")
    at = moment(*first, record, *later, format="collaborative")
    assert first_answers(at.past).groups == (frozenset({"ada", "ben"}), frozenset({"cyd"}))
    assert tallies_of(at.debate, at.past)[0] == (
        "First answers, before anybody had read another: 2 that are close: “Go now” (Ada), “Leave at once” "
        "(Ben); “Stay” (Cyd)."
    )
    assert "3\u00a0×\u00a0“Stay” (Ada, Ben, Cyd)" in tallies_of(at.debate, at.past)[1], "no line ends beside the sign"
    assert worded(moment(*first, path="baseline"))


@pytest.mark.parametrize(
    "held",
    [
        ("Yes", "yes.", "Yes"),
        (("2031", 2031), ("2033", 2033), ("2040", 2040)),
        ("Yes", "", "No"),
        ("Yes",),
    ],
)
def test_nobody_is_asked_what_is_one_where_that_can_be_told_or_not_all_have_answered(held: Any) -> None:
    assert not worded(moment(*round_of(0, *held), path="baseline"))


def opinions() -> tuple[Turn, ...]:
    return tuple(answer(f"opinion[{name}]", f"What {name} holds") for name in NAMES)


def ranked(at: At, ranker: str, *best: str) -> Turn:
    """A ranking in the letters that were dealt to this ranker."""
    own = letters(replace(at, path=f"ranking[{ranker}]"))
    order: list[Json] = [own[seat] for seat in best]
    data: dict[str, Json] = {"order": [*order, "Z"]}
    return Turn(path=f"ranking[{ranker}]", seat=ranker, gives="ranking", heard="all", text="", data=data)


def test_rankings_are_counted_by_seat_whatever_letters_each_ranker_was_dealt() -> None:
    at = moment(*opinions(), format="council", path="chair[head]")
    votes = (ranked(at, "ada", "ben", "cyd"), ranked(at, "ben", "ada", "cyd"), ranked(at, "cyd", "ada", "ben"))
    dealt = {name: letters(replace(at, path=f"ranking[{name}]")) for name in NAMES}
    assert all(name not in dealt[name] and set(dealt[name].values()) == {"A", "B"} for name in NAMES)
    counted = mean_ranks(moment(*opinions(), *votes, format="council", path="chair[head]"))
    assert counted == {"ada": 1.0, "ben": 1.5, "cyd": 2.0}


def test_letters_are_those_of_the_stored_view() -> None:
    at = moment(*opinions(), format="council", path="ranking[ada]")
    seen = view(at, ("step opinion", "others", "anonymous"))
    assert {f"{letter}=opinion[{seat}]" for seat, letter in letters(at).items()} == set(seen)
    assert letters(replace(at, path="nowhere[ada]")) == {}
    assert letters(replace(at, path="opinion[ada]")) == {}, "where nobody is seen there is no letter"


def test_a_ranking_is_told_with_names() -> None:
    at = moment(*opinions(), format="council", path="ranking[ada]")
    past = moment(*opinions(), ranked(at, "ada", "ben", "cyd"), format="council").past
    told = tallies_of(at.debate, past)[-1]
    assert told == "Mean rank in the rankings by the others, best first: Ben: 1.00, Cyd: 2.00."
