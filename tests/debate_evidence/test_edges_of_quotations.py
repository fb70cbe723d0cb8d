"""What stands right beside a quotation can turn it round: that is noticed at its beginning and at its end."""

from __future__ import annotations

import pytest

from disputatio.debate.citations.quotations import Text, cut_short, exact


@pytest.mark.parametrize(
    ("source", "quoted", "told"),
    [
        ("The cache is never safe here.", "The cache is", "goes on with “never”"),
        ("The cache is not safe here.", "safe here", "“not” right before it"),
        ("The cache is safe here.", "The cache is", ""),
        ("The cache is never\nsafe here.", "safe here", "“never” right before it"),
        ("from threads import check, never\n\nPATIENCE = 12.0", "PATIENCE = 12.0", ""),
    ],
)
def test_a_negation_beside_a_quotation_is_noticed(source: str, quoted: str, told: str) -> None:
    text = Text(source)
    found = exact(Text(quoted), text)
    assert found is not None
    assert told in cut_short(text, found)
