"""Seats whose model is another chat of the person's: the request is copied there, and the reply is pasted back."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from disputatio.faces.cli.output import Output

QUESTION = "Is the retry of orders sound?"
SEATS = ("--seat", "synthesis=rehearsal:quick", "--seat", "clerk=rehearsal:quick", "--rounds", "1", "--seed", "7")
REPLY = "It holds, though a timeout is missing.\n\n### Agree\n- P1\n"


def begun(cli: Any, *seats: str, options: tuple[str, ...] = ()) -> Any:
    """A debate in which these seats wait for the clipboard."""
    chosen = [f"--seat={seat}=clipboard:chatgpt" for seat in seats]
    others = [f"--seat={seat}=rehearsal:quick" for seat in ("analyst", "critic") if seat not in seats]
    return cli("debate", QUESTION, "--json", *chosen, *others, *SEATS, *options)


def waiting(cli: Any, id: str) -> list[str]:
    done = cli("answer", id)
    assert done.code == 0
    return [line for line in done.out.splitlines() if "chatgpt" in line]


def test_a_seat_waits_for_the_reply_of_another_chat_and_the_debate_goes_on_with_it(cli: Any) -> None:
    first = begun(cli, "critic")
    assert first.code == 3
    id = first.events[0]["debate"]
    assert "waits for the reply of chatgpt" in first.err
    assert f"disputatio answer {id} --copy" in first.err
    while rows := waiting(cli, id):
        assert "critic" in rows[0]
        copied = cli("answer", id, "--copy")
        assert QUESTION in copied.out
        assert "# What is asked of you now" in copied.out
        assert "You are" in copied.out, "the role stands in it, too"
        assert cli("answer", id, "--copy").out == copied.out, "it is the same one however often the program is opened"
        last = cli("answer", id, "-", "--json", text=REPLY)
    assert last.code == 0, last.err
    said = [event for event in cli("show", id, "--json").events if event["type"] == "turn-completed"]
    pasted = [event for event in said if event["model"] == "clipboard:chatgpt"]
    assert pasted
    assert all(event["text"].strip() == REPLY.strip() for event in pasted)
    assert all(event["by"] == "model" for event in pasted)
    assert "not paid here" in cli("show", id, "--cost").out


def test_seats_in_parallel_wait_together_and_are_answered_in_any_order(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "sealed.toml").write_text("[options]\nsealed = true\n")
    first = begun(cli, "analyst", "critic", options=("--config", "sealed.toml"))
    id = first.events[0]["debate"]
    rows = waiting(cli, id)
    assert len(rows) == 2, "sealed first answers are asked of both at once"
    requests = {seat: cli("answer", id, "--copy", "--seat", seat).out for seat in ("analyst", "critic")}
    assert requests["analyst"] != requests["critic"]
    cli("answer", id, "-", "--seat", "critic", "--json", text="The critic's own view.")
    rows = waiting(cli, id)
    assert len(rows) == 1
    assert rows[0].startswith("analyst")
    wrong = cli("answer", id, "It is so.", "--seat", "critic")
    assert wrong.code == 2
    assert "does not wait" in wrong.err


def test_an_empty_reply_is_no_reply(cli: Any, tmp_path: Path) -> None:
    id = begun(cli, "critic").events[0]["debate"]
    before = waiting(cli, id)
    done = cli("answer", id, " ")
    assert done.code == 2
    assert waiting(cli, id) == before
    (tmp_path / "reply.md").write_text("From a file.")
    done = cli("answer", id, "--file", str(tmp_path / "reply.md"), "--json")
    assert [event["text"] for event in done.of("turn-completed") if event["model"] == "clipboard:chatgpt"][:1] == [
        "From a file."
    ]


def test_the_seat_can_be_given_to_another_model_while_it_waits(cli: Any) -> None:
    id = begun(cli, "critic").events[0]["debate"]
    assert cli("swap", id, "critic=rehearsal:quick").code == 0
    assert cli("resume", id, "--json").code == 0
    assert waiting(cli, id) == []


def test_a_chat_needs_a_name_and_works_for_nothing_but_debates(cli: Any) -> None:
    done = cli("debate", QUESTION, "--seat", "critic=clipboard:", "--seat", "analyst=rehearsal:quick")
    assert done.code == 2
    assert "clipboard:model" in done.err


def test_nothing_waits_where_nobody_was_asked(cli: Any) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert "No seat waits" in cli("answer", id).err
    assert cli("answer", id, "--copy").code == 2


class Keyboard(io.StringIO):
    """Somebody types."""

    def isatty(self) -> bool:
        return True


def test_in_a_terminal_the_request_is_printed_and_the_reply_is_read(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Output, "terminal", True)
    monkeypatch.setattr("io.StringIO", Keyboard)
    seats = ("--seat", "critic=clipboard:chatgpt", "--seat", "analyst=rehearsal:quick")
    done = cli("debate", QUESTION, *seats, *SEATS, text=f"{REPLY}.\n")
    id = done.err.split("Debate ")[1].split()[0]
    assert "# What is asked of you now" in done.out
    assert "copy the above into chatgpt" in done.err
    assert done.code in (0, 3), done.err
    said = [event for event in cli("show", id, "--json").events if event["type"] == "turn-completed"]
    assert [event["text"].strip() for event in said if event["model"] == "clipboard:chatgpt"] == [REPLY.strip()]
