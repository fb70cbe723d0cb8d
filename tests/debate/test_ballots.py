"""Votes in a debate: a closed list that is fixed before, one ballot each, none for one's own, any rule over the same
(SPEC VOTE.1)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from disputatio.app.paths import resource
from disputatio.debate.board.attacks import attacks_of, no_new_attacks
from disputatio.debate.board.verdict import verdict_of
from disputatio.debate.decide.options import reads, set_option
from disputatio.debate.errors import Refused
from disputatio.debate.formats.loader import load
from disputatio.debate.log.commands import SetOption
from disputatio.debate.log.state import alter
from disputatio.debate.log.turns import Turn
from disputatio.debate.policies.ballots import candidates, elected, poll_of, slate_of, voters
from disputatio.debate.policies.conditions import agreed
from disputatio.debate.policy import At
from disputatio.debate.statements.votes import RULES
from disputatio.debate.views.ballot_lines import RULE_NAMES
from disputatio.debate.views.result import TALLIED, WEIGHED, result_of
from disputatio.debate.views.winner import outcome_of
from disputatio.debate.wording import speak
from disputatio.prompting.contracts import contract_of
from disputatio.prompting.request import Request
from disputatio.testing.boards import debate_of, moment_of, past_of, turn
from disputatio.testing.debates import live, opening, voices
from disputatio.testing.pseudo_language import PseudoLanguage
from disputatio.testing.scripted import ScriptedProvider

STANDARD = resource("formats/standard.toml").read_text("utf-8")
README = (Path(__file__).parents[2] / "resources" / "formats" / "README.md").read_text("utf-8")
HEARING = load(
    next(text for text in re.findall(r"```toml\n(.*?)```", README, re.DOTALL) if 'name    = "hearing"' in text),
    "hearing.toml",
    STANDARD,
)
PLANS = load(
    """
