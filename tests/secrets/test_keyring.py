"""Where keys come from, what is said when they cannot be kept, and that they are never shown."""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import subprocess
import sys
import threading
import traceback
from typing import get_args

import pytest

from disputatio.secrets.keyring import BadKey, Key, KeyringState, Keys, Masking, variable
from disputatio.testing.fake_keyring import FakeKeyring, Mood

SECRET = "not-a-known-shape-4711"


def keys_with(keyring: FakeKeyring, **environment: str) -> Keys:
    return Keys(environment, lambda: keyring)


async def test_sources_in_their_order() -> None:
    keyring = FakeKeyring()
    keys = keys_with(keyring, OPENAI_API_KEY=" from-environment ")
    assert (await keys.get("anthropic")).source == "none"
    assert (await keys.set("anthropic", "kept-in-keyring")).available
    await keys.set("openai", "kept-as-well")
    found = {provider: await keys.get(provider) for provider in ("openai", "anthropic")}
    assert (found["openai"].source, found["openai"].text) == ("environment", "from-environment")
    assert (found["anthropic"].source, found["anthropic"].text) == ("keyring", "kept-in-keyring")
    keys.remember("anthropic", "for-this-session")
    assert (await keys.get("anthropic")).source == "session"


async def test_environment_answers_without_asking_the_keyring() -> None:
    keyring = FakeKeyring("absent")
    assert (await keys_with(keyring, GEMINI_API_KEY="abcdefgh").get("gemini")).text == "abcdefgh"
    assert keyring.calls == 0


@pytest.mark.parametrize(
    ("provider", "name"),
    [("openai", "OPENAI_API_KEY"), ("my-server.local", "MY_SERVER_LOCAL_API_KEY"), ("größe", "GR_SSE_API_KEY")],
)
def test_variable_of_any_provider(provider: str, name: str) -> None:
    assert variable(provider) == name


async def test_keyring_is_called_off_the_event_loop() -> None:
    keyring = FakeKeyring()
    await keys_with(keyring).set("openai", SECRET)
    assert keyring.threads == {"keyring"}


@pytest.mark.parametrize(
    ("mood", "reason"),
    [
        ("absent", "no keyring"),
        ("locked", "locked"),
        ("dismissed", "dismissed"),
        ("failing", "failed"),
        ("forgetful", "did not keep"),
    ],
)
async def test_every_fault_has_a_reason_and_a_remedy_and_keeps_nothing(mood: Mood, reason: str) -> None:
    keys = keys_with(FakeKeyring(mood))
    state = await keys.set("openai", SECRET)
    assert not state.available
    assert reason in state.reason
    assert "OPENAI_API_KEY" in state.remedy
    assert SECRET not in repr(state)
    assert not await keys.get("openai")
    keys.remember("openai", SECRET)
    assert (await keys.get("openai")).source == "session"


async def test_a_keyring_that_never_answers_is_given_up() -> None:
    keyring = FakeKeyring("silent")
    told: list[str] = []
    keys = Keys({}, lambda: keyring, patience=0.05, told=told.append)
    state = await keys.state()
    assert not state.available
    assert ["waits for it for at most 0.05 s" in each for each in told] == [True], "whoever waits knows for what"
    assert "did not answer" in state.reason
    keyring.release()


