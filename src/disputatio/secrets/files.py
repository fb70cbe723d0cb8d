"""Files that hold secrets, told by their names alone."""

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
_EXAMPLE_FILE = r"(?i)\.(example|sample|template|dist|defaults?)$"


def secret_file(path: str) -> str:
    """What a file of this name seems to be, if such files hold secrets: "environment file", … or ""."""
    if compiled(_EXAMPLE_FILE).search(path):
        return ""
    return next((kind for shape, kind in _SECRET_FILES if compiled(shape).search(path)), "")
