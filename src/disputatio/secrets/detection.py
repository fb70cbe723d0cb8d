"""Likely secrets in a text: where they are, what they seem to be, the text without them; and what a screening held
back of the texts that are about to leave.

Both kinds of error happen: a secret without any known shape is missed, a harmless constant may be held back. The first
is why a person sees what will leave the computer; the second, why they may release it. The shapes of tokens are those
that their issuers document.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator

from disputatio.debate.patterns import compile_pattern
from disputatio.debate.values import value
from disputatio.secrets import rules
from disputatio.secrets.assignments import assigned
from disputatio.secrets.rules import (
    PLACEHOLDER,
    changes,
    entropy,
    looks_drawn,
    looks_scrambled,
    looks_varied,
    regular,
)

# ---- files that hold secrets, by their names --------------------------------------------------------------------
_SECRET_FILES = (
    (r"(?i)(^|/)(\.env(\.[\w.-]+)?|[\w-]+\.env)$", "environment file"),
    (
        r"(?i)(^|/)(\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.boto|\.s3cfg|\.vault-token"
        r"|\.dockercfg)$",
        "login file",
    ),
    (
        r"(?i)(^|/)\.(aws|azure|kube|docker)/(credentials|config(\.json)?|accessTokens\.json)$",
        "login file",
    ),
    (
        r"(?i)(^|/)(\.?htpasswd|shadow|credentials(\.json)?|secrets?\.(ya?ml|json|toml|ini))$",
        "login file",
    ),
    (
        r"(?i)(^|/)(\.cargo/credentials(\.toml)?|\.gem/credentials|application_default_credentials\.json)$",
        "login file",
    ),
    (r"(?i)(^|/)(\.terraformrc|credentials\.tfrc\.json)$", "login file"),
    (r"(?i)(^|/)id_(rsa|dsa|ecdsa|ed25519)(_sk)?$", "private key file"),
    (r"(?i)\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg|tfstate)$", "key file"),
    (r"(?i)(^|/)(service[-_]?account|gcp[-_]?key)[\w.-]*\.json$", "key file"),
)
_PUBLIC = r"-----BEGIN ((?:[A-Z0-9]{1,20} ){0,3}PUBLIC KEY(?: BLOCK)?|PGP SIGNATURE|(?:TRUSTED )?CERTIFICATE)-----\s"
_ARMOURED = r"\s*(?:[A-Za-z0-9+/=]{1,80}|[A-Z][A-Za-z-]{1,20}: .{0,200})?\s*"
"""A line between the marks: encoded data, or a heading as PGP has them."""
_ENCODED = r"[A-Za-z0-9+/=]{40}"
_EXAMPLE_FILE = r"(?i)\.(example|sample|template|dist|defaults?)$"


def secret_file(path: str) -> str:
    """Return what a file of this name seems to be, if such files hold secrets: "environment file", … or ""."""
    if compile_pattern(_EXAMPLE_FILE).search(path):
        return ""
    return next((kind for shape, kind in _SECRET_FILES if compile_pattern(shape).search(path)), "")


def only_public(text: str) -> bool:
    """Return whether a text is public keys, certificates or signatures in full, with nothing that could be another key
    beside them: then a name such as ".asc" or ".pem" gives nothing away."""
    reached, rest = 0, []
    while begin := compile_pattern(_PUBLIC).search(text, reached):
        last = f"-----END {begin[1]}-----"
        end = text.find(last, begin.end())
        if end < 0 or not all(
            compile_pattern(_ARMOURED).fullmatch(line) for line in text[begin.end() : end].split("\n")
        ):
            return False
        rest.append(text[reached : begin.start()])
        reached = end + len(last)
    beside = "\n".join([*rest, text[reached:]])
    return bool(rest) and "-----BEGIN" not in beside and not compile_pattern(_ENCODED).search(beside)


__all__ = ["Finding", "find", "identity", "only_public", "redact", "safe_cut", "secret_file", "without_secrets"]


@value
class Finding:
    """A likely secret: text[start:end], which begins on `line` (from 1). `kind` is in words; `id` is by what a person
    names it to release it: the same for the same secret wherever it stands."""

    kind: str
    path: str
    line: int
    start: int
    end: int
    id: str = ""


_KEY_BLOCK = r"(?m)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File-\d"
_KEY_BLOCK_END = r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"

_ANYWHERE = {
    "password hash": r"\$(?:apr1|2[abxy]|5|6|y|argon2\w{1,2})\$[./\w$=,+-]{20,200}",
    "Google login token": r"(?<![\w/])1//0[\w-]{40,200}",
    "web hook": (
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[\w/]{20,120}"
        r"|https://(?:\w{1,20}\.)?discord(?:app)?\.com/api/webhooks/\d{15,22}/[\w-]{50,90}"
    ),
    "Mailgun key": r"(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])",
    "Discord bot token": r"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])",
}
_ADDRESS_LOGIN = r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"<>]{0,80}:([^\s/@'\"<>]{3,120})@"
_TOKEN_LOGIN = r"(?i)\b[a-z][a-z0-9+.-]{1,20}://([a-z0-9_~.%-]{16,500})@[a-z0-9]"
"""An address whose login is nothing but a token."""
_AUTHORIZATION = (
    r"(?:\b(?:Bearer|Basic)|\b[Aa]uthorization[\"']?\s?[:=]\s?[\"']?\w{3,12})\s+([A-Za-z0-9+/_=.-]{16,2000})"
)
_IN_ADDRESS = (
    r"(?i)[?&;#][\w.-]{0,30}(?:key|token|secret|passw(?:or)?d|pwd|sig(?:nature)?|auth)=([^\s&#\"'<>`)\]]{8,1000})"
    r"|[?&]code=([^\s&#\"'<>`)\]]{30,1000})"
)
_COMMAND_LOGIN = (
    r"\b(?:curl|wget|http)\b[^\n]{0,300}?\s(?:-u|--user|--proxy-user|-U)[\s=]{0,3}[\"']?"
    r"[^\s:\"']{1,80}:([^\s\"'`]{3,200})"
)
_COMMAND_PASSWORD = (
    r"\b(?:sshpass|mysql\w{0,10}|mariadb|docker|podman|helm|psql|mongo\w{0,10}|redis-cli|valkey-cli|ldap\w{1,10}|7z|zip"
    r"|unzip|cqlsh|sqlcmd|influx|plink|kafka\w{0,10})\b[^\n]{0,200}?\s-[paPwW]\s{0,2}[\"']?([^\s\"'`]{6,200})"
)
_SQL_PASSWORD = r"(?i)\b(?:password|identified\s{1,3}(?:with\s{1,3}\S{1,40}\s{1,3})?by)\s{1,3}'([^'\n]{4,200})'"
_LOGIN_LINE = r"(?<![\w:/.-])[\w.*-]{1,100}:(?:\d{2,5}|\*):[^:\s/]{1,60}:[^:\s/]{1,60}:([^\s:]{6,200})"
_NETRC = r"(?i)\bmachine\s+\S{1,100}\s+login\s+\S{1,100}\s+password\s+(\S{3,200})"
"""As .pgpass and .netrc have them."""
_ENCODED_LOGIN = r"[\"']auth[\"']\s{0,3}:\s{0,3}[\"']([A-Za-z0-9+/=]{16,2000})[\"']"

_EXAMPLES = (
    r"(?i)pass(?:wd|word)?|pwd?|secret|tiger|test(?:ing)?|user(?:name)?|admin|root|guest|postgres|mysql|token|key|login"
    r"|my_?pass(?:word)?|foo|bar"
)
"""Passwords of addresses in documentation."""
_SHORTEST = 12
_RUN = r"[\"'`]([A-Za-z0-9+/_=-]{24,128})[\"'`]"
_LONE_RUN = r"(?:(?<=[\s(])|^)[A-Za-z0-9_-]{28,128}(?=[\s).,;:]|$)"
_BEFORE_TOKEN, _AFTER_TOKEN = r"(?:(?<=[\s(\"'`=:])|^)", r"(?=[\s)\"'`,;:<&]|\.(?:\s|$)|$)"
_PREFIXED = (
    _BEFORE_TOKEN + r"(?:[A-Za-z][A-Za-z0-9]{1,11}[._~-]){1,4}([A-Za-z0-9_-]{18,200})={0,2}" + r"(?=[\s)\"'`.,;:<&]|$)"
)
"""A token of whoever names it at its beginning, as most issuers do now: only what follows is drawn."""
_PREFIXED_HASH = (
    _BEFORE_TOKEN
    + r"(?!\w{0,12}(?:sha|md5|commit|rev|hash|etag|build|git|trace|span|digest|blob|tree|layer|cache|docker))"
    + r"(?:[A-Za-z][A-Za-z0-9]{1,11}[_-]){1,3}(?:[0-9a-f]{32,64}|[0-9A-Z]{28,64}|[0-9a-z]{32,64})"
    + _AFTER_TOKEN
)
"""The same, where what follows has but one kind of letters."""
_HASHED = r"(?i)sha\d{1,3}-|md5-"
_DIGEST = r"(?i)(?:sha\d{1,3}|md5|blake\w+|integrity)\W{0,4}$"
_DATA_FILE = (
    r"(?i)(^|/)(package-lock\.json|npm-shrinkwrap\.json|go\.sum|[\w.-]+\.lock|[\w.-]*lock\.ya?ml)$"
    r"|\.(min\.\w+|map|svg|ipynb|snap)$"
)
"""Files full of digests and encoded data: only known shapes and names count in them."""
_NUMBERED = r"(?m)^\d+\| ?"
_AROUND = 2_500
"""Characters beyond a cut that are looked at: longer than any secret but key blocks, which are known by their first
line."""


def identity(secret: str) -> str:
    """Return what a secret is called. Numbers of lines, as excerpts have them, do not count. It is shown to the person
    alone: whoever can guess a password could tell by it that the guess is right."""
    plain = compile_pattern(_NUMBERED).sub("", secret).strip()
    return hashlib.sha256(b"disputatio held back\0" + plain.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def find(text: str, path: str = "", released: Collection[str] = ()) -> list[Finding]:
    """Every likely secret of a text but those `released` (by id), in order and without overlaps. A file whose name says
    "secret" is one whole, unless all it holds is public keys."""
    kind = secret_file(path)
    if kind and text and not only_public(text) and (id := identity(text)) not in released:
        return [Finding(kind=kind, path=path, line=1, start=0, end=len(text), id=id)]
    found = _without_overlaps(text, path, sorted(_spans(text, path), key=lambda span: (span[0], -span[1])))
    return [finding for finding in found if finding.id not in released] if released else found


def _without_overlaps(text: str, path: str, spans: Iterable[tuple[int, int, str]]) -> list[Finding]:
    found: list[Finding] = []
    reached = line = 0
    counted = 0
    for start, end, kind in spans:
        if end <= reached:
            continue
        start = max(start, reached)
        line += text.count("\n", counted, start)
        counted = start
        id = identity(text[start:end])
        found.append(Finding(kind=kind, path=path, line=line + 1, start=start, end=end, id=id))
        reached = end
    return found


def redact(text: str, findings: Iterable[Finding]) -> str:
    """Return the text with a mark in place of each finding. Lines keep their numbers."""
    pieces: list[str] = []
    reached = 0
    for finding in sorted(findings, key=lambda finding: finding.start):
        pieces.append(text[reached : finding.start])
        pieces.append(f"[held back: {finding.kind}]" + "\n" * text.count("\n", finding.start, finding.end))
        reached = finding.end
    return "".join([*pieces, text[reached:]])


def without_secrets(text: str, path: str = "", released: Collection[str] = ()) -> str:
    """Return the text with a mark in place of each likely secret, but those `released` (by id)."""
    return redact(text, find(text, path, released))


def safe_cut(text: str, most: int) -> int:
    """Return how many of the first `most` characters of a text can be kept where it is cut before it is screened: a
    likely secret that lies across the cut would be half a one, which nobody recognises, so it is left out whole."""
    if len(text) <= most:
        return len(text)
    return next((one.start for one in find(text[: most + _AROUND]) if one.start < most < one.end), most)


def _spans(text: str, path: str) -> Iterator[tuple[int, int, str]]:
    yield from _key_blocks(text)
    yield from rules.tokens(text)
    for kind, shape in _ANYWHERE.items():
        for match in compile_pattern(shape).finditer(text):
            if not regular(match[0]):
                yield match.start(), match.end(), kind
    yield from _logins(text)
    for start, end in assigned(text):
        yield start, end, "value of a secret's name"
    yield from _known(text)
    if not compile_pattern(_DATA_FILE).search(path):
        yield from _drawn(text)
        yield from _drawn_in_prose(text)


def _known(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what the rules of others describe, where it stands by itself and is no example."""
    for start, end, kind in rules.matches(text):
        alone = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        if alone and end - start >= _SHORTEST and not regular(text[start:end]):
            yield start, end, kind


