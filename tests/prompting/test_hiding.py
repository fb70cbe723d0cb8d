"""How sure somebody is does not reach the others, in whatever form it was declared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disputatio.prompting.briefing import without_confidence
from disputatio.prompting.contracts import CONTRACTS


@pytest.mark.parametrize(
    "text",
    [
        "### Confidence\n0.7319",
        "### Confidence\n\n0.7319\n\n### Because\n- it is",
        "## **Confidence:**\n0.7319",
        "**Confidence**\n0.7319",
        "### Confidence: 0.7319",
        "Confidence: 0.7319",
        "- **Confidence**: 0.7319 (quite sure)",
        "**Confidence:** 0.7319",
        "My confidence = 0.7319",
        '```json\n{"position": "yes", "confidence": 0.7319, "because": []}\n```',
        '{\n "confidence": "0.7319",\n "position": "yes"\n}',
        "{'position': 'yes', 'confidence': 0.7319}",
        "CERTAINTY LEVEL\nCertainty: 0.7319",
    ],
)
def test_a_declared_confidence_is_hidden(text: str) -> None:
    hidden = without_confidence(text)
    assert "0.7319" not in hidden
    assert "onfidence" not in hidden or "null" in hidden, "nothing is shown of it, but for its place in an object"


def test_what_stands_around_it_stays() -> None:
    said = "Close it.\n\n### Confidence\n0.7\n\n### Because\n- it rusts"
    assert without_confidence(said) == "Close it.\n\n### Because\n- it rusts"


@pytest.mark.parametrize(
    "text",
    [
        "I have confidence in the tests.\n\n### Position\nyes",
        "Their confidence interval is 0.2 to 0.4.",
        "### Confidence\n### Because\n- it is",
        "### Position\nConfidence is not evidence",
    ],
)
def test_what_is_argued_stays(text: str) -> None:
    assert without_confidence(text) == text


def test_the_contracts_that_tell() -> None:
    telling = {gives for gives, contract in CONTRACTS.items() if contract.confides}
    assert {"answer", "verdict", "ballot"} <= telling
    assert "say" not in telling


@given(st.text(alphabet="Confidence:#*_ \n\"'0.7{},-", max_size=300))
def test_it_takes_any_text_and_never_grows_much(text: str) -> None:
    assert len(without_confidence(text)) <= len(text) + 4 * (text.count("\n") + text.count(":") + 1)


def test_the_time_is_linear_in_the_length() -> None:
    """A quadratic one would not come back within the time that a test has."""
    for piece in ("#", " ", "*", "confidence:\n", "### confidence\n", "\n", "my "):
        text = piece * (400_000 // len(piece))
        assert without_confidence(text) == text, "no figure was declared"
    text = '"confidence": ' * 28_000
    assert len(without_confidence(text)) < len(text)
