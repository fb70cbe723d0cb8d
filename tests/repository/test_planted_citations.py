"""More than two hundred planted citations, half of them false, against excerpts of real programs."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
CHECKOUTS = [Path(name) for name in os.environ.get("DISPUTATIO_CHECKOUTS", "").split(os.pathsep) if name]
"""Larger repositories to be looked at as well: DISPUTATIO_CHECKOUTS=/path/to/one:/path/to/another."""


def _benchmark(name: str) -> ModuleType:
    """A module of the benchmarks, which are no part of the package."""
    spec = importlib.util.spec_from_file_location(f"benchmarks.{name}", ROOT / "benchmarks" / f"{name}.py")
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_benchmark("table")
citations = _benchmark("citations")


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> object:
    return asyncio.run(citations.judged(tmp_path_factory.mktemp("excerpts")))


def said(judged: object) -> str:
    """What is wrong with one of them, for whoever reads the failure."""
    found = judged.found  # type: ignore[attr-defined]
    told = f"{found.status} {found.where} “{found.quote}” {found.differs}" if found else "not recognised"
    return f"[{judged.planted.form}] expected {judged.expected}: {told}"  # type: ignore[attr-defined]


def test_there_are_enough_of_them_half_of_them_false(outcome: object) -> None:
    true = sum(one.planted.true for one in outcome.judged)  # type: ignore[attr-defined]
    false = len(outcome.judged) - true  # type: ignore[attr-defined]
    assert true + false >= 200
    assert min(true, false) >= 100


def test_nothing_false_is_called_verified(outcome: object) -> None:
    assert [said(one) for one in outcome.false_verified] == []  # type: ignore[attr-defined]


def test_at_most_two_in_a_hundred_true_ones_are_called_false(outcome: object) -> None:
    true = sum(one.planted.true for one in outcome.judged)  # type: ignore[attr-defined]
    alarms = [said(one) for one in outcome.false_alarms]  # type: ignore[attr-defined]
    assert len(alarms) <= 0.02 * true, alarms


def test_each_is_told_as_what_it_is_and_where_it_stands(outcome: object) -> None:
    assert [said(one) for one in outcome.judged if not one.right] == []  # type: ignore[attr-defined]
    assert [(turn.form, item.citation) for turn, item in outcome.extra] == []  # type: ignore[attr-defined]


def test_every_excerpt_has_its_licence_beside_it() -> None:
    told = (citations.FOLDER / "README.md").read_text("utf-8")
    for path in citations.excerpts():
        owner = path.partition("/")[2].partition("/")[0]
        assert f"`{path}`" in told, path
        assert owner in ("", "dual.toml", "disputatio") or (citations.FOLDER / "licences" / f"{owner}.txt").is_file(), (
            path
        )
        assert len(citations.excerpts()[path].splitlines()) <= 160


def test_a_changed_token_is_a_change_of_one_identifier() -> None:
    assert citations.altered("return self.total") == "return self_q.total"
    assert citations.altered("x = 1") == ""
    assert re.fullmatch(r"\w+ \w+_q", citations.altered("alpha beta"))


@pytest.mark.parametrize("folder", CHECKOUTS or [None], ids=str)
async def test_a_checkout_quoted_line_by_line_holds_and_with_one_token_changed_does_not(folder: Path | None) -> None:
    if folder is None:
        pytest.skip("Name checkouts in DISPUTATIO_CHECKOUTS to have their lines quoted.")
    figures = {one.name: one for one in await citations.checkout(folder)}
    assert figures["lines quoted"].value
    assert all(one.value <= one.limit for one in figures.values() if one.limit is not None)
