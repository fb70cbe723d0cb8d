"""Format files: every fault is said with file, line and remedy, and whatever loads can be run to its end."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from disputatio.debate.errors import FormatError
from disputatio.debate.format import CONTRACTS, Block
from disputatio.debate.formats.loader import load
from disputatio.debate.log.evolve import fold
from disputatio.debate.policies.figures import FIGURES
from disputatio.debate.policy import FAMILIES
from disputatio.testing.meddler import ANYTHING, Meddler
from disputatio.testing.speakers import dice, drive, varied_opening

FOLDER = Path(__file__).parents[2] / "resources" / "formats"
STANDARD = (FOLDER / "standard.toml").read_text()
TEXTS = {file.stem: file.read_text() for file in sorted(FOLDER.glob("*.toml")) if file.stem != "standard"}
MOST = settings.default.max_examples if settings.default else 50

GOOD = """name = "x"
title = "X"
do = ["round"]
[options]
rounds = 2
[cast.a]
role = "A"
seats = [1, 2]
[step.round]
repeat = "$rounds"
do = ["say"]
[step.say]
ask = "a"
"""

ASK = 'ask = "a"'
REPEAT = 'repeat = "$rounds"'
SAY = 'do = ["say"]'
BROKEN = [
    (SAY, 'do = ["sya"]', "x.toml:11: [step.round] unknown step 'sya'; did you mean 'say'?"),
    (ASK, 'akk = "a"', "x.toml:13: [step.say] unknown key 'akk'; did you mean 'ask'?"),
    (ASK, 'ask = "b"', "x.toml:13: [step.say] unknown who 'b'"),
    (ASK, 'ask = ""', "x.toml:12: [step.say] the step does nothing; give it `ask` or `do`"),
    (ASK, 'ask = "part"', "x.toml:13: [step.say] 'part' takes 1 to 9 arguments, not 0"),
    (ASK, 'ask = "all a"', "x.toml:13: [step.say] 'all' takes 0 arguments, not 1; Every seat that is taken"),
    (ASK, 'ask = "part b"', "x.toml:13: [step.say] unknown cast 'b'; one of: a"),
    (ASK, 'ask = "rotating table"', "x.toml:13: [step.say] unknown enclosing step 'table'"),
    (ASK, "ask = 3", "x.toml:13: [step.say] `ask` has the wrong type: 3; see the language reference"),
    (ASK, 'ask = "a"\neach = "aspects"', "x.toml:12: [step.say] a step has only one of ask, each and repeat"),
    (ASK, 'ask = "a"\ngives = "poem"', "x.toml:14: [step.say] unknown contract 'poem'"),
    (
        ASK,
        'ask = "a"\ngives = "same"',
        "x.toml:14: [step.say] no turn encloses this step; name it in the `do` of a step with `ask`",
    ),
    (ASK, 'ask = "a"\nheard = "none"', "x.toml:14: [step.say] unknown audience 'none'; one of: all, room, team"),
    (ASK, 'ask = "a"\nwhen = "on sealedd"', "x.toml:14: [step.say] unknown option 'sealedd'; did you mean 'sealed'?"),
    (ASK, 'ask = "a"\nwhen = ""', "x.toml:14: [step.say] unknown when ''"),
    (ASK, 'ask = "a"\nwhen = [3]', "x.toml:14: [step.say] `when` has the wrong type: [3]"),
    (ASK, 'ask = "a"\nwhen = "on $rounds"', "x.toml:14: [step.say] unknown option 2"),
    (ASK, 'ask = "a"\nwhen = "long $nix"', "x.toml:14: [step.say] unknown option 'nix'"),
    (ASK, 'ask = "a"\nwhen = "long inf"', "x.toml:14: [step.say] 'long' wants a number, not 'inf'"),
    (ASK, 'ask = "a"\nwhen = "missing poem"', "x.toml:14: [step.say] unknown contract 'poem'"),
    (ASK, 'ask = "a"\nwhen = "missing plan"', "x.toml:14: [step.say] 'missing' needs a step that gives 'plan'"),
    (ASK, 'ask = "a"\nsees = "figure nix"', "x.toml:14: [step.say] unknown figure 'nix'"),
    (
        ASK,
        'ask = "a"\ngives = "ledger"\nsees = "figure claims"',
        '[step.say] a ledger that reads the claims has to read the points, too; add "figure points" to `sees`',
    ),
    (ASK, 'ask = "a"\nsees = "step nix"', "x.toml:14: [step.say] unknown step 'nix'"),
    (ASK, 'ask = "a"\norder = "backwards"', "x.toml:14: [step.say] unknown order 'backwards'"),
    (ASK, 'ask = "a"\nuntil = "passed"', "x.toml:14: [step.say] `until` belongs to a step with repeat"),
    (ASK, 'do = ["synthesis"]\ntask = "x"', "x.toml:14: [step.say] `task` belongs to a step with ask; remove `task`"),
    (ASK, 'ask = "a"\noptional = 1', "x.toml:14: [step.say] `optional` has the wrong type: 1"),
    (
        ASK,
        'ask = "a"\ndo = ["say"]',
        "x.toml:14: [step.say] 'say' contains itself; break the circle: round > say > say",
    ),
    (REPEAT, 'repeat = "$round"', "x.toml:10: [step.round] unknown option 'round'; did you mean 'rounds'?"),
    (REPEAT, "repeat = 0", "x.toml:10: [step.round] `repeat` must be at least 1"),
    (REPEAT, "repeat = true", "x.toml:10: [step.round] `repeat` has the wrong type: True"),
    (REPEAT, 'repeat = "often"', "x.toml:10: [step.round] `repeat` cannot be 'often'"),
    (REPEAT, 'repeat = "$topology"', "x.toml:10: [step.round] option 'topology' is 'mesh'; give it a whole number"),
    (REPEAT, 'repeat = "unbounded"', "x.toml:10: [step.round] only a person may keep a loop going; add `until`"),
    (REPEAT, 'repeat = 2\nuntil = "consensus 85"', "x.toml:11: [step.round] 'consensus' needs a step that gives"),
    (REPEAT, 'repeat = 2\nuntil = "stable lots"', "x.toml:11: [step.round] 'stable' wants a number, not 'lots'"),
    (REPEAT, 'until = "stable 2"', "x.toml:10: [step.round] `until` belongs to a step with repeat; remove `until`"),
    (REPEAT, 'repeat = 2\norder = "together"', "x.toml:11: [step.round] a loop runs its children in turn"),
    (REPEAT, 'order = "rotated round"', "x.toml:10: [step.round] children run in-turn or together"),
    (SAY, 'do = ["say", "round"]', "x.toml:11: [step.round] 'round' contains itself; break the circle: round"),
    (SAY, 'do = ["say", "say"]', "x.toml:11: [step.round] 'say' stands twice in one `do`"),
    (SAY, 'do = "say"', "x.toml:11: [step.round] `do` has the wrong type: 'say'"),
    ("[step.say]", '[step.spare]\nask = "a"\n[step.say]', "x.toml:12: [step.spare] step 'spare' is never used"),
    ("[step.say]", "[step.start]\n[step.say]", "x.toml:12: [step.start] step 'start' is never used"),
    (
        'do = ["say"]\n[step.say]',
        'do = ["Say"]\n[step.Say]',
        "x.toml:12: [step.Say] 'Say' cannot name a step; use small",
    ),
    ('do = ["say"]\n[step.say]', 'do = ["again-1"]\n[step.again-1]', "x.toml:12: [step.again-1] 'again-1' cannot name"),
    ('title = "X"', "", "x.toml:1: `title` is missing; add it at the top of the file: title = …"),
    ('title = "X"', "title = 3", "x.toml:2: `title` is not a text"),
    ('title = "X"', 'title = "X', "x.toml: not valid TOML"),
    ('title = "X"', "title = " + "[" * 3000, "x.toml: not valid TOML"),
    ('title = "X"', "title = " + "1" * 5000, "x.toml: not valid TOML"),
    ('title = "X"', 'titel = "X"', "x.toml:2: unknown key 'titel'; did you mean 'title'?"),
    ('do = ["round"]', 'do = "round"', "x.toml:3: `do` is not a list"),
    ('do = ["round"]', "do = [3]", "x.toml:3: unknown step 3"),
    ("rounds = 2", "rounds = 1979-05-27", "x.toml:5: [options] option 'rounds' cannot be datetime.date(1979, 5, 27)"),
    ("rounds = 2", "rounds = nan", "x.toml:5: [options] option 'rounds' cannot be nan"),
    ("rounds = 2", "rounds = [1]", "x.toml:5: [options] option 'rounds' cannot be [1]; give it a number"),
    ('role = "A"', "role = 3", "x.toml:7: [cast.a] `role` is not a text"),
    ('role = "A"', 'rolle = "A"', "x.toml:7: [cast.a] unknown key 'rolle'; did you mean 'role'?"),
    ("seats = [1, 2]", "seats = 2", "x.toml:8: [cast.a] `seats` is not a pair of numbers; write seats = [1, 4]"),
    ("seats = [1, 2]", "seats = [true, 2]", "x.toml:8: [cast.a] `seats` is not a pair of numbers"),
    ("seats = [1, 2]", "seats = [3, 2]", "x.toml:8: [cast.a] 3 to 2 seats cannot be filled; from 1 to 12"),
    ("seats = [1, 2]", "seats = [0, 0]", "x.toml:8: [cast.a] 0 to 0 seats cannot be filled"),
    (
        'role = "A"',
        'role = "A"\nwith = "b"',
        "[cast.a] `with` names no other part: 'b'; name another part: there is none",
    ),
    ("seats = [1, 2]", "seats = [1, 13]", "x.toml:8: [cast.a] 1 to 13 seats cannot be filled"),
    (
        "[cast.a]",
        "[cast.clerk]\n[cast.a]",
        "x.toml:6: [cast.clerk] 'clerk' already means something in `ask`; rename it",
    ),
    ("[cast.a]", '[cast."a/b"]\n[cast.a]', "[cast.a/b] 'a/b' cannot name a part"),
    ("[options]", "cast = 3\n[options]", "not valid TOML"),
    ("[step.say]", "[step]\nround = 3\n[step.say]", "not valid TOML"),
]


@pytest.mark.parametrize(("old", "new", "expected"), BROKEN)
def test_errors_name_file_line_and_remedy(old: str, new: str, expected: str) -> None:
    assert GOOD.count(old) == 1
    assert load(GOOD, "x.toml", STANDARD)
    with pytest.raises(FormatError) as caught:
        load(GOOD.replace(old, new), "x.toml", STANDARD)
    assert expected in str(caught.value)
    for fault in str(caught.value).splitlines():
        assert re.match(r"x\.toml:(\d+:| not valid TOML) ?", fault)


TABLES = [
    ('name="x"\ntitle="y"\ndo=["s"]\ncast=3\nstep=4\noptions=5', "`cast` is not a table; write [cast.NAME]"),
    ('name="x"\ntitle="y"\ndo=["s"]\ncast={a=3}\nstep={s=4}', "`step.s` is not a table; write [step.s]"),
    ('name="x"\ntitle="y"\ndo=[]\n[cast.a]', "x.toml:3: `do` is missing"),
    ("", "x.toml:1: `cast` is missing"),
    (
        'name="x"\ntitle="y"\ndo=["loop"]\n[cast.a]\n[step.loop]\nrepeat=2',
        "there is nothing to repeat; give the step a",
    ),
]


@pytest.mark.parametrize(("text", "expected"), TABLES)
def test_what_is_no_table_of_tables_is_said(text: str, expected: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(text, "x.toml", STANDARD)
    assert expected in str(caught.value)


def test_all_errors_come_at_once_in_the_order_of_their_lines() -> None:
    broken = GOOD.replace('role = "A"', "role = 3").replace(ASK, 'ask = "b"').replace(REPEAT, "repeat = 0")
    with pytest.raises(FormatError) as caught:
        load(broken, "x.toml", STANDARD)
    lines = [int(fault.split(":")[1]) for fault in caught.value.what.splitlines()]
    assert lines == [7, 10, 13]


def test_a_file_cannot_hide_a_program_without_end() -> None:
    deep = "".join(f'[step.s{n}]\ndo = ["s{n + 1}"]\n' for n in range(900)) + '[step.s900]\nask = "a"\n'
    wide = "".join(
        f'[step.s{n}]\ndo = ["a{n}", "b{n}"]\n[step.a{n}]\ndo = ["s{n + 1}"]\n[step.b{n}]\ndo = ["s{n + 1}"]\n'
        for n in range(9)
    )
    wide += '[step.s9]\nask = "a"\n'
    for steps in (deep, wide):
        with pytest.raises(FormatError, match="more than 20 steps inside one another, or 500 in all; make the format"):
            load(f'name = "x"\ntitle = "X"\ndo = ["s0"]\n[cast.a]\n{steps}', "x.toml", STANDARD)


def test_a_step_of_the_format_wins_over_a_shared_one_and_options_come_along_when_used() -> None:
    form = load(GOOD.replace(SAY, 'do = ["say", "condense"]') + '[step.condense]\nask = "a"\n', "x.toml", STANDARD)
    assert form.body.do[0].do[1].ask == "a"
    assert "condense" not in form.options
    form = load(GOOD.replace(SAY, 'do = ["condense", "say"]'), "x.toml", STANDARD)
    assert form.body.do[0].do[0].ask == "clerk"
    assert form.options["condense"] == 8
    assert form.options["rounds"] == 2


# mutations

TOKENS = re.compile(r"\s+|[\w$.-]+|.", re.DOTALL)
WORDS = sorted({word for text in TEXTS.values() for word in re.findall(r"[\w$-]+", text)})
SPARE = [
    '"',
    "[",
    "]",
    "=",
    "\n",
    "true",
    "3",
    "0",
    "-1",
    "inf",
    "{}",
    "$keep",
    "unbounded",
    "together",
    "person",
    "seat",
    "",
]
SPARE += [*CONTRACTS, *FIGURES, *(name for family in FAMILIES.values() for name in family)]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    tokens = TOKENS.findall(draw(st.sampled_from(sorted(TEXTS.values()))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(tokens) - 1))
        new = draw(st.sampled_from([*WORDS, *SPARE]))
        match draw(st.sampled_from(["delete", "double", "replace", "swap", "cut"])):
            case "delete":
                del tokens[at]
            case "double":
                tokens.insert(at, tokens[at])
            case "replace":
                tokens[at] = new
            case "swap":
                other = draw(st.integers(0, len(tokens) - 1))
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case _:
                del tokens[at : at + draw(st.integers(1, 30))]
        tokens = tokens or [" "]
    return "".join(tokens)


@given(text=mutated())
@settings(max_examples=6 * MOST)
def test_a_mutated_file_loads_or_is_refused_and_nothing_else(text: str) -> None:
    fault = fault_of(text)
    assert all(line.startswith("x.toml:") for line in fault.splitlines() if "not valid TOML" not in fault)


def fault_of(text: str) -> str:
    """What is wrong with a file, or "" where nothing is."""
    try:
        load(text, "x.toml", STANDARD)
    except FormatError as fault:
        return str(fault)
    return ""


# formats made up

STEPS = "bcdefgh"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A small format of random steps, most of which load."""
    lines = ['name = "x"', 'title = "X"', f"do = {draw(st.lists(st.sampled_from(STEPS[:3]), min_size=1, unique=True))}"]
    lines += ["[cast.table]", "seats = [2, 4]", 'team = "red"', "[cast.guest]", 'team = "blue"']
    for at, name in enumerate(STEPS):
        lines.append(f"[step.{name}]")
        inner = STEPS[at + 1 :]
        children = draw(st.lists(st.sampled_from(inner), max_size=2, unique=True)) if inner else []
        kind = draw(st.sampled_from(["ask", "ask", "each", "repeat", "none"])) if children else "ask"
        if children:
            lines.append(f"do = {children}")
        if kind == "ask":
            lines.append(f'ask = "{draw(st.sampled_from(WHO))}"')
            lines.append(f'gives = "{draw(st.sampled_from(sorted(CONTRACTS)))}"')
            lines.append(f"sees = {draw(st.lists(st.sampled_from(SEES), max_size=3))}")
            lines.append(f"optional = {str(draw(st.booleans())).lower()}")
        if kind == "each":
            lines.append(
                f'each = "{draw(st.sampled_from(["aspects", "seats table", "both-orders", "ripe-claims 1"]))}"'
            )
        if kind == "repeat":
            lines.append(f"repeat = {draw(st.sampled_from(BOUND))}")
            lines.append(f"until = {draw(st.lists(st.sampled_from(UNTIL), min_size=1, max_size=2))}")
            lines.append(f"pause = {str(draw(st.booleans())).lower()}")
        elif draw(st.booleans()):
            lines.append(f'order = "{draw(st.sampled_from(["together", "topology", "shuffled", f"rotated {name}"]))}"')
        if draw(st.booleans()):
            lines.append(f'when = "{draw(st.sampled_from(WHEN))}"')
        if draw(st.booleans()):
            lines.append(f'heard = "{draw(st.sampled_from(["all", "team", "room"]))}"')
    return "\n".join(lines).replace("'", '"')


