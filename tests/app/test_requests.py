"""A request as a person reads it, and as it is pasted into another chat."""

from __future__ import annotations

import json

from disputatio.app.debates.requests import parts
from disputatio.engine.canonical import canonical
from disputatio.prompting.compose import compose
from disputatio.prompting.request import Brief


def test_the_form_of_the_answer_stands_behind_the_messages() -> None:
    whole = json.loads(canonical(compose(Brief(role="Judge", task="vote", gives="ranking"), "m")))
    *_, (role, asked), (title, told) = parts(whole)
    assert (role, title) == ("user", "form of the answer")
    assert "form:" not in asked
    assert told.startswith("Answer with one JSON object of this form and nothing else:\n\n```json\n{")
    assert '"order"' in told


def test_where_prose_is_asked_for_there_is_none() -> None:
    whole = json.loads(canonical(compose(Brief(role="Analyst", task="analysis"), "m")))
    assert [title for title, _ in parts(whole)] == ["system", "user"]
    assert parts({"schema": "of a file that anybody may have written"}) == [("system", "")]