def _drawn_in_prose(text: str) -> Iterator[tuple[int, int, str]]:
    """Long runs that were drawn at random and stand by themselves, such as tokens of issuers that nobody knows."""
    for match in compile_pattern(_LONE_RUN).finditer(text):
        if looks_drawn(match[0]) and not _digest(text, match.start()):
            yield match.start(), match.end(), "random text, as keys are"
    for match in compile_pattern(_PREFIXED).finditer(text):
        if looks_drawn(match[1]) and not _digest(text, match.start()) and not compile_pattern(_HASHED).match(match[0]):
            yield match.start(), match.end(), "random text, as keys are"
    for match in compile_pattern(_PREFIXED_HASH).finditer(text):
        if changes(match[0]) >= len(match[0]) / 4 and entropy(match[0]) > 3.5 and not _digest(text, match.start()):
            yield match.start(), match.end(), "random text, as keys are"


def _drawn(text: str) -> Iterator[tuple[int, int, str]]:
    """Quoted runs of letters and digits that were drawn at random, whatever they are called."""
    for match in compile_pattern(_RUN).finditer(text):
        if looks_drawn(match[1]) and not compile_pattern(_HASHED).match(match[1]) and not _digest(text, match.start(1)):
            yield match.start(1), match.end(1), "random text, as keys are"


