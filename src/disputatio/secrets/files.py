"""Files that hold secrets, told by their names; and those among them that hold only public keys after all."""

from __future__ import annotations

from disputatio.debate.patterns import compiled

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
    """What a file of this name seems to be, if such files hold secrets: "environment file", … or ""."""
    if compiled(_EXAMPLE_FILE).search(path):
        return ""
    return next((kind for shape, kind in _SECRET_FILES if compiled(shape).search(path)), "")


def only_public(text: str) -> bool:
    """Whether a text is public keys, certificates or signatures in full, with nothing that could be another key beside
    them: then a name such as ".asc" or ".pem" gives nothing away."""
    reached, rest = 0, []
    while begin := compiled(_PUBLIC).search(text, reached):
        last = f"-----END {begin[1]}-----"
        end = text.find(last, begin.end())
        if end < 0 or not all(compiled(_ARMOURED).fullmatch(line) for line in text[begin.end() : end].split("\n")):
            return False
        rest.append(text[reached : begin.start()])
        reached = end + len(last)
    beside = "\n".join([*rest, text[reached:]])
    return bool(rest) and "-----BEGIN" not in beside and not compiled(_ENCODED).search(beside)
