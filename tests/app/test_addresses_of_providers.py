"""An address may hold a login or a key: neither is shown, kept, or written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from disputatio.app.bootstrap import application
from disputatio.app.models.providers import configs
from disputatio.app.privacy.sendings import sending_of
from disputatio.providers.config import ProviderConfig, public_address
from disputatio.secrets.keyring import Masking

LOGIN, KEY = "Marmalade-toast-51", "tuesday-afternoon-c40e2b"
URL = f"https://ada:{LOGIN}@models.example.org:8443/v1?key={KEY}"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("", ""),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        (URL, "https://models.example.org:8443/v1"),
        ("https://ada@example.org/a@b", "https://example.org/a@b"),
        ("HTTPS://a:b@c@example.org#key", "HTTPS://example.org"),
    ],
)
def test_an_address_is_shown_without_what_is_secret_in_it(url: str, shown: str) -> None:
    assert public_address(url) == shown
    provider = ProviderConfig(name="own", kind="openai", base_url=url)
    asked = sending_of("memories", "", provider)
    assert asked.address == shown
    assert LOGIN not in asked.sentence + asked.key


async def test_logins_and_keys_of_addresses_are_masked(home: Path) -> None:
    masking = Masking()
    async with application({"DISPUTATIO_HOME": str(home), "OPENAI_BASE_URL": URL, "OPENAI_API_KEY": "k" * 9}, masking):
        masked = masking.mask(f"no answer from {URL} ({LOGIN}, {KEY})")
    assert LOGIN not in masked
    assert KEY not in masked


async def test_a_key_that_cannot_be_one_is_not_used_and_that_is_said(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad = f"{KEY}\nX-Evil: 1"
    async with application({"DISPUTATIO_HOME": str(home)}) as app:
        found = await configs(app.settings, {"OPENAI_API_KEY": bad, "GEMINI_API_KEY": f"{KEY}\r\n"}, app.keys)
    assert found["openai"].key == ""
    assert found["gemini"].key == KEY
    assert "OPENAI_API_KEY" in caplog.text
    assert KEY not in caplog.text


def test_the_list_of_providers_shows_no_login(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from disputatio.faces.cli.main import run

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPUTATIO_HOME", str(home))
        patch.setenv("OPENAI_BASE_URL", URL)
        assert run(["providers", "--json"], lambda: 99) == 0
    out = capsys.readouterr().out
    assert "https://models.example.org:8443/v1" in json.dumps(json.loads(out))
    assert LOGIN not in out
    assert KEY not in out
