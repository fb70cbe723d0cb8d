"""The store of a debate is changed behind the program's back: the audit says what is wrong, the same from the terminal
and the tool server, and what follows from the log can be made anew."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

INTACT = "The debate is intact"


@pytest.fixture
def debated(program: Any) -> str:
    """A debate that has ended."""
    return str(program.debate("--rounds", "1").events[0]["debate"])


def change(home: Path, sql: str, *values: object) -> None:
    with sqlite3.connect(home / "disputatio.db") as database:
        assert database.execute(sql, values).rowcount > 0
    database.close()


def a_request(home: Path) -> str:
    with sqlite3.connect(home / "disputatio.db") as database:
        (hash,) = database.execute("SELECT hash FROM requests ORDER BY hash LIMIT 1").fetchone()
    database.close()
    return str(hash)


def test_a_request_that_was_changed_or_is_gone_is_reported(program: Any, home: Path, debated: str) -> None:
    assert INTACT in program("audit", "verify", debated).out
    hash = a_request(home)
    change(home, "UPDATE requests SET body = replace(body, 'retry', 'colour') WHERE hash = ?", hash)
    changed = program("audit", "verify", debated)
    assert changed.code == 2
    assert f"The request {hash[:12]} was changed after it was sent" in changed.out
    change(home, "DELETE FROM requests WHERE hash = ?", hash)
    gone = program("audit", "verify", debated)
    assert gone.code == 2
    assert "1 request is not stored" in gone.out
    assert "event" in gone.out, "it says where it was made"
    assert "earlier export" in gone.out, "it says what to do"


FORGERIES = {
    "what somebody said": "UPDATE debate_turns SET content = 'I agree.' WHERE content != '' AND session_id = ?",
    "who said it": "UPDATE debate_turns SET model = 'gpt-9' WHERE session_id = ?",
    "a turn that is gone": "DELETE FROM debate_turns WHERE seq > 20 AND session_id = ?",
    "a turn that never was": "INSERT INTO debate_turns (id, session_id, created_at) VALUES ('x:y', ?, 1)",
    "how it stands": "UPDATE debate_sessions SET status = 'running' WHERE id = ?",
    "its score": "UPDATE debate_sessions SET final_consensus_score = 0.97 WHERE id = ?",
    "its winner": "UPDATE debate_sessions SET outcome = json_set(outcome, '$.winner', 'critic') WHERE id = ?",
    "its cost": "UPDATE debate_sessions SET cost = 5 WHERE id = ?",
    "when it began": "UPDATE debates SET created_at = created_at - 86400 WHERE debate_id = ?",
    "when it last went on": "UPDATE debates SET updated_at = updated_at + 86400 WHERE debate_id = ?",
    "how far its tables are": "UPDATE debates SET projected_seq = projected_seq + 1 WHERE debate_id = ?",
    "the whole session": "DELETE FROM debate_sessions WHERE id = ?",
}


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES)
def test_tables_that_differ_from_the_log_are_said_and_made_anew(
    program: Any, home: Path, debated: str, forgery: str
) -> None:
    other = str(program.debate("--rounds", "1").events[0]["debate"])
    change(home, forgery, debated)
    if "DELETE FROM debate_sessions" in forgery:  # it can be found by its whole id only
        assert program("rebuild").code == 0
        assert program("audit", "verify", debated).code == 0
        return
    said = program("audit", "verify", debated)
    assert said.code == 2
    assert "table debate" in said.out
    assert f"disputatio audit verify {debated} --rebuild" in said.out
    assert program("audit", "verify", other).code == 0, "the others are as they were"
    rebuilt = program("audit", "verify", debated, "--rebuild")
    assert rebuilt.code == 0, rebuilt.out
    assert INTACT in rebuilt.out


def test_tables_are_never_made_of_a_log_that_was_changed(program: Any, home: Path, debated: str) -> None:
    change(home, "UPDATE events SET body = replace(body, 'retry', 'colour') WHERE debate_id = ? AND seq = 1", debated)
    before = turns(home)
    found = program("audit", "verify", debated, "--rebuild")
    assert found.code == 2
    assert "was changed after it was recorded" in found.out
    assert "--rebuild" not in found.out
    assert turns(home) == before


def turns(home: Path) -> Sequence[Any]:
    with sqlite3.connect(home / "disputatio.db") as database:
        found = database.execute("SELECT * FROM debate_turns ORDER BY id").fetchall()
    database.close()
    return found


def test_forks_and_imports_of_a_debate_that_is_over_are_intact(program: Any, debated: str) -> None:
    file = program.folder / "debate.json"
    assert program("export", debated, "--as", "json", "--out", str(file)).code == 0
    fork = program("fork", debated).out.split()[0]
    assert program("audit", "verify", fork).code == 0
    copy = program("import", str(file), DISPUTATIO_HOME=str(program.folder / "elsewhere")).out.split()[0]
    assert program("audit", "verify", copy, DISPUTATIO_HOME=str(program.folder / "elsewhere")).code == 0
    content = json.loads(file.read_text())
    content["requests"] = {}
    file.write_text(json.dumps(content))
    bare = {"DISPUTATIO_HOME": str(program.folder / "bare")}
    copy = program("import", str(file), **bare).out.split()[0]
    found = program("audit", "verify", copy, **bare)
    assert found.code == 2
    assert "requests are not stored" in found.out
    assert "import the original" in found.out


def test_the_record_is_listed_narrowed_written_and_run_again(program: Any, debated: str) -> None:
    whole = json.loads(program("audit", "show", debated, "--json").out)
    assert {"prompt", "response", "rule"} <= {line["kind"] for line in whole}
    some = program("audit", "show", debated, "--kind", "response", "--who", "Critic")
    assert "Response" in some.out
    assert "Prompt" not in some.out
    assert "No lines match." in program("audit", "show", debated, "--words", "no such words").err
    file = program.folder / "record.json"
    assert program("audit", "show", debated, "--kind", "prompt", "--out", str(file)).code == 0
    assert json.loads(file.read_text()) == [line for line in whole if line["kind"] == "prompt"]
    assert program("audit", "show", debated, "--out", str(file)).code == 2, "nothing is written over"
    assert "The result is the same" in program("replay", debated).out


def test_the_tool_server_says_the_same(program: Any, home: Path, debated: str) -> None:
    assert exported(program, debated) == {"intact": True, "audit": program("audit", "verify", debated).out.splitlines()}
    change(home, FORGERIES["its cost"], debated)
    found = exported(program, debated)
    assert found == {"intact": False, "audit": program("audit", "verify", debated).out.splitlines()}


def exported(program: Any, id: str) -> Mapping[str, Any]:
    hello = {
        "method": "initialize",
        "id": 1,
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    call = {
        "id": 2,
        "method": "tools/call",
        "params": {"name": "export_session", "arguments": {"sessionId": id, "format": "markdown"}},
    }
    asked = "".join(
        json.dumps({"jsonrpc": "2.0", **each}) + "\n" for each in (hello, {"method": "notifications/initialized"}, call)
    )
    command, surroundings = program.command("mcp"), program.surroundings({})
    with subprocess.Popen(
        command, cwd=program.folder, env=surroundings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked)
        process.stdin.flush()
        answer = next(told for line in process.stdout if (told := json.loads(line)).get("id") == 2)
        process.stdin.close()
    content = answer["result"]["structuredContent"]
    return {name: content[name] for name in ("intact", "audit")}