BOUND = ["1", "2", "3", '"unbounded"']
WHO = [
    "all",
    "table",
    "guest",
    "first table",
    "same",
    "others",
    "leader",
    "team red",
    "seat guest",
    "seat x/y]",
    "clerk",
    "person",
    "sides b",
    "rotating b",
    "sandbox",
    "memory",
]
SEES = [
    "nothing",
    "own",
    "others",
    "step b",
    "of say",
    "of digest",
    "around",
    "earlier b",
    "here b",
    "predecessor",
    "recent 2",
    "last 2",
    "older 1",
    "neighbours",
    "anonymous",
    "pair",
    *(f"figure {name}" for name in sorted(FIGURES)),
]
UNTIL = [
    "consensus 50",
    "impasse 1",
    "stable 1",
    "unanimous",
    "nothing-new claims",
    "confident 0.5 answers",
    "passed",
    "approved",
    "resolved",
]
WHEN = ["on tools", "off tools", "is topology star", "long 2", "missing say", "stirred 3", "complex", "failing"]


def mended(text: str) -> str:
    """Until it loads: what a fault names is taken out, line by line."""
    for _ in range(60):
        fault = fault_of(text)
        if not fault:
            return text
        lines = text.splitlines()
        at = int(fault.splitlines()[-1].split(":")[1]) - 1
        if at < 3:  # the top of the file: nothing is left to take out
            return GOOD
        if lines[at].startswith("[step"):
            end = next((n for n in range(at + 1, len(lines)) if lines[n].startswith("[")), len(lines))
            name = lines[at].removeprefix("[step.").rstrip("]")
            lines = [re.sub(rf'"{name}"(, )?', "", line) if line.startswith("do") else line for line in lines]
            del lines[at:end]
        else:
            del lines[at]
        text = "\n".join(lines)
    return GOOD


