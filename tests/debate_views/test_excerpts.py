"""What was looked up in a debate, as those who speak next are shown it."""

from __future__ import annotations

import json
from dataclasses import replace

from disputatio.debate.citations.evidence import Item, record
from disputatio.debate.context import Context
from disputatio.debate.format import Block, Format
from disputatio.debate.log.events import DebateOpened, ToolUse, TurnCompleted
from disputatio.debate.log.evolve import fold
from disputatio.debate.log.seats import Seat
from disputatio.debate.log.turns import Past, Turn
from disputatio.debate.policy import At
from disputatio.debate.views.excerpts import AGAIN, AROUND, CHARACTERS, LEFT_OUT, SHARE, excerpts_of, same_call, uses_of

CODE = Context(kind="repository", ref="/shop", pin="a" * 40)


def read(path: str, first: int, last: int, total: int = 100, *, width: int = 4, cut: str = "") -> ToolUse:
    body = "\n".join(f"{number}| {'x' * width}" for number in range(first, last + 1))
    head = f"{path} at commit aaaaaaaaaa, lines {first} to {last} of {total}"
    given = json.dumps({"path": path, "start": first, "end": last})
    return ToolUse(name="read_file", arguments=given, result=f"{head}\n{body}{cut}")


def at(*turns: tuple[str, tuple[ToolUse, ...]], heard: str = "all", tools: bool = True, seat: str = "ada") -> At:
    """A debate in which each of some turns said something and looked something up."""
    seats = tuple(Seat(id=id, part=id, model="m:1", team=id) for id in ("ada", "ben"))
    form = Format(name="x", title="X", body=Block(name=""), cast=())
    opened = DebateOpened(question="?", format=form, seats=seats, options={"tools": tools}, context=CODE)
    events, past = [], Past()
    for number, (text, uses) in enumerate(turns, 1):
        path = f"round[{number}]/turn[ada]"
        events.append(TurnCompleted(path=path, text=text, tools=uses))
        past = past.add(Turn(path=path, seat="ada", gives="say", heard=heard, text=text))
    return At(debate=fold([opened, *events]), path=f"round[{len(turns) + 1}]/turn[{seat}]", past=past)


def test_the_lines_of_a_file_stand_there_once_whoever_read_them() -> None:
    found = excerpts_of(at(("", (read("a.py", 1, 3),)), ("", (read("a.py", 3, 4), read("a.py", 9, 9)))))
    assert found is not None
    assert {path: section.text for path, section in found.sections.items()} == {
        "round[1]/turn[ada]": "### a.py\n1| xxxx\n2| xxxx\n3| xxxx",
        "round[2]/turn[ada]": "### a.py\n…\n4| xxxx\n…\n9| xxxx",
    }
    assert not any(section.cut for section in found.sections.values())
    assert found.cover("read_file", {"path": "a.py", "start": 2, "end": 4}), "in two places"


def test_a_part_of_what_stands_there_need_not_be_read_again() -> None:
    found = excerpts_of(at(("", (read("a.py", 1, 50),))))
    assert found is not None
    assert found.cover("read_file", {"path": "./a.py", "start": 10, "end": 20})
    assert not found.cover("read_file", {"path": "a.py", "start": 10, "end": 0}), "to the end, which was not read"
    assert not found.cover("read_file", {"path": "b.py", "start": 1, "end": 2})
    assert not found.cover("read_file", {"path": "a.py", "start": 200, "end": 300}), "there are no such lines"


def test_later_turns_leave_what_earlier_ones_looked_up_where_it_was() -> None:
    first = ("", (read("a.py", 1, 1), read("b.py", 1, 1)))
    before = excerpts_of(at(first))
    after = excerpts_of(at(first, ("See b.py:1.", (read("a.py", 1, 1), read("c.py", 1, 1)))))
    assert before is not None
    assert after is not None
    assert [*after.sections.items()][:1] == [*before.sections.items()]
    assert after.sections["round[2]/turn[ada]"].text == "### c.py\n1| xxxx"
    assert len(after.sections) == 2


def checked(at: At, turn: int, *items: Item) -> At:
    """The same, after the citations of a turn were checked."""
    path = f"round[{turn}]/turn[ada]"
    evidence = Turn(path=f"{path}/evidence[sources]", seat="sources", gives="evidence", heard="all", text="")
    return replace(at, past=at.past.add(replace(evidence, data=record(items, path))))


def cited(path: str, first: int, last: int) -> Item:
    return Item(citation=f"{path}:{first}", status="verified", path=path, first=first, last=last)


def test_of_a_long_look_up_the_cited_lines_are_shown_with_those_around_them() -> None:
    long = at(("See a.py:40.", (read("a.py", 1, 90, width=40), read("b.py", 1, 90, width=40), read("c.py", 1, 9))))
    found = excerpts_of(checked(long, 1, cited("a.py", 40, 41)))
    assert found is not None
    (section,) = found.sections.values()
    first, second, third = section.text.split("\n\n")
    assert first.startswith(f"### a.py\n…\n{40 - AROUND}| ")
    assert f"\n{41 + AROUND}| " in first
    assert f"\n{42 + AROUND}| " not in first
    assert second == "### b.py", "that it was read is said"
    assert third.count("\n") == 9, "a short answer is shown whole"
    assert section.cut == "2 of 3 answers are shown in part: what was cited."
    assert found.cover("read_file", {"path": "a.py", "start": 40 - AROUND, "end": 41 + AROUND})
    assert not found.cover("read_file", {"path": "b.py", "start": 1, "end": 2}), "it can be read again"


