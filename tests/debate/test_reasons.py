"""What a log gives as a reason is English; it is read in the language of the person, with its figures and names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from disputatio.debate.reasons import reason, subject_told
from disputatio.debate.wording import SAMPLE, speak

TEXTS = {
    SAMPLE: "1.234,5",
    "{step} {figure} is over": "{step} {figure} ist vorbei",
    "{step} {figure}": "{step} {figure}",
    "the {step}": "{step}",
    "Round": "Runde",
    "Cross review": "Gegenlesen",
    "{gate} waits for your approval": "wartet auf Freigabe: {gate}",
    "Aspect {name}: {why}": "Aspekt „{name}“: {why}",
    "every step is done": "jeder Schritt ist getan",
    "{name} is confident ({figure}) and names no open point": "{name} ist sicher ({figure}), nichts ist offen",
    "the budget is spent ({sum} of {sum2}; option max_cost)": "aufgebraucht: {sum} von {sum2}",
    "all {figure} assessed points are agreed; {open}": "{figure} Punkte geeint; {open}",
    "its condition is not met ({condition})": "Bedingung: {condition}",
    "{who} did not accept the key{cause}.": "{who} nimmt den Schlüssel nicht{cause}.",
    "Check {key}, and that the key may use this model.": "Prüfe {key}.",
    "the {who} key in the settings": "den {who}-Schlüssel",
}


class German:
    def gettext(self, message: str) -> str:
        return TEXTS.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return {
            "{count} assumption stays open": "{count} offen",
            "by rule, since it has {count} part": "{count} Teile",
            "by rule, since it has {count} part and names {name}": "{count} Teile: {name}",
        }[msgid1]


@pytest.fixture
def german() -> Iterator[None]:
    speak(German())
    yield
    speak(None)


@pytest.mark.parametrize(
    ("logged", "read"),
    [
        ("every step is done", "jeder Schritt ist getan"),
        (
            "A (b) did not accept the key (401: No. Sorry.). Check the A key in the settings, and that the key may use "
            "this model.",
            "A (b) nimmt den Schlüssel nicht (401: No. Sorry.). Prüfe den A-Schlüssel.",
        ),
        ("Nobody knows. That is all.", "Nobody knows. That is all."),
        ("round 2 is over", "Runde 2 ist vorbei"),
        ("Aspect cost: round 12 is over", "Aspekt „cost“: Runde 12 ist vorbei"),
        ("the cross-review waits for your approval", "wartet auf Freigabe: Gegenlesen"),
        ("round 3 waits for your approval", "wartet auf Freigabe: Runde 3"),
        ("judge is confident (0.90) and names no open point", "judge ist sicher (0,90), nichts ist offen"),
        ("the budget is spent ($1,001.25 of $1,000.00; option max_cost)", "aufgebraucht: $1.001,25 von $1.000,00"),
        ("all 3 assessed points are agreed; 2 assumptions stay open", "3 Punkte geeint; 2 offen"),
        ("all 3 assessed points are agreed; something else", "3 Punkte geeint; something else"),
        ("not long $condense", "Bedingung: long $condense"),
        ("By rule: the task has 3 part(s)", "3 Teile"),
        ("By rule: the task has 3 part(s); it names design, protocol", "3 Teile: design, protocol"),
        ("There is no credit left.", "There is no credit left."),
    ],
)
def test_a_reason_is_read_in_the_language(german: None, logged: str, read: str) -> None:
    assert reason(logged) == read


def test_without_a_language_it_stays_as_it_is_logged() -> None:
    for logged in ("round 2 is over", "the cross-review waits for your approval", "all 1,200 rounds are over"):
        assert reason(logged) == logged
    assert reason("By rule: the task has 1 part(s)") == "by rule, since it has 1 part"
    assert reason("not on sealed") == "its condition is not met (on sealed)"


def test_what_comes_after_a_gate(german: None) -> None:
    assert [subject_told(each) for each in ("round 3", "the cross-review", "?")] == ["Runde 3", "Gegenlesen", "?"]