def _digest(text: str, at: int) -> bool:
    """Return whether what begins there is called a digest."""
    return compile_pattern(_DIGEST).search(text, max(0, at - 12), at) is not None


def _key_blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """A block without its end reaches to the end of the text: rather too much than half a key."""
    reached = 0
    while begin := compile_pattern(_KEY_BLOCK).search(text, reached):
        end = compile_pattern(_KEY_BLOCK_END).search(text, begin.end())
        reached = end.end() if end else len(text)
        yield begin.start(), reached, "private key"


def _logins(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield passwords and keys that a command, an address or a file of logins has at a certain place."""
    for shape, mark, kind, likely in _LOGINS:
        for match in compile_pattern(shape).finditer(text) if mark in text else ():
            n = match.lastindex or 0
            if likely(match[n]):
                yield match.start(n), match.end(n), kind


def _varied(bits: float) -> Callable[[str], bool]:
    return lambda text: looks_varied(text, bits)


def _no_example(password: str) -> bool:
    return not compile_pattern(PLACEHOLDER).search(password) and not compile_pattern(_EXAMPLES).fullmatch(password)


_LOGINS: tuple[tuple[str, str, str, Callable[[str], bool]], ...] = (
    (_ADDRESS_LOGIN, "://", "password in an address", _no_example),
    (_TOKEN_LOGIN, "://", "token in an address", looks_scrambled),
    (_AUTHORIZATION, " ", "authorization header", _varied(3.2)),
    (_IN_ADDRESS, "=", "key in an address", _varied(3.0)),
    (_COMMAND_LOGIN, " -", "password of a command", _no_example),
    (_COMMAND_PASSWORD, " -", "password of a command", looks_scrambled),
    (_SQL_PASSWORD, "'", "password of a command", _varied(2.5)),
    (_LOGIN_LINE, ":", "password of a login", _varied(2.5)),
    (_NETRC, "machine", "password of a login", _varied(2.5)),
    (_ENCODED_LOGIN, "auth", "encoded login", _varied(3.0)),
)
"""Where they stand, what is in every text that has one, what they are called, and which of them are likely."""


@value
class HeldBack:
    """A likely secret that does not leave: what it seems to be, where it stands, and the id to release it by."""

    id: str
    kind: str
    path: str
    line: int

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}" if self.line else self.path


class Screening:
    """Searches texts for secrets, but for those released; gathers what was held back of those that are used."""

    def __init__(self, released: Collection[str] = ()) -> None:
        self.released = frozenset(released)
        self._held: dict[str, HeldBack] = {}
        self._met: set[str] = set()

    def find(self, text: str, path: str = "") -> list[Finding]:
        """Return every likely secret that is to be held back."""
        found = find(text, path)
        if not self.released or not any(finding.id in self.released for finding in found):
            return found
        self._met |= {finding.id for finding in found} & self.released
        return find(text, path, self.released)

    def note(self, findings: Iterable[Finding], title: str = "") -> None:
        """These were held back of a text that is used. `title` names it where it has no path."""
        for each in findings:
            held = HeldBack(id=each.id, kind=each.kind, path=each.path or title, line=each.line if each.path else 0)
            self._held.setdefault(each.id, held)

    @property
    def held_back(self) -> tuple[HeldBack, ...]:
        return tuple(self._held.values())

    @property
    def unknown(self) -> frozenset[str]:
        """Released ids that name nothing that was met."""
        return self.released - self._met