def test_what_an_earlier_turn_read_and_did_not_cite_is_shown_with_the_turn_that_cites_it() -> None:
    twice = at(("", (read("a.py", 1, 90, width=40),)), ("", (read("a.py", 1, 90, width=40),)))
    found = excerpts_of(checked(checked(twice, 1), 2, cited("a.py", 5, 5)))
    assert found is not None
    assert [section.text[:12] for section in found.sections.values()] == ["### a.py", "### a.py\n…\n3"]


def test_no_empty_line_stands_at_an_end_of_what_is_shown() -> None:
    """They are all read again by everybody, in each request."""
    lines = ["a", "", "b", "", "", "c", ""]
    text = "\n".join(f"{number}| {text}" for number, text in enumerate((*lines, "d" * 2_000), 1))
    use = replace(read("a.py", 1, 8, total=8), result=f"a.py at commit abcdef1234, lines 1 to 8 of 8\n{text}")
    found = excerpts_of(checked(at(("See a.py:4.", (use,))), 1, cited("a.py", 3, 5)))
    assert found is not None
    (section,) = found.sections.values()
    assert section.text == "### a.py\n1| a\n2| \n3| b\n…\n6| c"


def test_it_keeps_to_its_size_and_the_oldest_go_several_at_once() -> None:
    uses = [("", (read(f"{n}.py", 1, 40, width=90),)) for n in range(9)]
    shown = [excerpts_of(at(*uses[:count])) for count in range(1, 10)]
    sizes = [sum(len(one.text) for one in found.sections.values()) for found in shown if found is not None]
    assert max(sizes) <= CHARACTERS
    assert sizes == [sizes[0], *(2 * sizes[0], 3 * sizes[0], 4 * sizes[0]), *[n * sizes[0] for n in (2, 3, 4, 2, 3)]]
    last = shown[-1]
    assert last is not None
    assert [*last.sections] == ["round[7]/turn[ada]", "round[8]/turn[ada]", "round[9]/turn[ada]"]
    assert not last.cover("read_file", {"path": "0.py", "start": 1, "end": 2}), "it can be read again"


def test_whoever_looks_up_the_same_again_adds_nothing() -> None:
    once = ("", (read("a.py", 1, 3),))
    assert excerpts_of(at(once, once)) == excerpts_of(at(once))


def test_what_one_turn_looked_up_is_shown_however_much_it_is() -> None:
    found = excerpts_of(at(("", tuple(read(f"{n}.py", 1, 40, width=90) for n in range(9)))))
    assert found is not None
    assert [*found.sections] == ["round[1]/turn[ada]"]


def test_one_file_has_its_share_of_the_room() -> None:
    found = excerpts_of(at(("", (read("a.py", 1, 90, width=90),))))
    assert found is not None
    (section,) = found.sections.values()
    assert SHARE - 100 < len(section.text) <= SHARE
    assert section.cut.startswith("1 of 1 answers")
    assert not found.cover("read_file", {"path": "a.py", "start": 1, "end": 90})
    assert found.cover("read_file", {"path": "a.py", "start": 1, "end": 40})


def test_half_a_line_of_a_long_record_is_not_shown() -> None:
    found = excerpts_of(at(("", (read("a.py", 1, 3, cut=f"{LEFT_OUT}9 characters)"),))))
    assert found is not None
    assert "3|" not in next(iter(found.sections.values())).text
    assert not found.cover("read_file", {"path": "a.py", "start": 1, "end": 3})


def test_other_answers_stand_there_whole_under_what_was_asked() -> None:
    use = ToolUse(
        name="search_code", arguments='{"query": "flip"}', result="1 lines at commit aaaaaaaaaa\na.py:3: flip"
    )
    found = excerpts_of(at(("", (use,))))
    assert found is not None
    assert (
        next(iter(found.sections.values())).text
        == "### searches for “flip”\n1 lines at commit aaaaaaaaaa\na.py:3: flip"
    )
    assert found.cover("search_code", {"query": "flip", "regex": False, "pattern": ""})
    assert not found.cover("search_code", {"query": "flip", "regex": True, "pattern": ""})


def test_what_failed_what_told_nothing_and_what_others_may_not_hear_is_not_shown() -> None:
    failed = ToolUse(name="read_file", arguments="{", result="It is not there.", failed=True)
    again = ToolUse(name="read_file", arguments="{}", result=f"{AGAIN} above.")
    assert excerpts_of(at(("", (failed, again)))) is None
    assert excerpts_of(at(("", (read("a.py", 1, 1),)), tools=False)) is None
    assert uses_of(at(("", (read("a.py", 1, 1),)), heard="team:ada", seat="ben")) == []
    assert len(uses_of(at(("", (read("a.py", 1, 1),)), heard="team:ada"))) == 1


def test_a_call_is_the_same_whether_it_names_what_holds_anyway() -> None:
    uses = [
        ToolUse(name="git_history", arguments='{"path": "a.py"}', result="one"),
        ToolUse(name="x", arguments="[]", result=""),
    ]
    assert same_call(uses, "git_history", {"path": "a.py", "limit": 20}) == uses[0]
    assert same_call(uses, "git_history", {"path": "a.py", "limit": 5}) is None
    assert same_call(uses, "x", {}) == uses[1]
    assert same_call([ToolUse(name="x", arguments="{", result="", failed=True)], "x", {}) is None
    assert same_call([ToolUse(name="x", arguments="{", result="")], "x", {}) is not None


def test_an_answer_that_is_not_shown_whole_is_none_to_refer_to() -> None:
    given = json.dumps({"query": "lock"})
    cut = ToolUse(name="search_code", arguments=given, result=f"2 places\na.py:1\na.py:2{LEFT_OUT}900 characters)")
    found = excerpts_of(at(("", (cut,))))
    assert found is not None
    assert "a.py:1" in next(iter(found.sections.values())).text
    assert not found.answers
    assert not found.cover("search_code", {"query": "lock"})
