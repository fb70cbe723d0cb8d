"""A copy by its address: whole or not there at all, from nowhere that asks for a login, and nothing of it is run."""

from __future__ import annotations

import socketserver
import threading
from pathlib import Path

import pytest

from disputatio.repository import cloning
from disputatio.repository.cloning import clone, name_of
from disputatio.repository.errors import NotCloned, ReadingStopped
from disputatio.repository.source_tree import open_tree
from disputatio.testing.repositories import commit, running_git


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "origin"
    commit(folder, {"cart.py": "total = 0\n", ".gitattributes": "*.py filter=evil\n"})
    return folder


@pytest.fixture
def below(tmp_path: Path) -> Path:
    made = tmp_path / "copies"
    made.mkdir()
    return made


def test_a_copy_is_bare_and_knows_where_it_is_from(shop: Path, below: Path) -> None:
    told = []
    with running_git(shop) as server:
        made = clone(f" {server.address}/ ".replace("/ ", " "), below, told.append)
    tree = open_tree(made)
    assert (made.name, tree.bare, tree.origin(), tree.branch) == ("shop.git", True, server.address, "main")
    assert tree.read("cart.py").text == "total = 0\n"
    assert told[-1].objects == told[-1].total > 0


def test_a_second_copy_stands_beside_the_first(shop: Path, below: Path) -> None:
    with running_git(shop) as server:
        assert [clone(server.address, below).name for _ in range(2)] == ["shop.git", "shop-2.git"]


@pytest.mark.parametrize(
    ("login", "tail", "why"), [(True, "", "asks for a login"), (False, "x", "no repository at|cannot be fetched")]
)
def test_what_cannot_be_fetched_leaves_nothing_behind(
    shop: Path, below: Path, login: bool, tail: str, why: str
) -> None:
    with running_git(shop, login=login) as server, pytest.raises(NotCloned, match=why):
        clone(server.address + tail, below)
    assert list(below.iterdir()) == []


def test_the_proxy_of_this_computer_is_asked_for_what_lies_elsewhere(
    shop: Path, below: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Refusing) as proxy:
        threading.Thread(target=proxy.serve_forever).start()
        for name in ("HTTPS_PROXY", "HTTP_PROXY"):
            monkeypatch.setenv(name, f"http://me:geheim99@127.0.0.1:{proxy.server_address[1]}")
        with pytest.raises(NotCloned) as refused:
            clone("https://elsewhere.invalid/owner/name", below)
        with running_git(shop) as server:
            assert clone(server.address, below).name == "shop.git", "this computer is asked straight"
        proxy.shutdown()
    assert "proxy returned unexpected status: 502" in refused.value.user_message
    assert "HTTPS_PROXY" in refused.value.user_message
    assert "geheim99" not in refused.value.user_message


class Refusing(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        while self.rfile.readline().strip():
            continue
        self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")


def test_a_copy_that_is_stopped_leaves_nothing_behind(shop: Path, below: Path) -> None:
    with running_git(shop) as server, pytest.raises(ReadingStopped):
        clone(server.address, below, stopped=lambda: True)
    assert list(below.iterdir()) == []


def test_a_copy_that_grows_too_large_is_given_up(shop: Path, below: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cloning, "LARGEST", 10)
    with running_git(shop) as server, pytest.raises(NotCloned, match="larger than"):
        clone(server.address, below)
    assert list(below.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", "not an address"),
        ("/home/me/shop", "not an address"),
        ("file:///home/me/shop", "not an address"),
        ("ssh://git@example.org/a/b", "not an address"),
        ("git@example.org:a/b.git", "not an address"),
        ("http://example.org/a/b", "not an address"),
        ("ext::sh -c touch% /tmp/pwned", "not an address"),
        ("https://example.org/a b", "not an address"),
        ("https://example.org/--upload-pack=x\nhttps://y", "not an address"),
        ("https://me:secret@example.org/a/b", "a login"),
        ("https://token@example.org/a/b", "a login"),
    ],
)
def test_only_public_addresses_are_fetched_from(below: Path, address: str, why: str) -> None:
    with pytest.raises(NotCloned, match=why):
        clone(address, below)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://github.com/pallets/click", "click"),
        ("https://github.com/pallets/click.git", "click"),
        ("https://example.org:8443/~me/a.b/", "a.b"),
        ("https://example.org/a/..", "repository"),
        ("https://example.org/a/.git", "repository"),
    ],
)
def test_a_copy_has_the_name_of_what_it_copies(address: str, name: str) -> None:
    assert name_of(address) == name
