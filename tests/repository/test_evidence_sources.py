"""Citations against a repository at its pin: what a path can mean, what is read, what is kept, what never gets out."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from disputatio.app.repositories.sources import PinnedSources
from disputatio.debate.citations.evidence import Item, items_of
from disputatio.debate.context import Context, Section
from disputatio.library.workspace import Document, Note, Project
from disputatio.repository import sources as repository_sources
from disputatio.repository.errors import RepositoryError
from disputatio.repository.source_tree import open_tree
from disputatio.repository.sources import RepositorySources
from disputatio.secrets.detection import identity
from disputatio.storage.database import Database
from disputatio.storage.library_store import LibraryStore
from disputatio.testing.debates import FrozenClock

SYMLINK, SUBMODULE = 0o120000, 0o160000
KEY = "gh" + "p_" + "q7Rz2LmX9vKc4TbW8nYp3HsD6gFj1QaE5uZo"


def shop() -> dict[str, Any]:
    return {
        "README.md": "# Shop\nSells carts.\n",
        "src/cart.py": "class Cart:\n    total = 0\n\n    def pay(self):\n        return self.total\n",
        "src/Order.py": "class Order:\n    cart = None\n",
        "web/index.ts": "export const one = 1\n",
        "app/index.ts": "export const two = 2\n",
        "logo.png": b"\x89PNG\0\0",
        "link.md": (SYMLINK, b"/etc/passwd"),
        "vendor/lib": (SUBMODULE, b"\x01" * 20),
        "big.txt": "x\n" * 600_000,
        "keys.py": f'FIRST = 1\nTOKEN = "{KEY}"\nLAST = 3\n',
        "esc.txt": "a \x1b[31m red\n",
        "old.c": "int a;\r\nint b;\r\n",
    }


@pytest.fixture
def sources(builder: Any) -> RepositorySources:
    builder.commit({"first.txt": "1\n"}, "Begin it all\n\nWith a reason.", at=1)
    builder.commit(shop(), "Open the shop", at=2)
    return RepositorySources(open_tree(builder.path))


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("src/cart.py", ["src/cart.py"]),
        ("./src/cart.py", ["src/cart.py"]),
        ("a/src/cart.py", ["src/cart.py"]),
        ("cart.py", ["src/cart.py"]),
        ("src/../src/cart.py", ["src/cart.py"]),
        (r"src\cart.py", ["src/cart.py"]),
        ("order.py", ["src/Order.py"]),
        ("SRC/CART.PY", ["src/cart.py"]),
        ("/home/me/shop/src/cart.py", ["src/cart.py"]),
        ("C:/shop/src/cart.py", ["src/cart.py"]),
        ("shop/src/cart.py", ["src/cart.py"]),
        ("other/src/cart.py", []),
        ("index.ts", ["app/index.ts", "web/index.ts"]),
        ("web/index.ts", ["web/index.ts"]),
        ("art.py", []),
        ("../shop/src/cart.py", []),
        ("../../etc/passwd", []),
        ("/etc/passwd", []),
        ("", []),
        ("src", []),
    ],
)
def test_what_a_path_can_mean(sources: RepositorySources, path: str, meant: list[str]) -> None:
    assert sorted(entry.path for entry in sources.resolve(path)) == meant


@pytest.mark.parametrize(
    ("path", "flaw"),
    [("logo.png", "not a text"), ("link.md", "symbolic link"), ("vendor/lib", "submodule"), ("big.txt", "too large")],
)
def test_what_cannot_be_compared_says_why(sources: RepositorySources, path: str, flaw: str) -> None:
    (found,) = sources.files(path)
    assert flaw in found.flaw


def test_commits_of_the_history_are_known_by_their_beginning(sources: RepositorySources, builder: Any) -> None:
    first = str(builder.repository.revparse_single("HEAD~1").id)
    (found,) = sources.commits(first[:8])
    assert found.text.plain.startswith("Begin it all")
    aside = builder.repository.create_commit(
        None, *[builder.repository[first].author] * 2, "aside", builder.repository[first].tree.id, []
    )
    assert not sources.commits(str(aside)), "it is there, but not in the history of the pin"
    assert not sources.commits("0" * 7)
    assert not sources.commits(str(builder.repository[first].tree.id)[:10])


def test_texts_are_kept_within_a_bound(sources: RepositorySources, monkeypatch: pytest.MonkeyPatch) -> None:
    (one,), (two,) = sources.files("src/cart.py"), sources.files("cart.py")
    assert one.text is two.text
    monkeypatch.setattr(repository_sources, "MAX_CHARACTERS", 10)
    sources.files("README.md")
    (again,) = sources.files("src/cart.py")
    assert again.text is not one.text


ODD = {
    "my docs/read me.md": "one two\nthree four\n",
    "gro\u0308ße/u\u0308ber.py": "x = 1\ny = 2\n",
    "caf\udce9.txt": "first line\nsecond line\n",
    "app/(group)/page.tsx": "export const page = 1\n",
    "日本/資料.md": "一つ目の行\n二つ目の行\n",
    "ChangeLog": "It began here.\n",
    "_private.py": "z = 3\n",
}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("`my docs/read me.md:2`: `three four`", "my docs/read me.md:2"),
        ("[there](my%20docs/read%20me.md#L2): “three four”", "my docs/read me.md:2"),
        (r"`my docs\read me.md:2` says “three four”", "my docs/read me.md:2"),
        (r"C:\work\shop\my docs\read me.md:2", "my docs/read me.md:2"),
        ("größe/über.py:2: `y = 2`", "gro\u0308ße/u\u0308ber.py:2"),
        ("gro\u0308ße/u\u0308ber.py:2: `y = 2`", "gro\u0308ße/u\u0308ber.py:2"),
        (r"`caf\xe9.txt:2`: `second line`", r"caf\xe9.txt:2"),
        ("app/(group)/page.tsx:1 says `export const page = 1`", "app/(group)/page.tsx:1"),
        ("日本/資料.md：2「二つ目の行」", "日本/資料.md:2"),
        ("ChangeLog:1: “It began here.”", "ChangeLog:1"),
        ("_private.py:1: `z = 3`", "_private.py:1"),
    ],
)
async def test_places_in_files_of_any_name_are_found(builder: Any, text: str, where: str) -> None:
    pin = builder.commit(ODD, at=2)
    (found,) = await checked(repository(builder, pin), text)
    assert (found.status, found.where) == ("verified" if found.quote else "line exists", where)


# ---- through the port --------------------------------------------------------------------------------------


async def checked(context: Context, text: str, library: LibraryStore | None = None) -> list[Item]:
    found = await PinnedSources(library).check(context, text, "r[1]/say[ada]")  # type: ignore[arg-type]
    assert found["of"] == "r[1]/say[ada]"
    return list(items_of(found))


def repository(builder: Any, pin: str, *sections: Section) -> Context:
    return Context(kind="repository", ref=str(builder.path), title="shop", pin=pin, sections=sections)


async def test_citations_are_checked_at_the_pin_and_nothing_is_touched(
    builder: Any, fingerprint: Callable[[Path], object]
) -> None:
    pin = builder.commit(shop(), "Open the shop", at=2)
    builder.commit({"src/cart.py": "gone = True\n"}, "Close it", at=3)
    builder.check_out()
    before = fingerprint(builder.path)
    text = (
        "`src/cart.py:5`: `return self.total`, and cart.py:2 (`total = 1`); `src/cart.py` line 99; index.ts:1; "
        f"no.py:3; commit {pin[:8]} “Open the shop”; old.c:2: `int b;`; https://example.org."
    )
    found = await checked(repository(builder, pin), text)
    assert [item.status for item in found] == [
        "verified", "misquoted", "missing", "ambiguous", "missing", "verified", "verified", "external",
    ]  # fmt: skip
    assert found[0].where == "src/cart.py:5"
    assert found[0].pin == pin
    assert found[1].differs == "“0” is quoted as “1”"
    assert fingerprint(builder.path) == before


async def test_a_file_at_a_commit_of_the_past_is_checked_at_that_commit(
    builder: Any, fingerprint: Callable[[Path], object]
) -> None:
    then = builder.commit(shop(), "Open the shop", at=2)
    pin = builder.commit({"src/cart.py": "gone = True\n"}, "Close it", at=3)
    builder.check_out()
    before = fingerprint(builder.path)
    old, new = then[:8], pin[:8]
    text = (
        f"`{old}:src/cart.py:5`: `return self.total`, src/cart.py:1: `gone = True`, {new}:src/cart.py:1; "
        f"{old}:src/cart.py:2 says `total = 1`; {old}:cart.py:1 and `git show {old}:src/Order.py`; "
        f"{new}:src/cart.py:5; {new}:src/Order.py:1; {old}:vendor/lib:1; {old}:src:1; 1a2b3c4:src/cart.py:1."
    )
    found = await checked(repository(builder, pin), text)
    assert [(item.status, item.where, item.pin) for item in found] == [
        ("verified", f"{old}:src/cart.py:5", then),
        ("verified", "src/cart.py:1", pin),
        ("line exists", f"{new}:src/cart.py:1", pin),
        ("misquoted", f"{old}:src/cart.py:2", then),
        ("line exists", f"{old}:src/cart.py:1", then),
        ("line exists", f"{old}:src/Order.py", then),
        ("missing", "", pin),
        ("missing", "", pin),
        ("missing", "", then),
        ("missing", "", then),
        ("missing", "", ""),
    ]
    assert {item.path for item in found[:5]} == {"src/cart.py"}, "what a click opens, at the commit of the item"
    assert [item.differs for item in found[6:]] == [
        f"at commit {new}, src/cart.py has 1 line",
        f"at commit {new}, there is no file src/Order.py",
        f"at commit {old}, vendor/lib is a submodule, which is not read",
        f"at commit {old}, there is no file src",
        "there is no commit 1a2b3c4 in the history",
    ]
    assert fingerprint(builder.path) == before


async def test_a_commit_outside_the_history_is_not_read_and_secrets_of_the_past_stay(builder: Any) -> None:
    first = builder.commit(shop(), "Open the shop", at=2)
    pin = builder.commit({"keys.py": "gone = True\n"}, "Close it", at=3)
    tree = builder.repository[first].tree.id
    aside = str(builder.repository.create_commit(None, *[builder.repository[pin].author] * 2, "Aside", tree, [pin]))
    text = f'{aside[:9]}:keys.py:1: `FIRST = 1`; {first[:9]}:keys.py:2: `TOKEN = "something else altogether"`'
    found = await checked(repository(builder, pin), text)
    assert [item.status for item in found] == ["missing", "misquoted"]
    assert found[0].differs == f"there is no commit {aside[:9]} in the history"
    assert KEY[4:20] not in str(found)
    (elsewhere,) = await checked(Context(), f"{first[:9]}:keys.py:1")
    assert elsewhere.status == "external"


async def test_what_is_held_back_never_stands_in_a_record(builder: Any) -> None:
    pin = builder.commit(shop(), at=2)
    text = 'keys.py:2: `TOKEN = "something else altogether"`; keys.py:3: `LAST = 3`; esc.txt:1'
    found = await checked(repository(builder, pin), text)
    assert [item.status for item in found] == ["misquoted", "verified", "line exists"]
    assert KEY[4:20] not in str(found)


async def test_what_a_person_released_can_be_quoted_in_that_debate_alone(builder: Any) -> None:
    pin = builder.commit(shop(), at=2)
    port, text = PinnedSources(None), f'keys.py:2: `TOKEN = "{KEY}"`'  # type: ignore[arg-type]
    for released, status in (((), "misquoted"), ((identity(KEY),), "verified"), ((), "misquoted")):
        (item,) = items_of(await port.check(repository(builder, pin), text, "r[1]/say[ada]", released))
        assert item.status == status


async def test_a_record_names_no_secret_of_a_path(builder: Any) -> None:
    pin = builder.commit({f"a/{KEY}/x.py": "one = 1\n", f"b/{KEY}/x.py": "two = 2\n", f"{KEY}.png": b"\0"}, at=2)
    found = await checked(repository(builder, pin), "It is x.py:1. And `x.py:1`: `one = 1`. See x.py:9 and y.png:1.")
    assert [item.status for item in found][:2] == ["ambiguous", "verified"]
    assert KEY[4:20] not in str(found)


async def test_a_record_about_a_document_never_says_its_secrets(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "library.db")
    try:
        library = LibraryStore(database, FrozenClock())
        project = await library.create(Project(name="Shop"))
        await library.create(
            Document(title="Deploying", text=f"We deploy with {KEY} on Fridays.\n", project=project.id)
        )
        context = Context(kind="project", ref=project.id)
        found = await checked(context, "“We deploy with nothing on Fridays” (Deploying).", library)
        sources = await PinnedSources(library).of_context(context)
    finally:
        await database.close()
    assert found[0].status in ("near", "misquoted")
    assert KEY[4:20] not in str(found)
    assert KEY in sources.texts["deploying"][0].text.plain, "the person reads their own document"


async def test_a_repository_that_cannot_be_read_any_more_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError):
        await checked(Context(kind="repository", ref=str(tmp_path / "gone"), pin="0" * 40), "a.py:1")


async def test_without_a_repository_places_in_files_are_external() -> None:
    found = await checked(Context(), "See src/a.py:3 and commit 1a2b3c4.")
    assert [item.status for item in found] == ["external", "external"]


async def test_dropped_files_are_checked_as_far_as_they_are_known() -> None:
    text = "### plan.md\n1| # Plan\n2| We ship in May.\n\n### app.py\n1| x = 1\n2| y = 2"
    files = Section(name="files", title="Files", text=text, cut="app.py: 12 of 900 characters")
    found = await checked(
        Context(sections=(files,)), "plan.md:2: “We ship in May”. app.py:2: `y = 3`. plan.md:9. app.py:9. other.py:1."
    )
    assert [item.status for item in found] == ["verified", "misquoted", "missing", "missing", "external"]
    assert found[2].differs == "plan.md has 2 lines"
    assert "only the first 2 lines" in found[3].differs


async def test_files_that_keep_their_folders_are_found_by_the_end_of_their_path() -> None:
    text = "### shop/orders/app.py\n1| x = 1\n\n### shop/bills/app.py\n1| x = 2\n\n### shop/plan.md\n1| We ship in May."
    context = Context(sections=(Section(name="files", title="Files", text=text),))
    said = "shop/plan.md:1: “We ship in May”. plan.md:1: “We ship in May”. bills/app.py:1: `x = 2`. app.py:1."
    found = await checked(context, said)
    assert [item.status for item in found] == ["verified", "verified", "verified", "ambiguous"]
    assert found[2].path == "shop/bills/app.py"


async def test_documents_and_notes_are_checked_as_they_were_shown_or_as_they_are(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "library.db")
    try:
        library = LibraryStore(database, FrozenClock())
        project = await library.create(Project(name="Shop"))
        await library.create(
            Document(title="Design notes", text="## Why\nThe cart is never shared.\n", project=project.id)
        )
        await library.create(Note(title="Budget", body="Ten thousand euros a year.", project=project.id))
        shown = Section(name="documents", title="Documents", text="## Design notes\n\nThe cart is always shared.")
        goals = Section(name="goals", title="Goals", text="- Sell many carts")
        found = await checked(
            Context(kind="project", ref=project.id, sections=(shown, goals)),
            "“The cart is never shared” (Design notes). “The cart is always shared” (Design notes). "
            "The note “Budget” says “Nine thousand euros a year”. Goals: “Sell many carts”. "
            "The note “Holidays” says “two words”.",
            library,
        )
    finally:
        await database.close()
    assert [item.status for item in found] == ["verified", "verified", "misquoted", "verified", "missing"]


# ---- the figure of the issue -------------------------------------------------------------------------------


async def test_two_hundred_citations_of_known_files_are_checked_without_reading_again(
    builder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(1)
    files = {f"src/m{n}.py": "".join(f"value_{n}_{k} = compute({k})\n" for k in range(300)) for n in range(20)}
    pin = builder.commit(files, at=2)
    places = [(rng.randrange(20), rng.randrange(300)) for _ in range(200)]
    text = "\n".join(f"- `src/m{n}.py:{k + 1}`: `value_{n}_{k} = compute({k})`" for n, k in places)
    port = PinnedSources(None)  # type: ignore[arg-type]
    context = repository(builder, pin)
    first = await port.check(context, text, "")
    reads: list[object] = []
    monkeypatch.setattr("disputatio.repository.source_tree.SourceTree.read", lambda *given: reads.append(given))
    again = await port.check(context, text, "")
    assert first == again
    assert (again["verified"], again["total"], reads) == (200, 200, [])
