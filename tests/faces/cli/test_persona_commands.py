"""Personas on the command line: all that can be done with them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

GUIDE = "# Guide\n\nStale caches served old prices for six hours.\n\n# Retries\n\nRetries wait a second.\n"
TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"


def add(cli, *options: str) -> str:
    done = cli("persona", "add", "Ada", "--about", "Counts first.", "--holds", "Numbers decide.", *options)
    assert done.code == 0, done.err
    return str(done.out.strip())


def write(name: str, text: str) -> str:
    Path(name).write_text(text, "utf-8")
    return name


def test_they_are_added_shown_changed_searched_and_deleted(cli) -> None:
    id = add(cli)
    listed = cli("persona", "list").out
    assert listed.index(id) < listed.index("example/newcomer")
    assert cli("persona", "edit", "ada", "--voice", "-", text="Slow.").code == 0
    assert cli("persona", "edit", id, "--name", "Ada L.").code == 0
    shown = cli("persona", "show", "ada l.").out
    for said in ("Counts first.", "What they hold\n  Numbers decide.", "Voice\n  Slow."):
        assert said in shown
    assert "What they value" not in shown
    assert json.loads(cli("persona", "show", id, "--json").out)["voice"] == "Slow."
    found = json.loads(cli("persona", "search", "slow", "--json").out)
    assert [each["name"] for each in found] == ["Ada L."]
    assert "Nothing was found." in cli("persona", "search", "zebra").err
    done = cli("persona", "delete", id)
    assert cli(*done.out.strip().partition("disputatio ")[2].split()).code == 0
    assert cli("persona", "show", id).code == 0


def test_an_example_is_read_and_becomes_ones_own_when_it_is_changed_or_copied(cli) -> None:
    shown = cli("persona", "show", "newcomer").out
    assert "What would change their mind" in shown
    assert cli("persona", "edit", "newcomer", "--voice", "Loud.").code == 0
    assert "Loud." in cli("persona", "show", "newcomer to the code").out
    assert "Loud." not in cli("persona", "show", "newcomer").out
    new = cli("persona", "copy", "newcomer", "Second newcomer").out.strip()
    assert "Second newcomer" in cli("persona", "show", new).out
    done = cli("persona", "delete", "security-reviewer")
    assert (done.code, "comes with the program" in done.err) == (2, True)


def test_they_go_out_and_come_in_as_files(cli) -> None:
    add(cli)
    cli("persona", "corpus", "add", "Ada", write("guide.md", GUIDE))
    assert 'name = "Ada"' in cli("persona", "export", "Ada").out
    assert cli("persona", "export", "Ada", "--out", "ada.toml").code == 0
    done = cli("persona", "import", "ada.toml")
    assert "Its corpus had guide.md. Add what you have with: disputatio persona corpus add" in done.err
    assert cli("persona", "show", done.out.strip()).code == 0
    assert "cannot be written" in cli("persona", "export", done.out.strip(), "--out", "no/such/x.toml").err
    done = cli("persona", "import", write("bad.toml", "voice = 3"))
    assert (done.code, "voice is not text" in done.err) == (2, True)


def test_a_corpus_is_filled_looked_through_and_emptied(cli) -> None:
    add(cli)
    write("guide.md", f"{GUIDE}\n{TOKEN}\n")
    done = cli("persona", "corpus", "add", "Ada", "guide.md", write("more.html", "<h1>TTL</h1><p>Five minutes."))
    assert done.code == 0
    assert "guide.md: " in done.out
    assert "Held back as a likely secret: GitHub token (Retries, line 3), " in done.err
    listed = cli("persona", "corpus", "list", "Ada").out
    assert "likely secrets: GitHub token" in listed
    assert "in 2 passages" in listed
    assert "guide.md" in cli("persona", "show", "Ada").out
    found = cli("persona", "corpus", "search", "Ada", "stale", "prices")
    assert "Guide" in found.out
    assert "Searched by words only" in found.err
    (first,) = json.loads(cli("persona", "corpus", "search", "Ada", "minutes", "--json").out)
    assert (first["source"], first["place"]) == ("more.html", "TTL")
    assert "Nothing in the corpus bears on this." in cli("persona", "corpus", "search", "Ada", "zebra").err
    assert [each["name"] for each in json.loads(cli("persona", "corpus", "list", "Ada", "--json").out)] == [
        "guide.md",
        "more.html",
    ]
    assert cli("persona", "corpus", "remove", "Ada", "guide.md", "--yes").code == 0
    done = cli("persona", "corpus", "remove", "Ada", "guide.md")
    assert (done.code, "Its sources are: more.html" in done.err) == (2, True)


def test_what_cannot_be_is_said(cli) -> None:
    add(cli)
    for arguments, said in (
        (["persona", "show", "Nobody"], "There is no persona called 'Nobody'"),
        (["persona", "edit", "Ada"], "You gave nothing to change"),
        (["persona", "edit", "Ada", "--voice", "-", "--holds", "-"], "can be read only once"),
        (["persona", "edit", "Ada", "--voice", "x" * 300], "“Voice” has 300 characters"),
        (["persona", "corpus", "add", "Ada", write("x.docx", "x")], "cannot be read for a corpus"),
        (["persona", "corpus", "add", "newcomer", write("x.txt", "x")], "Copy the persona first"),
        (["persona", "corpus", "add", "Ada", write("x.pdf", "x")], "cannot be read as a PDF"),
        (["debate", "Q?", "--rehearse", "--persona", "critic=Nobody"], "There is no persona called 'Nobody'"),
    ):
        done = cli(*arguments)
        assert (done.code, said in done.err) == (2, True), done.err


def test_seats_play_them_and_the_transcript_shows_their_names(cli) -> None:
    add(cli)
    cli("persona", "corpus", "add", "Ada", write("guide.md", GUIDE))
    done = cli.debate("--persona", "analyst=ada", "--persona", "critic=newcomer", "--rounds", "1")
    assert done.code == 0, done.err
    assert "analyst: Ada, with 2 passages of guide.md" in done.err
    assert "critic: Newcomer to the code" in done.err
    opened = done.events[0]
    assert opened["personas"]["analyst"]["holds"] == "Numbers decide."
    shown = cli("show", opened["debate"]).out
    assert "Ada" in shown
    assert "Newcomer to the code" in shown
    evidence = cli("evidence", opened["debate"]).out
    assert "guide.md, Retries" in evidence
    assert cli("replay", opened["debate"]).code == 0
