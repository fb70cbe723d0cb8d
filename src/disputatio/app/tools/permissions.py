"""Asking the person about one call of a tool, while the turn waits: for servers whose every call is to be allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Literal

from disputatio.debate.errors import DisputatioError
from disputatio.debate.values import value

Answer = Literal["once", "debate", "always", "no"]
PATIENCE: Final = 300.0
"""Seconds that a turn waits for the person."""


class NotAllowed(DisputatioError):
    """The person did not allow a call of a tool."""


@value
class ToolQuestion:
    """May a participant do this? `place` is where the server is, `arguments` what would be passed to it, untrusted."""

    number: int
    debate: str
    who: str
    server: str
    place: str
    tool: str
    arguments: str


class Permissions:
    """A face that can ask takes part by `listen`; without one, nothing is allowed."""

    def __init__(self) -> None:
        self._faces: list[Callable[[ToolQuestion], None]] = []
        self._open: dict[int, asyncio.Future[Answer]] = {}
        self._number = 0

    def listen(self, shows: Callable[[ToolQuestion], None]) -> Callable[[], None]:
        """Call `shows` with each question, until the returned function is called."""
        self._faces.append(shows)
        return lambda: self._faces.remove(shows) if shows in self._faces else None

    async def ask(self, debate: str, who: str, server: str, place: str, tool: str, arguments: str) -> Answer:
        """Return what the person allows. Raises NotAllowed where they do not, or nobody can be asked."""
        if not self._faces:
            raise NotAllowed("Nobody is here who could allow this call.", "Do without it.")
        self._number += 1
        question = ToolQuestion(
            number=self._number, debate=debate, who=who, server=server, place=place, tool=tool, arguments=arguments
        )
        answer = self._open[question.number] = asyncio.get_running_loop().create_future()
        try:
            for shows in tuple(self._faces):
                shows(question)
            async with asyncio.timeout(PATIENCE):
                given: Answer = await answer
        except TimeoutError:
            raise NotAllowed("The person did not answer in time.", "Do without it.") from None
        finally:
            self._open.pop(question.number, None)
        if given == "no":
            raise NotAllowed("The person did not allow this call.", "Do without it.")
        return given

    def answer(self, question: ToolQuestion, given: Answer) -> None:
        """Give the person's answer; one that comes too late changes nothing."""
        waiting = self._open.get(question.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(given)

    def waits(self, question: ToolQuestion) -> bool:
        """Return whether a question is still open."""
        return question.number in self._open
