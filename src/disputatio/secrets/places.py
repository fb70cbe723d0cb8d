"""Where people keep their keys: folders that no program of a participant may read, and that no repository is opened
from, even where somebody names them.

It knows the usual places by their names, and cannot know all. What a name does not give away is searched for by its
shape (`detection`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

_BROWSER, _KEYRING = "the passwords of a browser", "the passwords of a keyring"
ANYWHERE: Final = {
    ".ssh": "the keys of SSH",
    ".gnupg": "the keys of GnuPG",
    ".aws": "the keys of AWS",
    ".azure": "the keys of Azure",
    ".kube": "the keys of Kubernetes",
    ".docker": "the logins of Docker",
    ".password-store": "the passwords of pass",
    ".pki": "keys of certificates",
    ".mozilla": _BROWSER,
    ".thunderbird": "the passwords of Thunderbird",
    ".electrum": "the keys of a wallet",
    ".bitcoin": "the keys of a wallet",
}
"""Folders of these names, whosever they are."""
IN_HOME: Final = {
    **{f".config/{name}": _BROWSER for name in (
        "google-chrome", "chromium", "BraveSoftware", "microsoft-edge", "vivaldi", "opera",
    )},
    **{f"{place}/{name}": _BROWSER for place in ("snap", ".var/app") for name in (
        "firefox", "chromium", "org.mozilla.firefox", "org.chromium.Chromium", "com.google.Chrome",
    )},
    ".config/gcloud": "the keys of Google Cloud",
    ".config/gh": "the logins of GitHub",
    ".config/hub": "the logins of GitHub",
    ".config/op": "the passwords of 1Password",
    ".config/KeePassXC": "the passwords of KeePassXC",
    ".config/Bitwarden": "the passwords of Bitwarden",
    ".config/sops": "the keys of sops",
    ".local/share/keyrings": _KEYRING,
    ".local/share/kwalletd": _KEYRING,
    ".local/share/python_keyring": _KEYRING,
    "Library/Keychains": _KEYRING,
}  # fmt: skip
"""Folders below a home folder."""
OWN: Final = "the debates, settings and consents of Disputatio"


def keys_in(folder: str | Path, own: Iterable[str | Path] = (), *, below: bool = True) -> str:
    """Return what a folder holds that nobody else is to read, in words: because it is one of these places, stands in
    one, or (`below`) has one in it; "" where nothing is known. `own`: the application's folders. Links are followed.
    Blocks."""
    path = os.path.realpath(os.path.expanduser(folder))
    named = next((what for part in Path(path).parts if (what := ANYWHERE.get(part))), "")
    places = ((place, what) for place, what in _places(own) if holds(place, path) or (below and holds(path, place)))
    return named or next((what for _, what in places), "")


def _places(own: Iterable[str | Path]) -> Iterator[tuple[str, str]]:
    home = os.path.realpath(os.path.expanduser("~"))
    for name, what in {**ANYWHERE, **IN_HOME}.items():
        yield os.path.join(home, name), what
    for folder in own:
        yield os.path.realpath(folder), OWN


def holds(folder: str, place: str) -> bool:
    """Return whether a place is a folder or lies in it."""
    return place == folder or place.startswith(folder.rstrip("/") + "/")
