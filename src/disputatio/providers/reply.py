"""A reply while it arrives, and whether it may be called whole."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from disputatio.debate.log.events import Usage
from disputatio.engine.ports import Finished, Part, TextDelta, ThinkingDelta, ToolCalled
from disputatio.providers.faults import Site, broken_stream, flooded
from disputatio.secrets.disguises import IN_KEYS
from disputatio.secrets.keyring import Masking

LONGEST_KEY = 2_000
"""Letters that wait at most, with all that stands between them: no provider's key is a tenth as long."""

Reason = Literal["stop", "length", "tool"]


class Reply:
    """Counts what has come. `begun`: something was handed out; `reason`: the provider said that it is complete;
    `toolless`: tools were offered, and the model was asked without them; `effortless`: it refused to be told how long
    to think, and was asked without that."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.begun = False
        self.spoke = False
        self.reason: Reason | None = None
        self.model = ""
        self.usage: Usage | None = None
        self.content_type = ""
        self.toolless = False
        self.effortless = False
        self._sources: dict[str, str] = {}
        self._gathered = 0

    def text(self, piece: object) -> list[TextDelta]:
        """Return a piece of the answer. Raises TypeError for what is not text (the wire is untrusted)."""
        if not checked_text(piece):
            return []
        self.begun = True
        self.spoke = self.spoke or not str(piece).isspace()
        return [TextDelta(text=str(piece))]

    def thought(self, piece: object) -> list[ThinkingDelta]:
        if not checked_text(piece):
            return []
        self.begun = True
        return [ThinkingDelta(text=str(piece))]

    def answered_by(self, model: object) -> None:
        if isinstance(model, str) and model:
            self.model = model

    def cite(self, address: object, title: object = "") -> None:
        """Note a page that the provider's own search found."""
        if isinstance(address, str) and address and len(self._sources) < MOST_SOURCES:
            self._sources.setdefault(address[:LONGEST_SOURCE], title[:LONGEST_SOURCE] if isinstance(title, str) else "")

    def sources(self) -> list[TextDelta]:
        """Return the pages as the end of the answer, numbered."""
        lines = [
            f"[{n}] {' '.join((title, address)).strip()}" for n, (address, title) in enumerate(self._sources.items(), 1)
        ]
        return self.text("\n\nSources:\n" + "\n".join(lines) + "\n") if lines else []

    def counted(self, prompt: object, completion: object, cached: object = None, written: object = None) -> None:
        """Keep the tokens that the provider counts: `cached` and `written` are among those of the prompt. If all are
        zero, it did not count."""
        usage = Usage(
            prompt=tokens(prompt), completion=tokens(completion), cached=tokens(cached), written=tokens(written)
        )
        if usage.total:
            self.usage = usage

    def room_for(self, calls: int) -> None:
        """Refuse an endless answer: raise InvalidReply where it makes more calls than are gathered."""
        if calls >= MOST_CALLS:
            raise flooded(self.site, f"made more than {MOST_CALLS:,} calls")

    def joined(self, so_far: str, piece: object, most: int = 0) -> str:
        """Return what is gathered piece by piece beside the answer, which is bounded elsewhere: a call, a signature,
        why it is refused. Raises TypeError for what is not text, and InvalidReply where all that is gathered is more
        than anything can be done with."""
        if not checked_text(piece):
            return so_far
        self._gathered += len(str(piece))
        if self._gathered > MOST_GATHERED:
            raise flooded(self.site, f"made calls of more than {MOST_GATHERED:,} characters")
        return so_far + str(piece) if len(so_far) < (most or LONGEST_ARGUMENTS) else so_far

    def finish(self) -> Finished:
        """Return the last part. Raises BrokenStream where the reply is not whole."""
        if self.reason is None:
            raise broken_stream(self.site, self._why_unfinished())
        if not self.spoke and self.reason == "length":
            raise broken_stream(
                self.site,
                "it used up its whole length before the answer began",
                "Allow longer answers, or choose a model that thinks less.",
            )
        if not self.spoke and self.reason == "stop":
            raise broken_stream(self.site, "it finished without saying anything")
        return Finished(
            reason=self.reason,
            model=self.model,
            usage=self.usage,
            toolless=self.toolless,
            effortless=self.effortless,
        )

    def _why_unfinished(self) -> str:
        kind = self.content_type.partition(";")[0].strip()
        if not self.begun and kind and kind != "text/event-stream":
            return f"{self.site.url} sent {kind} instead of a stream of events; is the address right?"
        if not self.begun:
            return "it ended before it said anything"
        return "it ended without saying that it was complete"


class Veil:
    """Hides known keys in an answer that comes in pieces, wherever these are cut: the end of a text waits while a key
    could go on there, which is until a word ends, and longer where its letters may be the first ones of a key."""

    def __init__(self, masking: Masking) -> None:
        self._masking = masking
        self._kind: type[TextDelta] | type[ThinkingDelta] = TextDelta
        self._held = ""

    def over(self, part: Part) -> list[Part]:
        """Return what can be shown now."""
        match part:
            case _ if self._masking.empty:
                return [part]
            case TextDelta() | ThinkingDelta():
                before = self.rest() if type(part) is not self._kind else []
                self._kind = type(part)
                text = self._held + part.text
                tail = text[-LONGEST_KEY:]
                end = len(text) - len(tail) + len(tail[: self._masking.begun(tail)].rstrip(IN_KEYS))
                self._held = text[end:]
                return [*before, *self._shown(text[:end])]
            case ToolCalled():
                hide = self._masking.hide
                said = {name: hide(getattr(part, name)) for name in ("id", "name", "arguments", "signature")}
                return [*self.rest(), replace(part, **said)]
            case _:
                return [*self.rest(), part]

    def rest(self) -> list[Part]:
        """Return what waits: nothing more comes."""
        text, self._held = self._held, ""
        return self._shown(text)

    def _shown(self, text: str) -> list[Part]:
        return [self._kind(text=self._masking.hide(text))] if text else []


def checked_text(piece: object) -> bool:
    """Return whether there is text. Raises TypeError for anything but text or nothing."""
    if piece is None:
        return False
    if not isinstance(piece, str):
        raise TypeError(f"text expected, not {type(piece).__name__}")
    return bool(piece)


MOST_SOURCES = 50
"""Pages that a search may list."""

MOST_CALLS = 1000
"""Calls of one answer that are gathered before the answer is given up. The engine hears the first few dozen."""

LONGEST_ARGUMENTS = 100_000
"""Characters of the arguments of a call that are gathered. Longer ones are none that anything could be done with."""

LONGEST_NAME = 1_000
MOST_GATHERED = 2_000_000
"""Characters of all calls of an answer together, with all that belongs to them."""
LONGEST_SOURCE = 2_000
"""Characters of the address and of the title of a page that is cited."""


def tokens(count: object) -> int:
    return count if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0
