"""Addresses on code hosts: which of them are places in the debated repository."""

from __future__ import annotations

import pytest

from disputatio.debate.citations.attribution import recognise
from disputatio.debate.citations.notations import Permalink, home_of, permalink
from disputatio.debate.citations.recognition import KnownSources

SHA = "8cf82ad91e0b4c2d8cf82ad91e0b4c2d8cf82ad9"
HOME = "github.com/ada/shop"
FILES = ("src/a.py", "docs/my file.md")


def linked(path: str, first: int = 0, last: int = 0, at: str = "") -> Permalink:
    return Permalink(path=path, first=first, last=last, at=at)


def known(path: str) -> bool:
    return path in FILES


@pytest.mark.parametrize(
    ("origin", "home"),
    [
        ("https://github.com/Ada/Shop.git", HOME),
        ("https://github.com/ada/shop/", HOME),
        ("git@github.com:ada/shop.git", HOME),
        ("ssh://git@github.com:22/ada/shop.git", HOME),
        ("https://gitlab.example.org/group/sub/shop.git", "gitlab.example.org/group/sub/shop"),
        ("/srv/git/shop.git", ""),
        ("../shop", ""),
        ("", ""),
    ],
)
def test_where_a_repository_lives(origin: str, home: str) -> None:
    assert home_of(origin) == home


@pytest.mark.parametrize(
    ("address", "home", "place"),
    [
        (f"https://github.com/ada/shop/blob/{SHA}/src/a.py#L10-L20", HOME, linked("src/a.py", 10, 20, SHA[:10])),
        (f"https://github.com/ada/shop/blob/{SHA}/src/a.py#L10", HOME, linked("src/a.py", 10, 10, SHA[:10])),
        (f"https://github.com/ada/shop/blame/{SHA[:7]}/src/a.py#L3", HOME, linked("src/a.py", 3, 3, SHA[:7])),
        ("https://www.github.com/Ada/Shop/blob/main/src/a.py?plain=1#L2", HOME, linked("src/a.py", 2, 2)),
        ("https://github.com/ada/shop/blob/fix/the/cache/src/a.py#L2C4-L5C9", HOME, linked("src/a.py", 2, 5)),
        ("https://github.com/ada/shop/blob/fix/gone.py#L2", HOME, linked("gone.py", 2, 2)),
        ("https://github.com/ada/shop/blob/main/docs/my%20file.md", HOME, linked("docs/my file.md")),
        (f"https://raw.githubusercontent.com/ada/shop/{SHA}/src/a.py", HOME, linked("src/a.py", at=SHA[:10])),
        (f"https://github.com/ada/shop/commit/{SHA}", HOME, Permalink(at=SHA)),
        (f"https://gitlab.com/g/s/shop/-/blob/{SHA}/src/a.py#L10-20", "gitlab.com/g/s/shop",
         linked("src/a.py", 10, 20, SHA[:10])),
        (f"https://gitlab.com/g/s/shop/-/commit/{SHA}", "gitlab.com/g/s/shop", Permalink(at=SHA)),
        (f"https://bitbucket.org/ada/shop/src/{SHA}/src/a.py#lines-3:7", "bitbucket.org/ada/shop",
         linked("src/a.py", 3, 7, SHA[:10])),
        (f"https://codeberg.org/ada/shop/src/commit/{SHA}/src/a.py#L3-L7", "codeberg.org/ada/shop",
         linked("src/a.py", 3, 7, SHA[:10])),
        ("https://codeberg.org/ada/shop/src/branch/main/src/a.py#L3", "codeberg.org/ada/shop",
         linked("src/a.py", 3, 3)),
        (f"https://github.com/bob/shop/blob/{SHA}/src/a.py#L1", HOME, None),
        (f"https://github.com/ada/shop2/blob/{SHA}/src/a.py#L1", HOME, None),
        ("https://github.com/ada/shop/issues/7", HOME, None),
        ("https://github.com/ada/shop/blob/main", HOME, None),
        ("https://github.com/ada/shop", HOME, None),
        (f"https://github.com/ada/shop/blob/{SHA}/src/a.py#L1", "", None),
    ],
)  # fmt: skip
def test_which_place_an_address_names(address: str, home: str, place: Permalink | None) -> None:
    assert permalink(address, home, known) == place


@pytest.mark.parametrize(
    ("text", "kind", "path", "first", "at", "quote"),
    [
        (f"https://github.com/ada/shop/blob/{SHA}/src/a.py#L3: `x = 1`", "lines", "src/a.py", 3, SHA[:10], "x = 1"),
        ("[`x = 1`](https://github.com/ada/shop/blob/main/src/a.py#L3).", "lines", "src/a.py", 3, "", "x = 1"),
        ("[a.py, line 3](https://github.com/ada/shop/blob/main/src/a.py#L3).", "lines", "src/a.py", 3, "", ""),
        (f"See https://github.com/ada/shop/commit/{SHA[:9]}.", "commit", SHA[:9], 0, "", ""),
        ("See https://github.com/ada/shop/pull/3.", "address", "https://github.com/ada/shop/pull/3", 0, "", ""),
    ],
)
def test_a_permalink_in_a_text(text: str, kind: str, path: str, first: int, at: str, quote: str) -> None:
    (one,) = recognise(text, KnownSources(files=known, home=HOME))
    assert (one.kind, one.path, one.first, one.at, one.quote) == (kind, path, first, at, quote)