async def test_a_silent_one_is_waited_for_once_and_asked_again_where_a_key_is_to_be_kept() -> None:
    asked: list[str] = []
    hold = threading.Event()

    class Silent(FakeKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            asked.append(username)
            hold.wait()
            return super().get_password(service, username)

    keys = Keys({}, Silent, patience=0.05, told=lambda _: None)
    assert not any([await keys.get(each) for each in ("openai", "anthropic", "gemini")])
    assert not (await keys.state()).available
    assert asked == ["openai"]
    hold.set()
    assert (await keys.set("openai", "sk-fake-0123456789")).available
    assert (await keys.state()).available


@pytest.mark.parametrize("fault", [ZeroDivisionError, AttributeError, KeyError, TypeError])
async def test_whatever_a_back_end_raises_is_told_and_ends_nothing(fault: type[Exception]) -> None:
    def broken() -> FakeKeyring:
        raise fault("bus")

    keys = Keys({}, broken)
    assert not await keys.get("openai")
    state = await keys.state()
    assert not state.available
    assert "The keyring failed" in state.reason


async def test_calls_do_not_overlap() -> None:
    running: list[int] = []
    most: list[int] = []

    class Watched(FakeKeyring):
        def get_password(self, service: str, username: str) -> str | None:
            running.append(1)
            most.append(len(running))
            threading.Event().wait(0.01)
            running.pop()
            return super().get_password(service, username)

    keys = keys_with(Watched())
    async with asyncio.TaskGroup() as group:
        for provider in "abcde":
            group.create_task(keys.get(provider))
    assert most == [1] * 5


async def test_deleting_is_complete_and_repeatable() -> None:
    keyring = FakeKeyring()
    keys = keys_with(keyring)
    await keys.set("openai", SECRET)
    keys.remember("openai", "another-one")
    assert (await keys.delete("openai")).available
    assert (await keys.delete("openai")).available
    assert not await keys.get("openai")
    assert keyring.passwords == {}


async def test_a_kept_key_replaces_that_of_the_session() -> None:
    keys = keys_with(FakeKeyring())
    keys.remember("openai", "first-one")
    await keys.set("openai", "second-one")
    assert (await keys.get("openai")).text == "second-one"


@pytest.mark.parametrize(
    ("typed", "kept"), [(f"  {SECRET}\n", SECRET), (f'"{SECRET}"', SECRET), (f"`{SECRET}` ", SECRET)]
)
async def test_what_stands_around_a_pasted_key_is_dropped(typed: str, kept: str) -> None:
    keys = keys_with(FakeKeyring())
    await keys.set("openai", typed)
    assert (await keys.get("openai")).text == kept


@pytest.mark.parametrize(
    "typed", ["", "  ", '""', f"{SECRET}\n{SECRET}", f"my key {SECRET}", f"{SECRET}ü", f"{SECRET}\0"]
)
async def test_what_cannot_be_a_key_is_refused_without_repeating_it(typed: str) -> None:
    keys = keys_with(FakeKeyring())
    with pytest.raises(BadKey) as caught:
        keys.remember("openai", typed)
    assert SECRET not in str(caught.value)
    with pytest.raises(BadKey):
        await keys.set("openai", typed)


async def test_a_key_is_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    keys = keys_with(FakeKeyring("failing"), OPENAI_API_KEY=SECRET)
    key = await keys.get("openai")
    keys.remember("anthropic", SECRET)
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("disputatio").info("%s %r %s", key, key, keys)
        state = await keys.set("gemini", SECRET)
    shown = [repr(key), str(key), f"{key}", repr(keys), repr(keys.masking), repr(state), caplog.text]
    try:
        raise ValueError(key, keys)
    except ValueError:
        shown.append(traceback.format_exc())
    assert all(SECRET not in text for text in shown)


def test_masking_takes_out_known_keys_and_shapes_of_keys() -> None:
    masking = Masking()
    masking.add("abcdef")
    masking.add("abcdefgh")
    masking.add("ab")
    shaped = "sk-" + "ant-api03-q7Rz2LmX9vKc4TbW8nYp3HsD6"
    assert masking.mask(f"about abcdefgh abcdef {shaped}") == "about [key] [key] [held back: Anthropic key]"


def test_states_and_keys_are_plain_values() -> None:
    assert Key() == Key(source="none", text="")
    assert not Key()
    assert KeyringState(available=True).reason == ""
    assert "working" in get_args(Mood)


def test_library_is_loaded_at_first_use_only() -> None:
    code = "import sys, disputatio.secrets.keyring; sys.exit('keyring' in sys.modules)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


async def test_the_real_library_without_a_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library's own back ends for "none" (fail) and "switched off" (null)."""
    from keyring.backends import fail, null

    state = await Keys({}, fail.Keyring).set("openai", SECRET)
    assert "no keyring" in state.reason
    state = await Keys({}, null.Keyring).set("openai", SECRET)
    assert "did not keep" in state.reason


ALTERED = {
    "as it is": SECRET,
    "in capitals": SECRET.upper(),
    "in small letters": SECRET.lower(),
    "in base 64": base64.b64encode(SECRET.encode()).decode(),
    "in a basic login": base64.b64encode(f"ada:{SECRET}".encode()).decode(),
    "in base 64 for addresses": base64.urlsafe_b64encode(f"a:{SECRET}!".encode()).decode(),
    "its first letter changed": "Q" + SECRET[1:],
    "a letter changed": SECRET[:9] + "~" + SECRET[10:],
    "its last letter changed": SECRET[:-1] + "~",
}


@pytest.mark.parametrize("how", ALTERED)
def test_a_key_that_a_server_echoes_is_masked_however_it_was_altered(how: str) -> None:
    masking = Masking()
    masking.add(SECRET + "\n")
    masked = masking.mask(f"Incorrect key provided: {ALTERED[how]}. Look it up, and İt is wrong.")
    assert "[key]" in masked
    assert not any(SECRET[at : at + 7].lower() in masked.lower() for at in range(len(SECRET) - 6))
    assert ALTERED[how][4:-4] not in masked
    assert masked.endswith("Look it up, and İt is wrong.")


async def test_a_key_of_the_environment_that_holds_a_line_end_is_no_key() -> None:
    keys = keys_with(FakeKeyring(), OPENAI_API_KEY=f"{SECRET}\r\n", GEMINI_API_KEY=f"{SECRET}\nX-Evil: 1")
    assert (await keys.get("openai")).text == SECRET
    assert not await keys.get("gemini")
    assert SECRET not in keys.masking.mask(f"bad header {SECRET}")


def test_a_key_that_is_made_of_words_hides_no_words() -> None:
    masking = Masking()
    masking.add("disputatio-development-secret")
    told = "Disputatio is under development, and that is no secret."
    assert masking.mask(told) == told
    assert masking.mask("It is DISPUTATIO development: secret.") == "It is [key]."