@given(text=programs(), seed=st.integers(0, 10**6))
@settings(max_examples=2 * MOST)
def test_whatever_loads_ends(text: str, seed: int) -> None:
    form = load(mended(text), "x.toml", STANDARD)
    log = drive([varied_opening(form, seed)], pick=dice(seed), check=seed % 4 == 0)
    debate = fold(log)
    assert debate.over
    assert not debate.asked


@given(text=programs(), seed=st.integers(0, 10**6))
@settings(max_examples=MOST)
def test_whatever_loads_ends_whatever_a_person_does(text: str, seed: int) -> None:
    rng = random.Random(seed)
    form = load(mended(text), "x.toml", STANDARD)
    meddler = Meddler(seed, ANYTHING)
    log = drive(
        [varied_opening(form, seed)], pick=dice(seed), meddle=meddler, fails=lambda call: rng.random() < 0.1, check=True
    )
    assert fold(log).over


def unbounded(block: Block) -> bool:
    return block.repeat == "unbounded" or any(map(unbounded, block.do))


def test_a_loop_that_no_person_keeps_going_ends() -> None:
    """Its exit never holds and its gate is off: nobody asked for another pass."""
    text = GOOD.replace(REPEAT, 'repeat = "unbounded"\nuntil = "resolved"').replace(SAY, 'do = ["say", "seal"]')
    seal = '[step.seal]\nwhen = "off tools"\nask = "person"\ngives = "approval"\n'
    form = load(text.replace(ASK, 'ask = "a"\ngives = "stance"') + seal, "x.toml", STANDARD)
    assert unbounded(form.body)
    debate = fold(drive([varied_opening(form, 1, gates=[])]))
    assert debate.left["round"].why == "nobody asked for another round"
    assert debate.passes["round"] == 1
