"""What a person says in a debate is recorded without likely secrets: participants hear it, and it stays in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import assert_never, cast

from disputatio.debate.context import released_secrets
from disputatio.debate.log.commands import Answer, Command, Interject, Mark, Review, Rule, SetOption
from disputatio.debate.values import Json, OptionValue
from disputatio.secrets.detection import without_secrets

SPOKEN = Interject | Answer | Rule | Mark | Review | SetOption
"""Commands in which a person says something that participants hear: options can be words, too."""


async def held_back(command: Command, options: Mapping[str, OptionValue]) -> Command:
    """Return a command with what a person says in it as it may be recorded."""
    if isinstance(command, SPOKEN) and _in_words(command):
        return await asyncio.to_thread(without_secrets_of, command, options)
    return command


def _in_words(command: SPOKEN) -> bool:
    """Whether something of it can be a secret. What sets a figure or a switch is carried out at once, before what is
    asked for right after it."""
    return not isinstance(command, SetOption) or isinstance(command.value, str | list | tuple)


def without_secrets_of(command: SPOKEN, options: Mapping[str, OptionValue]) -> Command:
    """The command with a mark in place of each likely secret that the person did not release for this debate."""
    hold_back = partial(without_secrets, released=released_secrets(options))
    match command:
        case Interject():
            return replace(command, text=hold_back(command.text))
        case Answer():
            data = {name: _held_back(found, hold_back) for name, found in command.data.items()}
            return replace(command, text=hold_back(command.text), data=data)
        case Review():
            return replace(command, reason=hold_back(command.reason))
        case Rule() | Mark():
            return replace(command, why=hold_back(command.why))
        case SetOption():
            return replace(command, value=cast(OptionValue, _held_back(cast(Json, command.value), hold_back)))
        case _:
            assert_never(command)


def _held_back(found: Json, hold_back: Callable[[str], str]) -> Json:
    if isinstance(found, str):
        return hold_back(found)
    if isinstance(found, list):
        return [_held_back(each, hold_back) for each in found]
    if isinstance(found, dict):
        return {name: _held_back(each, hold_back) for name, each in found.items()}
    return found
