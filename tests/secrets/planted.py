"""Planted secrets of many kinds: what a person might leave in a text. Most were written down before any rule was looked
at; the last ones of both tables came later, to see how far the rules carry, and three of them are missed.

The values have the form that the issuers document and are drawn by a seeded generator: none was ever issued. They are
put together here, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

import base64
import importlib.metadata
import importlib.util
import random
import re
import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from disputatio.secrets.detection import find, without_secrets

HEX = string.digits + "abcdef"
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
MIXED = string.ascii_letters + string.digits
WEB = MIXED + "_-"
BASE32 = string.ascii_uppercase + "234567"
BASE64 = MIXED + "+/"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"


@dataclass(frozen=True)
class Planted:
    """`text` is what somebody wrote; `secret` is the part of it that must not leave."""

    kind: str
    text: str
    secret: str


class Draw:
    """Draws values; the same ones for the same kind and seed."""

    def __init__(self, kind: str, seed: int) -> None:
        self._random = random.Random(f"{kind} {seed}")

    def __call__(self, length: int, alphabet: str = MIXED) -> str:
        return "".join(self._random.choice(alphabet) for _ in range(length))

    def uuid(self) -> str:
        return "-".join(self(length, HEX) for length in (8, 4, 4, 4, 12))

    def encoded(self, length: int) -> str:
        return base64.b64encode(self(length).encode()).decode()

    def password(self) -> str:
        return f"{self(3)}!{self(2, string.digits)}{self(4)}#{self(2)}"


TOKENS: dict[str, Callable[[Draw], str]] = {
    # ---- tokens that tell by themselves what they are ----------------------------------------------------------------
    "AWS access key id": lambda d: "AK" + "IA" + d(16, BASE32),
    "Google API key": lambda d: "AI" + "za" + d(35, WEB),
    "Google client secret": lambda d: "GOC" + "SPX-" + d(28, WEB),
    "Google access token": lambda d: "ya" + "29." + d(120, WEB),
    "GitHub token": lambda d: "gh" + "p_" + d(36),
    "GitHub fine-grained token": lambda d: "github" + "_pat_" + d(22) + "_" + d(59),
    "GitHub server token": lambda d: "gh" + "s_" + d(36),
    "GitLab token": lambda d: "gl" + "pat-" + d(20, WEB),
    "GitLab runner token": lambda d: "gl" + "rt-" + d(20, WEB),
    "Slack bot token": lambda d: "xo" + "xb-" + d(12, string.digits) + "-" + d(13, string.digits) + "-" + d(24),
    "Slack app token": lambda d: "xa" + "pp-1-A" + d(10, UPPER) + "-" + d(13, string.digits) + "-" + d(64, HEX),
    "Slack web hook": lambda d: "https://hooks.slack" + f".com/services/T{d(8, UPPER)}/B{d(10, UPPER)}/{d(24)}",
    "Discord web hook": lambda d: "https://discord" + f".com/api/webhooks/{d(18, string.digits)}/{d(68, WEB)}",
    "Discord bot token": lambda d: "M" + d(23) + "." + d(6) + "." + d(38, WEB),
    "Teams web hook": lambda d: (
        "https://contoso.webhook.office"
        + f".com/webhookb2/{d.uuid()}@{d.uuid()}/IncomingWebhook/{d(32, HEX)}/{d.uuid()}"
    ),
    "Stripe secret key": lambda d: "sk" + "_live_" + d(24),
    "Stripe restricted key": lambda d: "rk" + "_live_" + d(99),
    "Stripe web hook secret": lambda d: "wh" + "sec_" + d(32),
    "SendGrid key": lambda d: "S" + "G." + d(22, WEB) + "." + d(43, WEB),
    "Mailgun key": lambda d: "key" + "-" + d(32, HEX),
    "Mailchimp key": lambda d: d(32, HEX) + "-us" + "12",
    "Brevo key": lambda d: "xkey" + "sib-" + d(64, HEX) + "-" + d(16),
    "Resend key": lambda d: "r" + "e_" + d(8) + "_" + d(24),
    "Twilio key": lambda d: "S" + "K" + d(32, HEX),
    "npm token": lambda d: "np" + "m_" + d(36),
    "PyPI token": lambda d: "py" + "pi-AgEIcHlwaS5vcmc" + d(150, WEB),
    "RubyGems key": lambda d: "ruby" + "gems_" + d(48, HEX),
    "NuGet key": lambda d: "o" + "y2" + d(43, LOWER),
    "Clojars token": lambda d: "CLO" + "JARS_" + d(60, LOWER),
    "Docker token": lambda d: "dckr" + "_pat_" + d(27, WEB),
    "DigitalOcean token": lambda d: "do" + "p_v1_" + d(64, HEX),
    "DigitalOcean refresh token": lambda d: "do" + "r_v1_" + d(64, HEX),
    "Databricks token": lambda d: "da" + "pi" + d(32, HEX),
    "Vault token": lambda d: "hv" + "s.CAESI" + d(90, WEB),
    "Vault batch token": lambda d: "hv" + "b.AAAAAQ" + d(140, WEB),
    "Terraform Cloud token": lambda d: d(14) + ".atlas" + "v1." + d(67),
    "Shopify token": lambda d: "shp" + "at_" + d(32, HEX),
    "Shopify shared secret": lambda d: "shp" + "ss_" + d(32, HEX),
    "Square secret": lambda d: "sq0" + "csp-" + d(43, WEB),
    "Square access token": lambda d: "EA" + "AA" + d(60),
    "Atlassian token": lambda d: "ATA" + "TT3xFfGF0" + d(180, WEB) + "=" + d(8, HEX).upper(),
    "Bitbucket app password": lambda d: "AT" + "BB" + d(24) + d(8, HEX).upper(),
    "Grafana service token": lambda d: "gl" + "sa_" + d(32) + "_" + d(8, HEX),
    "Grafana cloud token": lambda d: "gl" + "c_eyJvIjoi" + d(90),
    "Figma token": lambda d: "fig" + "d_" + d(40, WEB),
    "Linear key": lambda d: "lin" + "_api_" + d(40),
    "Notion token": lambda d: "nt" + "n_" + d(11, string.digits) + d(35),
    "Notion secret": lambda d: "secret" + "_" + d(43),
    "Doppler token": lambda d: "dp" + ".pt." + d(43),
    "PlanetScale token": lambda d: "pscale" + "_tkn_" + d(43, WEB),
    "PlanetScale password": lambda d: "pscale" + "_pw_" + d(43, WEB),
    "New Relic user key": lambda d: "NR" + "AK-" + d(27, UPPER),
    "New Relic browser key": lambda d: "NR" + "JS-" + d(19, HEX),
    "Sentry organisation token": lambda d: "sntr" + "ys_eyJpYXQiOjE3" + d(120) + "_" + d(43),
    "Sentry user token": lambda d: "sntr" + "yu_" + d(64, HEX),
    "age identity": lambda d: "AGE-" + "SECRET-KEY-1" + d(58, BECH32),
    "OpenAI key": lambda d: "sk-" + "proj-" + d(74, WEB) + "T3Blbk" + "FJ" + d(74, WEB),
    "OpenAI old key": lambda d: "sk" + "-" + d(20) + "T3Blbk" + "FJ" + d(20),
    "Anthropic key": lambda d: "sk-" + "ant-api03-" + d(93, WEB) + "AA",
    "OpenRouter key": lambda d: "sk-" + "or-v1-" + d(64, HEX),
    "Hugging Face token": lambda d: "h" + "f_" + d(34, string.ascii_letters),
    "Groq key": lambda d: "gs" + "k_" + d(52),
    "xAI key": lambda d: "xa" + "i-" + d(80),
    "Perplexity key": lambda d: "pp" + "lx-" + d(48),
    "Replicate token": lambda d: "r" + "8_" + d(37),
    "NVIDIA key": lambda d: "nv" + "api-" + d(64, WEB),
    "LangSmith key": lambda d: "ls" + "v2_pt_" + d(32, HEX) + "_" + d(10, HEX),
    "Pinecone key": lambda d: "pc" + "sk_" + d(6) + "_" + d(63),
    "ElevenLabs key": lambda d: "s" + "k_" + d(48, HEX),
    "Telegram bot token": lambda d: d(10, "123456789") + ":A" + "A" + d(33, WEB),
    "Airtable token": lambda d: "pa" + "t" + d(14) + "." + d(64, HEX),
    "Asana token": lambda d: "1/" + d(16, "123456789") + ":" + d(32, HEX),
    "Heroku key": lambda d: "HRKU" + "-AA" + d(58, WEB),
    "Fly.io token": lambda d: "Fly" + "V1 fm2_" + d(180, BASE64) + "==",
    "Supabase token": lambda d: "sb" + "p_" + d(40, HEX),
    "Netlify token": lambda d: "nf" + "p_" + d(36),
    "Postman key": lambda d: "PM" + "AK-" + d(24, HEX) + "-" + d(34, HEX),
    "Pulumi token": lambda d: "pu" + "l-" + d(40, HEX),
    "Artifactory key": lambda d: "AK" + "Cp" + d(69),
    "Cloudflare origin key": lambda d: "v" + "1.0-" + d(24, HEX) + "-" + d(146, HEX),
    "Contentful token": lambda d: "CF" + "PAT-" + d(43, WEB),
    "Dynatrace token": lambda d: "dt0" + "c01." + d(24, BASE32) + "." + d(64, BASE32),
    "EasyPost key": lambda d: "EZ" + "AK" + d(54),
    "Duffel token": lambda d: "duffel" + "_live_" + d(43, WEB),
    "Flutterwave key": lambda d: "FLWSE" + "CK-" + d(32, HEX) + "-X",
    "Plaid token": lambda d: "access" + "-production-" + d.uuid(),
    "Prefect key": lambda d: "pn" + "u_" + d(36),
    "ReadMe key": lambda d: "rd" + "me_" + d(70, LOWER),
    "Shippo token": lambda d: "shippo" + "_live_" + d(40, HEX),
    "Typeform token": lambda d: "tf" + "p_" + d(44) + "_" + d(14),
    "Scalingo token": lambda d: "tk" + "-us-" + d(48, WEB),
    "Mapbox secret token": lambda d: "s" + "k.eyJ1Ijoi" + d(60) + "." + d(22),
    "Alibaba access key": lambda d: "LT" + "AI5t" + d(18),
    "SonarQube token": lambda d: "sq" + "u_" + d(40, HEX),
    "Tailscale key": lambda d: "ts" + "key-auth-" + d(12) + "CNTRL-" + d(32),
    "1Password service token": lambda d: "op" + "s_eyJ" + d(260),
    "Infracost key": lambda d: "ic" + "o-" + d(32),
    "Buildkite token": lambda d: "bk" + "ua_" + d(40, HEX),
    "CircleCI token": lambda d: "CCI" + "PAT_" + d(22) + "_" + d(40, HEX),
    "HubSpot token": lambda d: "pa" + "t-na1-" + d.uuid(),
    "WakaTime key": lambda d: "wa" + "ka_" + d.uuid(),
    "Octopus Deploy key": lambda d: "AP" + "I-" + d(26, UPPER),
    "LaunchDarkly key": lambda d: "sd" + "k-" + d.uuid(),
    "Dropbox token": lambda d: "s" + "l.B" + d(135, WEB),
    "Facebook token": lambda d: "EA" + "ACEdEose0cBA" + d(150),
    "Azure client secret": lambda d: d(3) + "8Q~" + d(34, WEB),
    "signed web token": lambda d: "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiI" + d(60) + "." + d(43, WEB),
    "Sentry DSN": lambda d: f"https://{d(32, HEX)}@o{d(6, string.digits)}.ingest.sentry.io/{d(7, string.digits)}",
    "GCP oauth refresh": lambda d: "1//0" + d(60, WEB),
    "Slack config": lambda d: "xoxe.xoxp-1-" + d(166),
    "DeepSeek": lambda d: "sk-" + d(32, HEX),
    "Fireworks": lambda d: "fw_" + d(24),
    "Voyage": lambda d: "pa-" + d(43, WEB),
    "Jina": lambda d: "jina_" + d(60),
    "Tavily": lambda d: "tvly-" + d(32),
    "Langfuse": lambda d: "sk-lf-" + d.uuid(),
    "PostHog": lambda d: "phx_" + d(43),
    "Neon": lambda d: "napi_" + d(64),
    "Render": lambda d: "rnd_" + d(28),
    "Cerebras": lambda d: "csk-" + d(48, LOWER),
    "Deno": lambda d: "ddp_" + d(36),
    "Elastic cloud": lambda d: "essu_" + d(80),
    "Razorpay": lambda d: "rzp_live_" + d(14),
    "Xata": lambda d: "xau_" + d(43),
}
"""Each stands for itself: nothing around it says what it is."""

PLACES: dict[str, tuple[str, Callable[[Draw], str]]] = {
    # ---- secrets that only their place gives away --------------------------------------------------------------------
    "AWS secret key": ("aws_secret_access_key = {}", lambda d: d(40, BASE64)),
    "Azure storage string": (
        "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={};EndpointSuffix=core.windows.net",
        lambda d: d(86, BASE64) + "==",
    ),
    "Azure signature": (
        "https://shop.blob.core.windows.net/a?sv=2023-01-03&se=2026-01-01&sr=c&sp=rl&sig={}",
        lambda d: d(43) + "%3D",
    ),
    "Datadog key": ("DD_API_KEY={}", lambda d: d(32, HEX)),
    "Weights & Biases key": ("WANDB_API_KEY={}", lambda d: d(40, HEX)),
    "Cloudflare token": ("CLOUDFLARE_API_TOKEN={}", lambda d: d(40, WEB)),
    "Algolia key": ("ALGOLIA_ADMIN_KEY={}", lambda d: d(32, HEX)),
    "Okta token": ("okta_api_token: 00{}", lambda d: d(40, WEB)),
    "Fernet key": ("FERNET_KEY={}", lambda d: d(43, WEB) + "="),
    "Django key": ("SECRET_KEY = 'django-insecure-{}'", lambda d: d(50, MIXED + "@#^&*")),
    "WordPress password": ("define( 'DB_PASSWORD', '{}' );", Draw.password),
    "npm login": ("//registry.example.org/:_authToken={}", lambda d: d.uuid()),
    "Docker login": ('"auths": {{"registry.example.org": {{"auth": "{}"}}}}', lambda d: d.encoded(30)),
    ".pgpass line": ("db.example.org:5432:shop:ada:{}", Draw.password),
    ".netrc line": ("machine api.example.org login ada password {}", Draw.password),
    "PostgreSQL address": ("postgres://ada:{}@db.example.org:5432/shop", lambda d: d(14)),
    "MongoDB address": ("mongodb+srv://ada:{}@cluster0.ab1cd.mongodb.net/shop", lambda d: d(14)),
    "Cloudinary address": ("cloudinary://471829650318274:{}@shop", lambda d: d(27)),
    "Redis address": ("redis://:{}@cache.example.org:6379/0", lambda d: d(24)),
    "ODBC string": ("Server=db.example.org;Database=shop;User Id=ada;Password={};", Draw.password),
    "basic login header": ("Authorization: Basic {}", lambda d: d.encoded(24)),
    "bearer header": ("Authorization: Bearer {}", lambda d: d(40)),
    "key header": ("X-Api-Key: {}", lambda d: d(32, HEX)),
    "key in an address": ("https://api.example.org/v1/orders?api_key={}&page=2", lambda d: d(32, HEX)),
    "token in an address": ("https://api.example.org/v1/orders?page=2&access_token={}", lambda d: d(36)),
    "curl login": ("curl -u ada:{} https://api.example.org/v1/orders", Draw.password),
    "curl long login": ("curl --user 'ada:{}' https://api.example.org/v1/orders", Draw.password),
    "XML password": ("<password>{}</password>", Draw.password),
    "JSON password": ('{{"user": "ada", "password": "{}"}}', Draw.password),
    "YAML password": ("    db_password: {}", Draw.password),
    "assignment within a line": ("start it with PASSWORD={} and wait a minute", Draw.password),
    "environment of a command": ("docker run -e MYSQL_ROOT_PASSWORD={} -d mysql:8", Draw.password),
    "option of a command": ("mysql -h db --user ada --password={} shop", Draw.password),
    "option with a space": ("psqladmin --password {} --host db", Draw.password),
    "Kubernetes secret": ("  password: {}", lambda d: d.encoded(18)),
    "property": ("spring.datasource.password={}", Draw.password),
    "INI value": ("smtp_pass = {}", Draw.password),
    "Helm value": ("helm upgrade shop ./chart --set auth.secretKey={}", lambda d: d(32)),
    "Rails key": ("secret_key_base: {}", lambda d: d(128, HEX)),
    "Go constant": ('const apiToken = "{}"', lambda d: d(40, HEX)),
    "password in a sentence": ("the password is {}", Draw.password),
    "Wi-Fi password": ("wpa_passphrase={}", Draw.password),
    "Ansible login": ("web1 ansible_user=ada ansible_ssh_pass={}", Draw.password),
    "RSA private key": (
        "-----BEGIN RSA " + "PRIVATE KEY-----\n{}\n-----END RSA " + "PRIVATE KEY-----",
        lambda d: "MII" + "\n".join(d(64, BASE64) for _ in range(6)),
    ),
    "OpenSSH private key": (
        "-----BEGIN OPENSSH " + "PRIVATE KEY-----\n{}\n-----END OPENSSH " + "PRIVATE KEY-----",
        lambda d: "b3BlbnNzaC1rZXktdjEA" + "\n".join(d(70, BASE64) for _ in range(5)),
    ),
    "private key in JSON": (
        '"private_key": "-----BEGIN ' + "PRIVATE KEY-----\\n{}\\n-----END " + 'PRIVATE KEY-----\\n"',
        lambda d: "MIIEvQ" + "\\n".join(d(64, BASE64) for _ in range(4)),
    ),
    "PGP private key": (
        "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----\n\n{}\n=aB3d\n-----END PGP " + "PRIVATE KEY BLOCK-----",
        lambda d: "\n".join(d(64, BASE64) for _ in range(5)),
    ),
    "Vercel named": ("VERCEL_TOKEN={}", lambda d: d(24)),
    "Snyk named": ("SNYK_TOKEN={}", lambda d: d.uuid()),
    "Cohere named": ("CO_API_KEY={}", lambda d: d(40)),
    "Mistral named": ("export MISTRAL_API_KEY={}", lambda d: d(32)),
    "Together named": ("TOGETHER_API_KEY: {}", lambda d: d(64, HEX)),
    "Upstash address": ("redis://default:{}@eu1-foo.upstash.io:6379", lambda d: d(40)),
    "AMQP address": ("amqps://ada:{}@rabbit.example.org/shop", lambda d: d(20)),
    "FTP address": ("ftp://ada:{}@files.example.org/", lambda d: d(11)),
    "SMTP address": ("smtp://ada%40example.org:{}@mail.example.org:587", lambda d: d(14)),
    "SQL Server string": ("Server=tcp:db,1433;User ID=ada;Pwd={};Encrypt=yes", Draw.password),
    "JDBC address": ("jdbc:postgresql://db:5432/shop?user=ada&password={}", Draw.password),
    "htpasswd": ("ada:$apr1$x8s9d7f6${}", lambda d: d(22)),
    "shadow hash": ("ada:$6$kq83hfpx${}:19000:0:99999:7:::", lambda d: d(86)),
    "sshpass": ("sshpass -p '{}' ssh ada@host", Draw.password),
    "mysql -p": ("mysql -uada -p{} shop", Draw.password),
    "psql env": ("PGPASSWORD={} psql -h db", Draw.password),
    "docker login": ("docker login -u ada -p {} registry.example.org", Draw.password),
    "GPG passphrase": ("gpg --passphrase {} -d x.gpg", Draw.password),
    "git https": ("git clone https://ada:{}@git.example.org/a/b.git", lambda d: d(20)),
    "WireGuard key": ("PrivateKey = {}", lambda d: d(43, BASE64) + "="),
    "jwt secret": ("JWT_SECRET={}", lambda d: d(32)),
    "signing secret": ("signing_secret: {}", lambda d: d(32, HEX)),
    "NextAuth": ("NEXTAUTH_SECRET='{}'", lambda d: d(43, BASE64) + "="),
    "Rails master": ("RAILS_MASTER_KEY={}", lambda d: d(32, HEX)),
    "Laravel": ("APP_KEY=base64:{}", lambda d: d(43, BASE64) + "="),
    "session cookie": ("Cookie: sessionid={}", lambda d: d(32, LOWER)),
    "TOML key": ('api_key = "{}"', lambda d: d(32)),
    "Ruby password": (":password => '{}'", Draw.password),
    "PowerShell password": ('$password = "{}"', Draw.password),
    "password in a German sentence": ("Das Passwort lautet {}", Draw.password),
    "short name of a password": ("user: ada, pw: {}", Draw.password),
    "Terraform var": ('variable "db_password" {{ default = "{}" }}', Draw.password),
    "GitHub Actions": ("      API_TOKEN: {}", lambda d: d(40)),
    "JSON in JSON": (r'{{"sent": "{{\"client_secret\": \"{}\"}}"}}', lambda d: d(24)),
    "Wi-Fi": ('psk="{}"', Draw.password),
    "WireGuard peer": ("PresharedKey = {}", lambda d: d(43, BASE64) + "="),
    "words of a wallet": ("The seed phrase is {}", lambda d: " ".join(d(6, string.ascii_lowercase) for _ in range(12))),
}
LINES = ("bindpw {}", "rocommunity {}", "- requirepass {}", "# masterauth {}", "  password {}")
"""Lines of files of settings that have but a name and a value: what follows a name in prose may be any word."""
"""The place, and the secret in it."""


def planted(seed: int = 0) -> list[Planted]:
    """One secret of each kind."""
    tokens = [(kind, "{}", draw) for kind, draw in TOKENS.items()]
    places = [(kind, place, draw) for kind, (place, draw) in PLACES.items()]
    return [
        Planted(kind=kind, text=place.format(secret), secret=secret)
        for kind, place, draw in [*tokens, *places]
        for secret in [draw(Draw(kind, seed))]
    ]


PROSE = (
    "We moved the shop to the new host on Monday, and since then it asks for {} whenever it starts.",
    "Ben says that this is the one for staging ({}), but nobody has tried it since spring.",
    "If the job fails again, try it with {}. Then tell Ada, please.",
    "> {}\n\nThat line is from the old wiki; does it still hold?",
)
"""What may stand around a secret in a letter or a note."""

REPOSITORIES = {"click": "BSD", "alembic": "MIT", "httpx2": "BSD", "pydantic": "MIT", "rich": "MIT"}
"""Packages that are installed with this program, and their licences: their sources are read where they are."""
TOKEN = re.compile(r"[\w+/=-]{16,}")


def leaks(secret: str, text: str) -> bool:
    """Whether a text holds a secret or so much of it that it is no longer one."""
    return any(secret[at : at + 12] in text for at in range(max(1, len(secret) - 11)))


def missed(frames: Iterable[str], seed: int = 0) -> list[str]:
    """The kinds whose secret gets through in one of some texts; in a frame "{}" is where it stands."""
    texts = [(each, frame.replace("{}", each.text)) for each in planted(seed) for frame in frames]
    return sorted({each.kind for each, text in texts if leaks(each.secret, without_secrets(text))})


def missed_in_a_list(seed: int = 0) -> list[str]:
    """The kinds whose secret gets through where each has a line of its own in one text."""
    cleaned = without_secrets("\n".join(each.text for each in planted(seed)))
    return [each.kind for each in planted(seed) if leaks(each.secret, cleaned)]


def false_alarms(package: str) -> tuple[int, int]:
    """(held back, all) of the lines of a package that hold a run of letters as long as a key: sources and the list of
    digests that it was installed with."""
    (home,) = importlib.util.find_spec(package).submodule_search_locations  # type: ignore[union-attr,misc]
    files = [file for file in sorted(Path(home).rglob("*")) if file.suffix in (".py", ".pyi", ".md", ".toml", ".json")]
    listed = importlib.metadata.distribution(package).read_text("RECORD") or ""
    held = found = 0
    for name, text in [*((file.name, file.read_text("utf-8")) for file in files), ("RECORD", listed)]:
        numbers = {number for number, line in enumerate(text.split("\n"), 1) if TOKEN.search(line)}
        found += len(numbers)
        held += len(numbers & {finding.line for finding in find(text, name)})
    return held, found
