"""Notes and documents as files, what a debate has made kept as a document, and several debates exported at once."""

from __future__ import annotations

import json
from pathlib import Path


def test_a_note_goes_to_a_file_and_comes_back(cli) -> None:
    cli("project", "add", "Shop")
    cli("note", "add", "Why: now", "--body", "# Now\n\nBecause.", "--tag", "plan", "--tag", "é", "--project", "shop")
    assert cli("note", "export", "Why: now").out.startswith('---\ntitle: "Why: now"\n')
    assert cli("note", "export", "Why: now", "--out", "why.md").code == 0
    again = cli("note", "export", "Why: now", "--out", "why.md")
    assert (again.code, "exists already" in again.err) == (2, True)
    made = cli("note", "import", "why.md", "--project", "Shop").out.strip()
    first, second = (json.loads(cli("note", "show", id, "--json").out) for id in (made, ids(cli, "note")[-1]))
    for name in ("title", "tags", "project"):
        assert first[name] == second[name]
    assert first["body"] == "# Now\n\nBecause.\n"


def ids(cli, kind: str) -> list[str]:
    return [each["id"] for each in json.loads(cli(kind, "list", "--json").out)]


def test_a_foreign_text_becomes_a_note_named_after_its_file(cli) -> None:
    Path("ideas.md").write_text("---\nlayout: post\n---\nHello.", "utf-8")
    made = cli("note", "import", "ideas.md").out.strip()
    shown = json.loads(cli("note", "show", made, "--json").out)
    assert (shown["title"], shown["body"]) == ("ideas", "---\nlayout: post\n---\nHello.")
    assert cli("document", "import", "ideas.md").code == 0
    assert cli("document", "export", "ideas").out == '---\ntitle: "ideas"\n---\n\n---\nlayout: post\n---\nHello.\n'


def test_what_a_debate_made_is_kept_as_a_document_of_its_assignment(cli) -> None:
    cli("project", "add", "Shop")
    cli("assignment", "add", "Returns", "--project", "shop")
    id = cli.debate("--assignment", "Returns", "--rounds", "1").events[0]["debate"]
    made = cli("document", "add", "--from-debate", id)
    assert made.code == 0, made.err
    shown = json.loads(cli("document", "show", made.out.strip(), "--json").out)
    assert shown["debate"] == id
    assert shown["text"]
    assert (shown["assignment"], shown["project"]) == (ids(cli, "assignment")[0], ids(cli, "project")[0])
    other = cli("project", "add", "Other").out.strip()
    moved = cli("document", "add", "--from-debate", id, "--project", "Other").out.strip()
    shown = json.loads(cli("document", "show", moved, "--json").out)
    assert (shown["assignment"], shown["project"]) == ("", other)
    refused = cli("document", "add", "Title", "--from-debate", id)
    assert (refused.code, "takes its title" in refused.err) == (2, True)
    assert "has no title" in cli("document", "add").err


def test_several_debates_go_into_a_folder_and_replace_nothing(cli) -> None:
    one, two = (cli.debate("--rounds", "1").events[0]["debate"] for _ in range(2))
    done = cli("export", one, two, "--as", "markdown", "--out", "kept")
    assert "2 debates exported as Markdown to kept." in done.err
    names = sorted(each.name for each in Path("kept").iterdir())
    assert len(names) == 2
    assert names[0].removesuffix("-2.md") == names[1].removesuffix(".md")
    cli("delete", two)
    assert "1 debate exported as JSON to all." in cli("export", "--all", "--as", "json", "--out", "all").err
    half = cli("export", one, "nonsense", "--out", "kept")
    assert half.code == 2
    assert "1 debate exported" in half.err
    assert "“nonsense”: There is no debate 'nonsense'." in half.err
    assert len(list(Path("kept").iterdir())) == 3


def test_what_export_cannot_do_is_said(cli) -> None:
    id = cli.debate("--rounds", "1").events[0]["debate"]
    assert "Give the ids of debates, or --all." in cli("export").err
    assert "Give the ids of debates, or --all." in cli("export", id, "--all").err
    assert "Several debates go into a folder." in cli("export", "--all").err
    Path("file").write_text("")
    assert "cannot be made" in cli("export", "--all", "--out", "file/below").err
