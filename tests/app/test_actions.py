"""What can be done: every action once, with a title, and with a reason where it is not possible."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import click
import pytest

from disputatio.app.actions import debates
from disputatio.app.actions.action import APPLICATION, Action, Task
from disputatio.app.actions.debates import DEBATE, Again, Conclude, Fork, Intent, RaiseCap, Rename, obstacle, orders
from disputatio.app.actions.errands import carry_out
from disputatio.app.bootstrap import application
from disputatio.app.starting.configuration import DebateConfig
from disputatio.debate.context import Context
from disputatio.debate.decide.decide import decide
from disputatio.debate.errors import Refused
from disputatio.debate.format import Block, Format
from disputatio.debate.log import commands
from disputatio.debate.log.commands import Continue, Interject, Pause, Retry, SetOption
from disputatio.debate.log.events import TurnAbstained, TurnCompleted, TurnFailed
from disputatio.debate.log.evolve import debate_in, fold
from disputatio.debate.log.seats import HUMAN, Seat
from disputatio.debate.log.state import Debate, Spent, Status
from disputatio.debate.persistent import PersistentMap
from disputatio.faces.cli.main import disputatio_command
from disputatio.faces.gui.debate.debate_actions import ACTIONS, ICONS, OFFERED, refusals, why_not
from disputatio.faces.gui.debate.header import MENU
from disputatio.faces.gui.shell.inspectors import INSPECTORS
from disputatio.faces.gui.window_actions import ELSEWHERE, PAGES, WINDOW, Do, of_inspector, of_page

QUESTION = "Is one file enough?"
PLACED: tuple[Action[Any], ...] = (
    *(of_page(kind.name, kind.title, kind.keys) for kind in PAGES),
    *(of_inspector(place, kind.name, kind.title) for place, kind in enumerate(INSPECTORS)),
)
EVERY: tuple[Action[Any], ...] = (*WINDOW, *ACTIONS, *PLACED)
WINDOW_ONLY = {
    "skip", "later", "copy-final", "result", "phases", "transcript", "columns", "charts", "code", "find", "find-next",
    "find-before",
}  # fmt: skip
"""What is done with a debate and only the window has: the others are places, and how the window looks."""


def at_rest(status: Status, **changes: Any) -> Debate:
    program = Block(name="", do=(Block(name="rounds", repeat="$rounds", do=(Block(name="say", ask="all"),)),))
    format = Format(name="small", title="Small", body=program, cast=())
    seats = {"a": Seat(id="a", part="a", model="rehearsal:quick"), "b": Seat(id="b", part="b", model="human:")}
    return replace(
        Debate(), question=QUESTION, format=format, seats=seats, options={"rounds": 2}, status=status, **changes
    )


@pytest.mark.parametrize("action", EVERY, ids=lambda each: each.id)
def test_every_action_says_what_it_is(action: Action[Any]) -> None:
    assert action.title
    assert action.title[0].isupper()
    assert not action.title.endswith((".", "…"))
    assert action.does is not None


def test_no_two_actions_share_a_key_or_an_id() -> None:
    keys = Counter(key for action in EVERY for key in action.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert [id for id, count in Counter(action.id for action in EVERY).items() if count > 1] == []
    everywhere = {key.strip() for _, _, shown in ELSEWHERE for key in shown.split(",")}
    own = {"Ctrl+F", "F3", "Ctrl+N", "Ctrl+S"}
    assert keys.keys() & everywhere <= own, "a page finds, makes and saves its own by the same keys"


@pytest.mark.parametrize("action", DEBATE, ids=lambda each: each.id)
@pytest.mark.parametrize("status", get_args(Status))
def test_whether_it_is_possible_is_known_in_every_state(action: Action[Intent], status: Status) -> None:
    found = obstacle(at_rest(status), action.does)
    if status == "idle":
        assert found is not None
    if found is not None:
        assert found.what.endswith("."), "a sentence says why not"
    assert (found is None) == (_why(at_rest(status), action) == "")


def _why(debate: Debate, action: Action[Intent]) -> str:
    """What the window says."""
    said = {**refusals(debate), **why_not(debate)}
    if action.on != "debate":
        found = obstacle(debate, action.does)
        return found.user_message if found else ""
    return said[action.id]


def test_every_task_and_intent_has_its_action() -> None:
    assert {each.does for each in APPLICATION} == set(Task)
    assert set(Do) - {each.does for each in WINDOW} == {Do.OTHER_ALONE}, "the button of one that stands beside another"
    declared = {type(each.does) for each in DEBATE}
    part_of_others = {Interject, Retry, commands.Swap, SetOption, commands.Leave, commands.Synthesise}
    assert {kind for kind in get_args(Intent) if kind not in declared} == part_of_others


@pytest.mark.parametrize("action", [*APPLICATION, *DEBATE], ids=lambda each: each.id)
def test_every_action_is_in_the_palette_and_in_the_command_line_or_declared_to_be_elsewhere(
    action: Action[Any],
) -> None:
    if action.on in ("anywhere", "debate"):
        assert action in (*WINDOW, *OFFERED)
    if not action.command:
        assert action.id in WINDOW_ONLY
        return
    found: click.Command = disputatio_command
    for word in action.command.split():
        if word.startswith("-"):
            flags = [name for each in found.params for name in each.opts]
            assert word in flags or word == "--help"
        else:
            assert isinstance(found, click.Group)
            found = found.commands[word]
    assert found is disputatio_command or (found.epilog is not None and action.title in found.epilog)


def test_what_only_the_window_does_with_a_debate_is_named() -> None:
    assert {each.id for each in ACTIONS if not each.command} == WINDOW_ONLY


def test_the_menu_of_a_debate_offers_actions_that_have_a_sign() -> None:
    listed = [action for part in MENU for action in part]
    assert {action.id for action in listed} <= ICONS.keys()
    assert {action.id for action in listed} <= {action.id for action in OFFERED}


@pytest.mark.parametrize("status", get_args(Status))
def test_whether_a_person_may_speak_is_known_as_the_rules_have_it(status: Status) -> None:
    debate, refused = at_rest(status), None
    try:
        decide(debate, Interject(text="Hear me"))
    except Refused as error:
        refused = error
    assert str(obstacle(debate, debates.SAY.does)) == str(refused)


def test_why_something_is_not_possible_and_what_to_do_instead() -> None:
    paused, over = at_rest("paused", reason="person"), at_rest("completed", why="said all")
    assert str(obstacle(paused, debates.PAUSE.does)) == "The debate is already paused. Continue it when you are ready."
    assert str(obstacle(at_rest("error"), debates.STOP_NOW.does)).startswith("Nothing is running.")
    assert obstacle(paused, debates.CONTINUE.does) is None
    assert "is over" in str(obstacle(over, debates.END.does))
    assert "no synthesis yet" in str(obstacle(over, debates.SAVE_NOTE.does))
    assert "not about a repository" in str(obstacle(over, debates.BRANCH.does))
    about = replace(over, context=Context(kind="repository", ref="/shop"))
    assert obstacle(about, debates.BRANCH.does) is None
    running = at_rest("debating")
    assert "is running" in str(obstacle(running, debates.DISCARD.does))
    assert obstacle(over, debates.DISCARD.does) is None
    assert "not waiting at a limit" in str(obstacle(paused, debates.RAISE_CAP.does))
    assert obstacle(paused, debates.SAY.does) is None
    assert "No seat" in str(obstacle(paused, debates.Say(text="Why?", to="nobody")))


def test_a_final_text_is_known_by_the_step_that_made_it() -> None:
    closing = Block(name="closing", ask="synthesis", gives="synthesis")
    over = at_rest("completed")
    over = replace(over, format=replace(over.format, body=replace(over.format.body, do=(closing,))))
    assert not debates.is_concluded(over)
    made = fold([TurnCompleted(path="closing[synthesis]", text="So it is.")], over)
    assert debates.is_concluded(made)
    assert obstacle(made, debates.SAVE_NOTE.does) is None


def test_asking_again_means_what_failed_and_then_what_was_given_up_last() -> None:
    begun = at_rest("debating")
    with pytest.raises(Refused, match="No turn of this debate has failed"):
        orders(begun, Again())
    given_up = fold([TurnAbstained(path="x[a]", why="slow"), TurnAbstained(path="y[a]", why="slow")], begun)
    assert orders(given_up, Again()) == (Retry(path="y[a]"),)
    failed = fold([TurnFailed(path="z[a]", kind="transient", why="gone", remedy="")], given_up)
    assert orders(failed, Again()) == (Retry(path="z[a]"),)
    assert orders(failed, Again(path="x[a]")) == (Retry(path="x[a]"),)
    assert obstacle(failed, debates.SKIP.does) is None
    assert obstacle(begun, debates.SKIP.does) is not None


def test_raising_a_cap_goes_on_at_once() -> None:
    why = "the budget is spent (10 turns; option max_turns)"
    held = at_rest("paused", reason="budget", why=why, spent=Spent(turns=10))
    held = replace(held, options={**held.options, "max_turns": 10})
    assert orders(held, RaiseCap()) == (SetOption(name="max_turns", value=20), Continue())
    assert obstacle(held, RaiseCap()) is None


def test_at_a_limit_the_synthesis_can_be_had_at_once_which_raises_the_limit_and_ends_the_debate() -> None:
    why = "the time is up (30 of 30 minutes of debating; option max_minutes)"
    held = at_rest("paused", reason="budget", why=why)
    held = replace(held, options={**held.options, "max_minutes": 30})
    raised = SetOption(name="max_minutes", value=60)
    assert orders(held, Conclude()) == (raised, commands.Close(why=why), commands.Synthesise())
    lifted = replace(held, options={**held.options, "max_minutes": None})
    assert orders(lifted, Conclude()) == (commands.Close(why=why), commands.Synthesise())
    assert "no synthesis" in str(obstacle(held, debates.SYNTHESISE.does)), "this format writes none"
    for other in (at_rest("debating"), at_rest("paused", reason="person"), at_rest("paused", reason="gate")):
        assert orders(other, Conclude()) == (commands.Synthesise(),)
        assert "not over yet" in str(obstacle(other, debates.SYNTHESISE.does))


def test_what_is_a_command_stays_one() -> None:
    paused = at_rest("paused", reason="person")
    assert orders(paused, Pause(now=True)) == (Pause(now=True),)
    assert orders(paused, debates.Say(text="Hear me", to="a")) == (Interject(text="Hear me", to="a"),)
    assert orders(paused, debates.ChangeModel(seat="a", model="x:y")) == (commands.Swap(seat="a", model="x:y"),)
    assert orders(paused, debates.SAY.does) == (Interject(text=""),), "which the rules refuse"
    assert "is not a model" in str(obstacle(paused, debates.ChangeModel(seat="a", model="x")))


async def test_a_fork_is_called_one_and_a_debate_goes_into_the_bin_and_out_of_it(home: Path) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        id = await app.start(await app.prepare(DebateConfig(question=QUESTION), rehearse=True))
        with pytest.raises(Refused, match="title is empty"):
            await carry_out(app, id, Rename(title=" "))
        await carry_out(app, id, Rename(title="One  file"))
        fork = await carry_out(app, id, Fork())
        assert (await app.catalogue.get(fork.debate)).title == "Fork of One file"
        with pytest.raises(Refused, match="has not been completed"):
            await carry_out(app, id, Fork(turn="round[1]/say[analyst]"))
        with pytest.raises(Refused, match="not in the bin"):
            await carry_out(app, id, debates.Restore())
        binned = await carry_out(app, id, debates.Discard())
        assert "in the bin" in binned.sentence
        with pytest.raises(Refused, match="already in the bin"):
            await carry_out(app, id, debates.Discard())
        assert [entry.id for entry in await app.catalogue.all(deleted=True)] == [id]
        assert binned.undo is not None
        await carry_out(app, id, binned.undo)
        assert {entry.id for entry in await app.catalogue.all()} == {id, fork.debate}
        async with app.sessions.open(id) as session:
            assert session.debate.status == "debating"
            with pytest.raises(Refused, match="is running"):
                await carry_out(app, id, debates.Discard())
            await session.submit(debates.STOP_NOW.does)


async def test_a_fork_says_whether_it_goes_on(home: Path) -> None:
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        id = await app.start(await app.prepare(DebateConfig(question=QUESTION), rehearse=True))
        forked = await carry_out(app, id, Fork())
        assert forked.sentence.endswith("Continue the fork to go on from there.")
        made = debate_in(await app.log.read(forked.debate))
        assert (made.status, made.why) == ("paused", "forked, and nothing was asked yet")
        async with app.sessions.open(id) as session:
            await session.submit(debates.END.does)
        said = (await carry_out(app, id, Fork())).sentence
        assert "Continue" not in said
        assert "The fork is over as well. " in said


def test_an_answer_goes_to_the_turn_that_waits_for_words_and_not_to_an_approval() -> None:
    waiting = at_rest("debating", asked=PersistentMap({"gate-round[person]": HUMAN, "rounds[1]/say[b]": HUMAN}))
    assert orders(waiting, commands.Answer(path="", text="Yes")) == (
        commands.Answer(path="rounds[1]/say[b]", text="Yes"),
    )
    gated = at_rest("debating", asked=PersistentMap({"gate-round[person]": HUMAN}))
    assert str(obstacle(gated, debates.ANSWER.does)) == "It is not your turn in this debate."
    with pytest.raises(Refused, match=r"not your turn.*without being asked"):
        orders(gated, commands.Answer(path="", text="Yes"))