name  = "plans"
title = "Plans"
do    = ["plan", "ballot"]
[options]
vote = "borda"
[cast.table]
role  = "Planner"
seats = [2, 4]
[step.plan]
ask   = "table"
order = "together"
gives = "artifact"
[step.ballot]
ask   = "voters"
order = "together"
sees  = ["nothing", "figure options"]
gives = "ballot"
""",
    "plans.toml",
    STANDARD,
)


def plan(seat: str, text: str, round: int = 1) -> Turn:
    return turn(f"round[{round}]/plan[{seat}]", "artifact", text=text)


def ballot(seat: str, choice: str, *order: str, round: int = 1, **more: object) -> Turn:
    return turn(f"round[{round}]/vote[{seat}]", "ballot", choice=choice, order=list(order), **more)


# ---- the options ----------------------------------------------------------------------------------------------------
def test_options_are_the_texts_that_were_named_else_documents_else_answers() -> None:
    said = [
        turn(f"a[{who}]", "answer", position=text) for who, text in (("ada", "Yes!"), ("ben", "yes"), ("cyd", "No"))
    ]
    assert [(one.text, one.authors) for one in candidates(moment_of(past_of(*said)))] == [
        ("Yes!", ("ada", "ben")),
        ("No", ("cyd",)),
    ], "equal answers are one option"
    written = [plan("ada", "old"), plan("ben", "B"), plan("ada", "new", 2), plan("cyd", " ")]
    past = past_of(*said, *written)
    assert [(one.text, one.authors) for one in candidates(moment_of(past))] == [("new", ("ada",)), ("B", ("ben",))]
    named = moment_of(past, choices=["build", "buy", "Buy."])
    assert [(one.key, one.authors) for one in candidates(named)] == [("build", ()), ("buy", ())]


def test_each_voter_is_shown_all_options_but_their_own_in_an_order_of_its_own() -> None:
    past = past_of(*(plan(who, f"plan of {who}") for who in ("ada", "ben", "cyd", "dot")))
    orders = set()
    for who in ("ada", "ben", "cyd", "dot"):
        slate = slate_of(moment_of(past, f"round[1]/vote[{who}]"))
        assert {one.text for one in slate} == {f"plan of {other}" for other in ("ada", "ben", "cyd", "dot")} - {
            f"plan of {who}"
        }
        assert [one.label for one in slate] == ["Option 1", "Option 2", "Option 3"]
        orders.add(tuple(one.text for one in slate))
    assert len(orders) == 4
    texts = slate_of(moment_of(past, "round[1]/vote[ada]", choices=["build", "buy"]))
    assert {one.label for one in texts} == {"build", "buy"}, "a text goes by itself"
    same = [moment_of(past, f"round[1]/vote[{who}]", choices=list("stuvwx")) for who in ("ada", "ben", "cyd", "dot")]
    assert len({tuple(one.text for one in slate_of(each)) for each in same}) == 4, "each in an order of its own"


def test_who_has_no_choice_is_not_asked() -> None:
    two = past_of(plan("ada", "A"), plan("ben", "B"))
    assert voters(moment_of(two)) == ["cyd", "dot"], "an author of one of two has only the other"
    assert voters(moment_of(past_of(plan("ada", "A")))) == []
    assert voters(moment_of(past_of(), choices=["build", "buy"])) == ["ada", "ben", "cyd", "dot"]


# ---- the ballots ----------------------------------------------------------------------------------------------------
def labels(at: At, who: str, round: int = 1) -> dict[str, str]:
    """What a voter calls the plan of whom."""
    then = replace(at, path=f"round[{round}]/vote[{who}]")
    return {one.authors[0]: one.label for one in slate_of(then)}


def test_ballots_are_counted_by_author_whatever_number_each_voter_saw() -> None:
    plans = [plan(who, f"plan of {who}") for who in ("ada", "ben", "cyd")]
    at = moment_of(past_of(*plans))
    votes = [
        ballot(who, *(labels(at, who)[each] for each in order[:1]), *(labels(at, who)[each] for each in order))
        for who, order in {"ada": ["ben", "cyd"], "ben": ["cyd", "ada"], "cyd": ["ben"], "dot": ["ben", "ada"]}.items()
    ]
    poll = poll_of(moment_of(past_of(*plans, *votes)))
    assert poll is not None
    authors = {key: seats[0] for key, seats in poll.authors.items()}
    ranked = {one.voter: [authors[key] for (key,) in one.ranking] for one in poll.vote.counted}
    assert ranked == {"ada": ["ben", "cyd"], "ben": ["cyd", "ada"], "cyd": ["ben"], "dot": ["ben", "ada"]}
    assert {one.voter: authors.get(one.own, "") for one in poll.vote.counted} == {
        "ada": "ada",
        "ben": "ben",
        "cyd": "cyd",
        "dot": "",
    }


def test_the_last_ballot_counts_once_and_one_over_other_options_not_at_all() -> None:
    at = moment_of(past_of(), choices=["build", "buy"])
    cast = [ballot("ada", "build"), ballot("ben", "build"), ballot("ada", "buy", round=2)]
    poll = poll_of(replace(at, past=past_of(*cast)))
    assert poll is not None
    assert [(one.voter, one.first) for one in poll.vote.counted] == [("ada", ("buy",)), ("ben", ("build",))]
    old, new = [plan("ada", "A"), plan("ben", "B")], [plan("ada", "A, mended", 2)]
    stale = past_of(*old, ballot("cyd", "Option 1"), *new, ballot("dot", "Option 1", round=2))
    poll = poll_of(moment_of(stale))
    assert poll is not None
    assert [one.voter for one in poll.vote.counted] == ["dot"], "what Cyd voted for is no option any more"


def test_a_vote_for_nothing_on_the_list_is_void_and_trust_is_what_all_say() -> None:
    at = moment_of(past_of(), choices=["build", "buy"])
    sure = [ballot("ada", "build", confidence=0.9), ballot("ben", "buy", confidence=0.4)]
    poll = poll_of(replace(at, past=past_of(*sure, ballot("cyd", "wait", confidence=1))))
    assert poll is not None
    assert poll.vote.void == ("cyd",)
    assert {one.voter: one.trust for one in poll.vote.counted} == {"ada": Fraction(9, 10), "ben": Fraction(2, 5)}
    poll = poll_of(replace(at, past=past_of(*sure, ballot("cyd", "wait"))))
    assert poll is not None
    assert {one.trust for one in poll.vote.counted} == {Fraction(9, 10), Fraction(2, 5)}, "who is void need not be sure"
    assert poll.silent == ()
    poll = poll_of(replace(at, past=past_of(*sure, ballot("cyd", "buy", approves=["build"]))))
    assert poll is not None
    assert poll.silent == ("cyd",)
    assert {one.trust for one in poll.vote.counted} == {Fraction(1)}, "one did not say it"
    assert poll.vote.counted[2].approves == ("buy", "build"), "what they chose would do, too"
    assert poll_of(at) is None


# ---- what it decides ------------------------------------------------------------------------------------------------
def test_a_loop_ends_once_somebody_is_elected() -> None:
    def ends(*cast: Turn, path: str = "round[1]", **options: object) -> str:
        at = moment_of(past_of(*cast), path, choices=["build", "buy"], **options)
        found = elected(at)
        return found.why if found else ""

    three = [ballot("ada", "build"), ballot("ben", "build"), ballot("cyd", "buy")]
    assert ends(*three, vote="majority") == "“build” is elected by 3 voters (majority)"
    assert not ends(*three, vote="unanimous"), "not all agree"
    assert not ends(*three[1:], vote="plurality"), "a tie elects nobody"
    assert not ends(*three, vote="majority", path="round[2]"), "no vote was held in this round"
    assert not ends()
    plans = [plan("ada", "A"), plan("ben", "B")]
    at = moment_of(past_of(*plans))
    cast = [ballot(who, labels(at, who)["ben"]) for who in ("cyd",)]
    found = elected(moment_of(past_of(*plans, *cast), "round[1]", vote="plurality"))
    assert found is not None
    assert found.why == "the answer of Ben is elected by one voter (plurality)"


def test_every_rule_is_tallied_over_the_same_ballots_and_each_ballot_is_shown() -> None:
    debate = debate_of("ada", "ben", "cyd", choices=["build", "buy", "wait"], vote="plurality")
    past = past_of(
        ballot("ada", "build", "build", "wait", "buy"),
        ballot("ben", "buy", "buy", "wait", "build", approves=["wait"]),
        ballot("cyd", "build"),
    )
    found = outcome_of(debate, past)
    assert found is not None
    assert (found.winner, found.method, found.score) == ("build", "vote: plurality", pytest.approx(2 / 3))
    result = result_of(debate, past)
    said = [line.text for line in result.section(WEIGHED).lines]
    assert said[0] == "Plurality, 3 voters: build wins (build: 2, buy: 1, wait: 0)."
    beside = {line.lead: line.text for line in result.section(TALLIED).lines if line.lead}
    assert beside.keys() == set(RULE_NAMES.values())
    assert next(iter(beside)) == "Plurality", "that of the debate comes first"
    assert beside["Plurality"] == "build wins (build: 2, buy: 1)."
    assert beside["Unanimity"].startswith("Nobody wins (build: 2")
    assert beside["Copeland"].startswith("build wins (build: 2")
    assert beside["Condorcet"] == "build wins."
    assert beside["Borda (nothing for what is left out)"] == "build wins (build: 4, buy: 2, wait: 2)."
    whole = past_of(ballot("ada", "build", "build", "wait", "buy"), ballot("ben", "buy", "buy", "wait", "build"))
    listed = [line.lead for line in result_of(debate, whole).section(TALLIED).lines if line.lead]
    assert [rule for rule in listed if rule.startswith("Borda")] == ["Borda"], "nobody left anything out"
    assert beside["Approval"] == "build wins (build: 2, buy: 1, wait: 1)."
    assert said[1:4] == ["Ada: build > wait > buy.", "Ben: buy > wait > build; could live with wait.", "Cyd: build."]
    told = " ".join(line.text for line in found.lines)
    assert [name for name in RULE_NAMES.values() if name not in told] == [], "where there is no table beside it"
    assert not any(name in " ".join(said[1:]) for name in RULE_NAMES.values()), "named once where there is one"
    assert RULE_NAMES.keys() == RULES.keys()


def test_the_rule_and_the_options_can_be_changed_as_long_as_that_means_something() -> None:
    assert reads(HEARING, "vote")
    assert reads(HEARING, "choices")
    assert not reads(load(EMPTY, "x.toml", STANDARD), "choices")
    debate = alter(debate_of("ada"), format=HEARING, options=dict(HEARING.options))
    assert set_option(debate, SetOption(name="choices", value=["go", "stay"]))
    with pytest.raises(Refused):
        set_option(debate, SetOption(name="vote", value="by lot"))


EMPTY = (
    'name = "x"\ntitle = "X"\ndo = ["a"]\n[options]\nchoices = []\n[cast.one]\nrole = "One"\n[step.a]\nask = "one"\n'
)


# ---- whole debates --------------------------------------------------------------------------------------------------
def casts(**choices: str) -> ScriptedProvider:
    def cast(request: Request) -> str:
        return json.dumps({"choice": choices[request.brief.seat], "order": [], "confidence": 0.9})

    return ScriptedProvider(voices(say="I have thought about it.", ballot=cast))


async def test_the_format_of_the_reference_votes_until_there_is_a_majority() -> None:
    provider = casts(**{"jury": "buy it", "jury-2": "Buy it.", "jury-3": "wait"})
    async with live(opening(HEARING, "Which one?", model="scripted:one", clerk="scripted:one"), provider) as on:
        await on.settle()
        assert on.runner.debate.status == "completed"
        assert on.runner.debate.why == "“buy it” is elected by 3 voters (majority)"
        shown = [request for request in provider.requests if request.brief.gives == "ballot"]
        assert len(shown) == 3
        for request in shown:
            assert all(f"- {text}" in request.messages[-1].text for text in ("build it", "buy it", "wait"))
            assert "scripted" not in request.messages[-1].text


async def test_a_vote_that_elects_nobody_is_held_again_and_the_rounds_bound_it() -> None:
    provider = casts(**{"jury": "buy it", "jury-2": "build it", "jury-3": "wait"})
    first = opening(HEARING, "Which one?", model="scripted:one", clerk="scripted:one", options={"rounds": 2})
    async with live(first, provider) as on:
        await on.settle()
        assert on.runner.debate.status == "max_rounds"
        assert sum(request.brief.gives == "ballot" for request in provider.requests) == 6


async def test_documents_are_voted_on_whole_and_without_names_and_none_by_its_author() -> None:
    def cast(request: Request) -> str:
        best = next(one for one in request.brief.slate if "table-2" in one.text or "table-3" in one.text)
        return json.dumps({"choice": best.label, "order": [], "confidence": 1})

    provider = ScriptedProvider(
        voices(artifact=lambda request: f"# Plan by {request.brief.seat}\n\nAll of it.", ballot=cast)
    )
    async with live(opening(PLANS, "Which plan?", model="scripted:one", extra=2), provider) as on:
        await on.settle()
        asked = {one.brief.seat: one.messages[-1].text for one in provider.requests if one.brief.gives == "ballot"}
        assert sorted(asked) == ["table", "table-2", "table-3", "table-4"]
        for seat, text in asked.items():
            others = {"table", "table-2", "table-3", "table-4"} - {seat}
            assert all(f"# Plan by {other}\n\nAll of it." in text for other in others)
            assert f"# Plan by {seat}\n" not in text
            assert "Planner" not in text, "no names"
        found = outcome_of(on.runner.debate, on.runner.planner.walk(on.runner.debate).past)
        assert found is not None
        assert found.winner.startswith("Planner")


# ---- attacks, analysis, judges: what else a vote stands beside ------------------------------------------------------
def test_an_answer_without_a_position_is_no_option_and_an_attack_without_words_is_none() -> None:
    assert candidates(moment_of(past_of(turn("a[ada]", "answer", position="")))) == ()
    said = turn("round[1]/attack[ada]", "findings", items=[{"text": ""}, {"text": "It breaks"}])
    answered = turn("round[1]/defence[ben]", "patches", items=[{"text": "Mend it", "answers": "A7"}])
    private = turn("round[1]/talk[ada]", "findings", heard="team:red", items=[{"text": "Secret"}])
    assert list(attacks_of(past_of(said, answered, private))) == ["A1"]
    assert attacks_of(past_of(said, answered)).get("A1").status == "open"
    assert no_new_attacks(moment_of(past_of(said), "round[1]")) is None
    again = turn("round[2]/attack[ada]", "findings", items=[{"text": "it breaks!"}])
    assert no_new_attacks(moment_of(past_of(said, again), "round[2]")) is not None


def test_an_analysis_ends_the_rounds_where_a_model_made_it() -> None:
    def ends(level: object, path: str = "round[1]", by: str = "model") -> str:
        record = replace(turn(f"{path}/agreement[clerk]", "agreement", level=level), by=by)
        found = agreed(moment_of(past_of(record), "round[1]"), 75)
        return f"{found.outcome}: {found.why}" if found else ""

    assert ends(0.8) == "consensus: the analysis finds 80 percent agreement"
    assert not ends(0.74)
    assert not ends("much")
    assert not ends(1, by="rules"), "a rule compares too little"
    assert not ends(1, path="round[0]"), "not in this round"


def test_what_a_person_is_told_of_a_form() -> None:
    assert contract_of("verdict").by_hand.startswith("End with a line for each of these: “Decision: SUPPORT or OPPOSE")
    assert contract_of("say").by_hand == ""
    assert contract_of("questions").by_hand == "", "a list is no line"
    speak(PseudoLanguage())
    try:
        told = contract_of("verdict").by_hand
    finally:
        speak(None)
    assert "Decision: SUPPORT" in told, "by these words the answer is read"
    assert PseudoLanguage().gettext("how sure you are, 0 to 1") in told
    assert not told.startswith("End with")


def test_a_judge_who_gives_no_figure_for_an_argument_leaves_it_as_it_was_recorded() -> None:
    case = turn("round[1]/case[ada]", "argument", side="SUPPORT", confidence=0.8)
    judged = turn("round[1]/appraisal[ab]/appraise[cyd]", "appraisal", items=[{"turn": case.path, "consistency": None}])
    found = verdict_of(past_of(case, judged))
    assert found is not None
    assert (found.arguments[0].judged, found.arguments[0].sound) == (None, None)
