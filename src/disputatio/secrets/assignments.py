"""Values that stand behind the name of a secret: in an assignment, a sentence, an option, an element, a file of
settings. The freer the place, the more random a value must look."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from disputatio.debate.patterns import compile_pattern
from disputatio.secrets.rules import code, looks_drawn, looks_like_a_passphrase, looks_scrambled, looks_varied

_SECRET_NAME = (
    r"[\w.-]{0,40}(?:passw(?:or)?[dt]|passphrase|pass(?![a-z])|pwd|secret|token|api[_-]?key|apikey|access[_-]?key"
    r"|account[_-]?key|private[_-]?key|credential|auth[_-]?key|encryption[_-]?key|client[_-]?key|session[_-]?id|pw(?![a-z])"
    r"|(?<![a-z])psk)[\w-]{0,30}"
)
_NAME_PARTS = (
    *("key", "token", "secret", "pass", "pw", "credential", "session", "psk", "community", "mnemonic", "phrase"),
    "masterauth",
)
"""One of these is in every name that is looked for."""
_ESCAPED = r"\\{0,4}"
"""What stands before a quotation mark within a text that is quoted itself."""
_QUOTED = (
    rf"(?i)(?<![\w.-])[\"']?{_SECRET_NAME}{_ESCAPED}[\"']?\]?\s{{0,8}}"
    r"(?::\s{0,3}[\w\[\], .|]{1,40}\s{0,3}=|:=|=>|=|:)\s{0,8}"
    rf"[bBrRfF]{{0,2}}{_ESCAPED}([\"'`])([^\"'`\n]{{6,500}}?){_ESCAPED}\1"
)
_BARE = (
    rf"(?i)^\s{{0,40}}(?:export\s+|set\s+|-\s+)?{_SECRET_NAME}\s{{0,8}}[=:]\s{{0,8}}([^\s\"'#;,][^\s\"';,]{{7,500}})"
)
_PASSPHRASE = (
    r"(?i)(?<![\w.-])[\"']?[\w.-]{0,40}(?:passw(?:or)?d|passphrase|passwort|pwd|(?<![a-z])pass)[\"']?\]?\s{0,8}(?::=|=>|=|:)\s{0,8}"
    r"[bBrRuU]{0,2}([\"'`])([^\"`\n]{12,200})\1"
)
_SPACED = (
    rf"(?i)^\s{{0,40}}(?:[-#>*;]{{1,3}}\s+)?(?:snmp-server\s+)?(?:{_SECRET_NAME}|community)"
    r"\s{1,8}([^\s\"'#;,][^\s\"';,]{7,500})\s{0,8}$"
)
"""A line of a file of settings that has but a name and a value."""
_PHRASE = (
    r"(?i)(?:mnemonic|(?:seed|recovery|backup)[ _-]?phrase)[\"']?(?:\s{0,3}[:=]|\s+is\b|\s+was\b)\s{0,3}[\"'`]?"
    r"((?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})(?![a-z])"
)
"""Words from which a wallet can be made again."""
_PAIR = rf"(?i)[\"']{_SECRET_NAME}[\"']\s{{0,3}},\s{{0,3}}[\"']([^\"'\n]{{6,500}})[\"']"
_INNER = (
    rf"(?i)(?<![\w.$-]){_SECRET_NAME}[\"']?(?:\s{{0,3}}[:=]{{1,2}}\s{{0,3}}|\s{{1,3}}(?:is|was|ist|lautet)\s{{1,3}}|(?<=\w)>)"
    r"[\"'`]?([^\s\"'`<>&;|]{6,500})"
    rf"|(?<![\w-])--{_SECRET_NAME}\s{{1,3}}[\"']?([^\s\"'`<>&;|-][^\s\"'`<>&;|]{{5,500}})"
    r"|(?<![\w-])(?:bindpw|rootpw|r[ow]community6?|requirepass|masterauth)\s{1,3}[\"']?([^\s\"'`<>&;|]{6,500})"
    rf"|\bset\s{{1,3}}{_SECRET_NAME}\s{{1,3}}[\"']?([^\s\"'`<>&;|=-][^\s\"'`<>&;|]{{5,500}})"
    rf"|(?<![\w-]){_SECRET_NAME}\(\s{{0,3}}[\"']([^\"'\n]{{6,500}})[\"']"
    rf"|(?<![\w-])(?:key|name|id)=[\"']{_SECRET_NAME}[\"']\s{{1,3}}(?:value|content)=[\"']([^\"'\n]{{6,500}})[\"']"
)
"""An assignment, a sentence, an element, an option, a setting, a call or an attribute anywhere in a line."""
_KEYED = (
    r"(?<![\w.$-])([\w.-]{0,40}(?i:key))[\"']?\s{0,3}[:=]{1,2}\s{0,3}[\"'`]?(?:base64:)?([\w+/=-]{24,200})(?![\w+/=-])"
)
_VARIABLE = r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_KEY"
_SENTENCE_END = ".,:)]}"
_LONGEST_LINE = 20_000
"""Of longer lines only the beginning is searched."""


def _plain(value: str) -> bool:
    return looks_varied(value, 3.2) and not code(value)


def _any(_: str) -> bool:
    return True


_VALUES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (_QUOTED, lambda value: looks_varied(value, 3.0)),
    (_PASSPHRASE, looks_like_a_passphrase),
    (_BARE, _plain),
    (_SPACED, looks_scrambled),
    (_PHRASE, _any),
    (_PAIR, looks_scrambled),
    (_INNER, looks_scrambled),
)
"""Where they stand, and which of them are likely."""


def assigned(text: str) -> Iterator[tuple[int, int]]:
    """Yield where values of secrets' names stand in a text."""
    at = 0
    for line in text.split("\n"):
        for start, end in _values(line[:_LONGEST_LINE]) if _named(line) else ():
            yield at + start, at + end
        at += len(line) + 1


def _named(line: str) -> bool:
    """Return whether a secret's name can stand in a line: most are told from that without an expression."""
    folded = line.casefold()
    return any(part in folded for part in _NAME_PARTS)


def _values(line: str) -> Iterator[tuple[int, int]]:
    for shape, likely in _VALUES:
        for match in compile_pattern(shape).finditer(line):
            n = match.lastindex or 0
            found = match[n].rstrip(_SENTENCE_END) if shape is _INNER else match[n]
            if likely(found):
                yield match.start(n), match.start(n) + len(found)
    for match in compile_pattern(_KEYED).finditer(line):
        if looks_drawn(match[2]) or (compile_pattern(_VARIABLE).fullmatch(match[1]) and looks_varied(match[2], 3.0)):
            yield match.span(2)
