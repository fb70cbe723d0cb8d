"""Files that hold secrets, told by their names alone."""

from __future__ import annotations

import re

_SECRET_FILES = (
    (re.compile(r"(^|/)(\.env(\.[\w.-]+)?|[\w-]+\.env)$", re.I), "environment file"),
    (
        re.compile(
            r"(^|/)(\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.boto|\.s3cfg|\.vault-token|\.dockercfg)$",
            re.I,
        ),
        "login file",
    ),
    (
        re.compile(r"(^|/)\.(aws|azure|kube|docker)/(credentials|config(\.json)?|accessTokens\.json)$", re.I),
        "login file",
    ),
    (
        re.compile(r"(^|/)(\.?htpasswd|shadow|credentials(\.json)?|secrets?\.(ya?ml|json|toml|ini))$", re.I),
        "login file",
    ),
    (
        re.compile(
            r"(^|/)(\.cargo/credentials(\.toml)?|\.gem/credentials|application_default_credentials\.json)$", re.I
        ),
        "login file",
    ),
    (re.compile(r"(^|/)(\.terraformrc|credentials\.tfrc\.json)$", re.I), "login file"),
    (re.compile(r"(^|/)id_(rsa|dsa|ecdsa|ed25519)(_sk)?$", re.I), "private key file"),
    (re.compile(r"\.(pem|key|p12|pfx|ppk|jks|keystore|kdbx|asc|gpg|tfstate)$", re.I), "key file"),
    (re.compile(r"(^|/)(service[-_]?account|gcp[-_]?key)[\w.-]*\.json$", re.I), "key file"),
)
_EXAMPLE_FILE = re.compile(r"\.(example|sample|template|dist|defaults?)$", re.I)


def secret_file(path: str) -> str:
    """What a file of this name seems to be, if such files hold secrets: "environment file", … or ""."""
    if _EXAMPLE_FILE.search(path):
        return ""
    return next((kind for shape, kind in _SECRET_FILES if shape.search(path)), "")
