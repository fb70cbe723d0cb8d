"""Settings are typed, saved without losing anything the person wrote, migrated, and documented."""

from __future__ import annotations

import asyncio
import os
import stat
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.app.bootstrap import application
from disputatio.app.settings import BadSetting, Registry, Settings, SettingsNotSaved, declarations, documentation
from disputatio.app.settings.file import leaves, line_of, with_changes
from disputatio.app.starting.configuration import DebateConfig
from disputatio.engine.limits import Limits

WRITTEN = """\
# my settings
[budget]
cost = 2.5   # enough for me
unknown = "kept"

[appearance]
theme = "dark"

[providers.ollama]
base_url = "http://127.0.0.1:11434/v1"   # at home
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_defaults_without_a_file(path: Path) -> None:
    settings = Settings.load(path)
    assert settings.get(declarations.BUDGET_COST) == 5.0
    assert settings.model("critic") == "anthropic:claude-opus-4-5-20251101"
    assert settings.model("clerk") == ""
    assert not settings.is_set(declarations.BUDGET_COST)
    assert settings.faults == ()
    assert not path.exists()


def test_defaults_are_those_of_the_engine() -> None:
    """One truth: what the settings say when nobody changed them is what the engine does without settings."""
    assert Settings().limits() == Limits()
    caps = {"max_cost": 5_000_000, "max_tokens": 500_000, "max_turns": 200, "auto_continue": False}
    caps |= {"branch": False, "tools": True, "effort": "normal"}
    assert Settings().debate_options() == caps
    assert Settings().debate_options("dual") == caps | {"rounds": 5, "threshold": 85}


async def test_new_debates_wait_where_the_person_wants_to_be_asked(home: Path) -> None:
    """A format without rounds has no round to wait before."""
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        for setting, content in (
            (declarations.GATE_ROUNDS, True),
            (declarations.GATE_SPEND, 0.25),
            (declarations.GATE_RESULT, True),
        ):
            await asyncio.to_thread(app.settings.set, setting, content)
        dual = await app.prepare(DebateConfig(question="?"), rehearse=True)
        assert dual.opening.options["gates"] == ["rounds", "spend:0.25", "synthesis"]
        own = await app.prepare(DebateConfig(question="?", options={"gates": ["critique"]}), rehearse=True)
        assert own.opening.options["gates"] == ["critique"]
        vote = await app.prepare(DebateConfig(question="?", format="council"), rehearse=True)
        assert vote.opening.options["gates"] == ["synthesis"]


def test_every_default_is_valid_and_every_key_unique() -> None:
    settings = Registry().settings
    assert len({each.key for each in settings}) == len(settings)
    for each in settings:
        assert each.check(each.default) == each.default
        assert each.title
        assert each.help.endswith(".")


def test_reading_types(path: Path) -> None:
    path.write_text(WRITTEN + "[calls]\nconcurrency = 3\ntimeout_first = 5\n")
    settings = Settings.load(path)
    assert settings.get(declarations.BUDGET_COST) == 2.5
    assert settings.get("appearance.theme") == "dark"
    assert settings.limits().concurrency == 3
    assert isinstance(settings.get(declarations.TIMEOUT_FIRST), float)


def test_changes_keep_comments_order_and_unknown_keys(path: Path) -> None:
    path.write_text(WRITTEN)
    settings = Settings.load(path)
    settings.set(declarations.BUDGET_COST, 7.0)
    settings.set(declarations.ZOOM, 125)
    settings.set(declarations.PROVIDER_ENABLED.of("vllm"), False)
    text = path.read_text()
    assert "cost = 7.0   # enough for me" in text
    assert text.startswith("# my settings\n[budget]\n")
    assert 'unknown = "kept"' in text
    assert "# at home" in text
    again = Settings.load(path)
    assert (again.get(declarations.BUDGET_COST), again.get(declarations.ZOOM)) == (7.0, 125)
    assert again.get(declarations.PROVIDER_ENABLED.of("vllm")) is False


def test_resetting_removes_the_key_and_empty_tables(path: Path) -> None:
    path.write_text(WRITTEN)
    settings = Settings.load(path)
    settings.reset(declarations.THEME)
    assert settings.get(declarations.THEME) == "system"
    assert "appearance" not in path.read_text()
    assert "# at home" in path.read_text()


@pytest.mark.parametrize(
    ("key", "content"),
    [
        ("budget.cost", -1),
        ("budget.cost", "5"),
        ("budget.cost", True),
        ("budget.cost", float("nan")),
        ("budget.tokens", 1.5),
        ("debates.dual_rounds", 0),
        ("appearance.theme", "purple"),
        ("appearance.zoom", 1000),
        ("models.critic", "claude"),
        ("models.critic", None),
        ("providers.home.base_url", "ftp://here"),
        ("providers.home.base_url", "localhost:11434"),
        ("window.recent_repositories", [1]),
        ("window.geometry", "x" * 200_000),
    ],
)
def test_bad_values_are_refused_and_nothing_changes(path: Path, key: str, content: object) -> None:
    settings = Settings.load(path)
    with pytest.raises(BadSetting, match="expected"):
        settings.set(key, content)
    assert not path.exists()


def test_unknown_keys_are_refused_with_the_nearest() -> None:
    with pytest.raises(BadSetting, match=r"Did you mean budget\.cost"):
        Settings().get("budget.costs")
    with pytest.raises(BadSetting):
        Settings().get("providers.*.base_url")
    with pytest.raises(BadSetting):
        declarations.PROVIDER_ADDRESS.of("a.b")


def test_bad_values_of_the_file_name_file_line_key_and_remedy(path: Path) -> None:
    path.write_text("[budget]\ncost = 'cheap'\ntokens = 100\n\n[appearance]\nthem = 'dark'\n")
    settings = Settings.load(path)
    bad, unknown = (fault.user_message for fault in settings.faults)
    assert bad == (
        f"{path}, line 2: budget.cost cannot be 'cheap': a number from 0 to 1,000,000,000 is expected. "
        "Correct the line or delete it. Until then, the default applies (5.0)."
    )
    assert unknown == f"{path}, line 6: There is no setting appearance.them. Did you mean appearance.theme?"
    assert settings.get(declarations.BUDGET_COST) == 5.0
    assert settings.get(declarations.BUDGET_TOKENS) == 100
    settings.set(declarations.ZOOM, 90)
    assert "cost = 'cheap'" in path.read_text()
    settings.set(declarations.BUDGET_COST, 1.0)
    assert [fault.key for fault in settings.faults] == ["appearance.them"]


@pytest.mark.parametrize(
    "broken", [b"[budget\ncost = 1\n", b"a = 1\na = 2\n", b"x = 'caf\xe9'\n", b"[budget]\n\ncost = \n"]
)
def test_a_file_that_is_no_toml_is_kept_and_named(path: Path, broken: bytes) -> None:
    path.write_bytes(broken)
    settings = Settings.load(path)
    (fault,) = settings.faults
    assert fault.line in (1, 2, 3)
    assert "Correct the file" in fault.user_message
    assert settings.get(declarations.BUDGET_COST) == 5.0
    assert path.read_bytes() == broken
    settings.set(declarations.ZOOM, 110)
    assert (path.parent / "settings-broken-1.toml").read_bytes() == broken
    assert Settings.load(path).get(declarations.ZOOM) == 110
    assert "settings-broken-1.toml" in settings.faults[0].user_message


def test_a_file_that_breaks_while_open_loses_nothing(path: Path) -> None:
    path.write_text(WRITTEN)
    settings = Settings.load(path)
    path.write_text("[broken")
    settings.reload()
    assert settings.get(declarations.BUDGET_COST) == 2.5
    settings.set(declarations.ZOOM, 110)
    again = Settings.load(path)
    assert (again.get(declarations.BUDGET_COST), again.get(declarations.ZOOM)) == (2.5, 110)


def test_another_process_changes_other_keys(path: Path) -> None:
    first, second = Settings.load(path), Settings.load(path)
    first.set(declarations.ZOOM, 110)
    second.set(declarations.BUDGET_COST, 1.0)
    first.reload()
    assert (first.get(declarations.ZOOM), first.get(declarations.BUDGET_COST)) == (110, 1.0)


def test_renamed_and_deleted_settings_migrate(path: Path) -> None:
    cost = replace(declarations.BUDGET_COST, formerly=("limits.dollars",))
    address = replace(declarations.PROVIDER_ADDRESS, formerly=("servers.*.url",))
    registry = Registry(settings=(cost, address, declarations.ZOOM), deletions={"old.toy": "It did nothing."})  # type: ignore[arg-type]
    path.write_text('[limits]\ndollars = 9.0\n[servers.home]\nurl = "http://h:1/v1"\n[old]\ntoy = 1\n# the end\n')
    settings = Settings.load(path, registry)
    assert settings.get(cost) == 9.0
    assert settings.get(address.of("home")) == "http://h:1/v1"
    assert [fault.what for fault in settings.faults] == ["old.toy no longer means anything: It did nothing."]
    settings.set(declarations.ZOOM, 120)
    expected = {"budget.cost": 9.0, "providers.home.base_url": "http://h:1/v1", "appearance.zoom": 120}
    assert leaves(path.read_text()) == expected
    assert Settings.load(path, registry).faults == ()


def test_new_name_goes_before_the_old_one(path: Path) -> None:
    cost = replace(declarations.BUDGET_COST, formerly=("limits.dollars",))
    path.write_text("[limits]\ndollars = 9.0\n[budget]\ncost = 1.0\n")
    assert Settings.load(path, Registry(settings=(cost,))).get(cost) == 1.0  # type: ignore[arg-type]


def test_caps_are_lifted_by_zero(path: Path) -> None:
    settings = Settings.load(path)
    settings.set(declarations.BUDGET_COST, 0.0)
    settings.set(declarations.BUDGET_TURNS, 0)
    assert settings.debate_options()["max_cost"] is None
    assert settings.debate_options()["max_turns"] is None


def test_providers_of_the_file(path: Path) -> None:
    path.write_text(
        '[providers.ollama]\nbase_url = "http://nas:11434/v1"\n[providers.mine]\nbase_url = "https://m/v1"\n'
        "[providers.openai]\nenabled = false\n[providers.anthropic]\nenabled = true\n"
    )
    settings = Settings.load(path)
    found = settings.providers()
    assert set(found) == {"ollama", "mine", "anthropic"}
    assert (found["ollama"].title, found["ollama"].base_url) == ("Ollama", "http://nas:11434/v1")
    assert (found["mine"].kind, found["mine"].base_url) == ("openai-compatible", "https://m/v1")
    assert found["anthropic"].kind == "anthropic"
    assert not settings.provider_enabled("openai")
    assert settings.provider_enabled("gemini")


def test_repositories_opened_lately(path: Path) -> None:
    settings = Settings.load(path)
    for number in range(15):
        settings.opened_repository(f"/r{number}")
    settings.opened_repository("/r10")
    recent = Settings.load(path).get(declarations.RECENT_REPOSITORIES)
    assert recent[:3] == ("/r10", "/r14", "/r13")
    assert len(recent) == 10


@pytest.mark.skipif(os.name == "nt", reason="no such modes and links on Windows")
def test_the_file_stays_private_and_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    path.symlink_to(tmp_path / "dotfiles" / "disputatio.toml")
    Settings.load(path).set(declarations.ZOOM, 110)
    assert path.is_symlink()
    assert stat.S_IMODE((tmp_path / "dotfiles" / "disputatio.toml").stat().st_mode) == 0o600
    assert [each.name for each in (tmp_path / "dotfiles").iterdir()] == ["disputatio.toml"]


def test_what_cannot_be_saved_is_said_and_nothing_changes(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings = Settings(tmp_path / "file" / "settings.toml")
    with pytest.raises(SettingsNotSaved):
        settings.set(declarations.ZOOM, 110)
    assert settings.get(declarations.ZOOM) == 100


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("[a]\nb = 1", "a.b", 2),
        ("\na.b = 1", "a.b", 2),
        ("[a]\n\n'b' = 1", "a.b", 3),
        ("a = { b = 1 }", "a.b", 1),
        ("[ a . c ]\nb=1", "a.c.b", 2),
        ("[x]\nb = 1\n[a]\nb = 1", "a.b", 4),
        ("[a]", "a.b", 0),
    ],
)
def test_lines_of_keys(text: str, key: str, line: int) -> None:
    assert line_of(text, key) == line


VALUES = {"budget.cost": st.floats(0, 1e6), "appearance.zoom": st.integers(50, 300), "models.clerk": st.just("a:b")}
CHANGES = st.lists(
    st.sampled_from(sorted(VALUES)).flatmap(lambda key: st.tuples(st.just(key), VALUES[key])), max_size=6
)
LAYOUTS = st.sampled_from(
    [
        "",
        WRITTEN,
        "budget.cost = 1\nappearance.zoom = 70\n",
        "budget = { cost = 1 }\n",
        "# only a comment",
        WRITTEN.replace("\n", "\r\n"),
    ]
)


@given(LAYOUTS, CHANGES)
def test_any_changes_to_any_layout_are_read_back(
    text: str, changes: list[tuple[str, bool | int | float | str]]
) -> None:
    before = leaves(text)
    for key, content in changes:
        text = with_changes(text, {key: content})
    assert leaves(text) == before | dict(changes)
    assert tomllib.loads(text) is not None


def test_documentation_lists_every_setting_that_a_person_may_change() -> None:
    text = documentation()
    for setting in Registry().settings:
        assert (f"| `{setting.key}` |" in text) is not setting.internal
    assert "| `budget.cost` | Cost limit per debate | `5` |" in text
    assert text.count("### ") == len({setting.group for setting in Registry().settings if not setting.internal})
