"""A second list of planted secrets, written from what issuers document after the rules were settled, to see how far
they carry: 50 tokens that tell by themselves what they are, each in seven places, and 40 places that give one away.

As in `planted`, the values have the documented form, are drawn, and were never issued.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator

from tests.secrets.planted import BASE32, BASE64, HEX, LOWER, MIXED, UPPER, WEB, Draw, Planted

DIGITS = string.digits

TOKENS: dict[str, Callable[[Draw], str]] = {
    "GitHub OAuth token": lambda d: "gh" + "o_" + d(36),
    "GitHub user token of an app": lambda d: "gh" + "u_" + d(36),
    "GitHub refresh token": lambda d: "gh" + "r_" + d(76),
    "GitLab deploy token": lambda d: "gl" + "dt-" + d(20, WEB),
    "GitLab feed token": lambda d: "gl" + "ft-" + d(20, WEB),
    "GitLab agent token": lambda d: "gl" + "agent-" + d(50, WEB),
    "GitLab application secret": lambda d: "gl" + "oas-" + d(64, HEX),
    "GitLab job token": lambda d: "gl" + "cbt-" + d(2, HEX) + "_" + d(20, WEB),
    "Slack user token": lambda d: "xo" + f"xp-{d(12, DIGITS)}-{d(12, DIGITS)}-{d(12, DIGITS)}-{d(32, HEX)}",
    "Slack refresh token": lambda d: "xo" + "xe-1-" + d(146),
    "Stripe test key": lambda d: "sk" + "_test_" + d(24),
    "Stripe restricted test key": lambda d: "rk" + "_test_" + d(24),
    "AWS temporary key id": lambda d: "AS" + "IA" + d(16, BASE32),
    "AWS Bedrock key": lambda d: "AB" + "SK" + d(109, BASE64) + "=",
    "Azure DevOps token": lambda d: d(76) + "AZ" + "DO" + d(4),
    "Vault token of former days": lambda d: "s" + "." + d(24),
    "Vault recovery token": lambda d: "hv" + "r.AAAAAQ" + d(90, WEB),
    "Doppler service token": lambda d: "dp" + ".st.dev." + d(43),
    "Shopify custom token": lambda d: "shp" + "ca_" + d(32, HEX),
    "Shopify private token": lambda d: "shp" + "pa_" + d(32, HEX),
    "Square legacy token": lambda d: "sq0" + "atp-" + d(22, WEB),
    "Bitbucket access token": lambda d: "ATC" + "TT3xFfGN0" + d(170, WEB) + "=" + d(8, HEX).upper(),
    "PlanetScale OAuth token": lambda d: "pscale" + "_oauth_" + d(43, WEB),
    "New Relic insert key": lambda d: "NR" + "II-" + d(32, WEB),
    "New Relic licence key": lambda d: d(36, HEX) + "NR" + "AL",
    "Mailgun signing key": lambda d: f"{d(32, HEX)}-{d(8, HEX)}-{d(8, HEX)}",
    "Docker organisation token": lambda d: "dckr" + "_oat_" + d(32, WEB),
    "DigitalOcean OAuth token": lambda d: "do" + "o_v1_" + d(64, HEX),
    "Databricks OAuth secret": lambda d: "do" + "se" + d(32, HEX),
    "Anthropic admin key": lambda d: "sk-" + "ant-admin01-" + d(93, WEB) + "AA",
    "OpenAI service account key": lambda d: "sk-" + "svcacct-" + d(74, WEB) + "T3Blbk" + "FJ" + d(74, WEB),
    "Hugging Face organisation token": lambda d: "api" + "_org_" + d(34, string.ascii_letters),
    "Together key": lambda d: "tg" + "p_v1_" + d(43, WEB),
    "LangSmith service key": lambda d: "ls" + "v2_sk_" + d(32, HEX) + "_" + d(10, HEX),
    "Supabase secret key": lambda d: "sb" + "_secret_" + d(22, WEB) + "_" + d(8, WEB),
    "Brevo SMTP key": lambda d: "xsmtp" + "sib-" + d(64, HEX) + "-" + d(16),
    "MongoDB service account": lambda d: "mdb" + "_sa_sk_" + d(40, WEB),
    "JFrog reference token": lambda d: "cmVm" + "dGtu" + d(56),
    "crates.io token": lambda d: "ci" + "o" + d(32),
    "CircleCI project token": lambda d: "CCI" + "PRJ_" + d(22) + "_" + d(40, HEX),
    "Sourcegraph token": lambda d: "sg" + "p_" + d(16, HEX) + "_" + d(40, HEX),
    "Harness token": lambda d: "pa" + f"t.{d(22, WEB)}.{d(24, HEX)}.{d(20)}",
    "Postman collection token": lambda d: "PM" + "AT-" + d(26, UPPER),
    "Adafruit key": lambda d: "ai" + "o_" + d(28),
    "Frame.io token": lambda d: "fi" + "o-u-" + d(64, WEB),
    "EasyPost test key": lambda d: "EZ" + "TK" + d(54),
    "Vercel blob token": lambda d: "vercel" + "_blob_rw_" + d(16) + "_" + d(30),
    "MaxMind key": lambda d: d(6) + "_" + d(29) + "_m" + "mk",
    "Aiven password": lambda d: "AV" + "NS_" + d(19, WEB),
    "OpenShift token": lambda d: "sha256" + "~" + d(43, WEB),
}

OBSCURE: dict[str, Callable[[Draw], str]] = {
    "Ory": lambda d: "ory" + "_pat_" + d(32),
    "Yandex IAM": lambda d: "t1" + "." + d(40, WEB) + "." + d(86, WEB),
    "Yandex": lambda d: "AQ" + "VN" + d(36, WEB),
    "Zoho": lambda d: "1000" + f".{d(32, HEX)}.{d(32, HEX)}",
    "SettleMint": lambda d: "sm" + "_aat_" + d(16),
    "Intra 42": lambda d: "s-s4t2" + "ud-" + d(64, HEX),
    "Tencent": lambda d: "AK" + "ID" + d(32),
    "Prefect": lambda d: "pn" + "b_" + d(36),
    "Baseten": lambda d: d(8) + "." + d(32),
    "Nomic": lambda d: "nk" + "-" + d(43, WEB),
    "Cartesia": lambda d: "sk" + "_car_" + d(22),
    "Firecrawl": lambda d: "fc" + "-" + d(32, HEX),
    "Browserbase": lambda d: "bb" + "_live_" + d(27, WEB),
    "E2B": lambda d: "e2b" + "_" + d(40, HEX),
    "Trigger.dev": lambda d: "tr" + "_prod_" + d(20),
    "Inngest": lambda d: "signkey" + "-prod-" + d(64, HEX),
    "Stytch": lambda d: "secret" + "-live-" + d(36, WEB) + "=",
    "WorkOS": lambda d: "sk" + "_live_" + d(50),
    "Knock": lambda d: "sk" + "_" + d(43, WEB),
    "Courier": lambda d: "pk" + "_prod_" + d(28, UPPER),
    "Svix": lambda d: "testsk" + "_" + d(32) + ".eu",
    "Statsig": lambda d: "secret" + "-" + d(43),
    "Checkly": lambda d: "cu" + "_" + d(32, HEX),
    "Axiom": lambda d: "xa" + "at-" + d.uuid(),
    "Honeycomb": lambda d: "hc" + "aik_01" + d(58, LOWER),
    "Paddle": lambda d: "pdl" + "_live_apikey_01" + d(24, LOWER) + "_" + d(22) + "_" + d(3),
}
"""Of issuers for whom nobody wrote a rule: what is found of them is found by its looks."""

FRAMES = {
    "in prose": "Last week Grace gave me {}, which she no longer needs, so I tried it in staging first.",
    "on a line of its own": "{}",
    "assigned within a line": "then run it with ACCESS_TOKEN={} ./deploy staging, and look at the log",
    "in an address": "See https://api.example.com/v2/reports?access_token={}&from=2024 for the figures.",
    "as a login": "curl -sS -u deploy:{} https://ci.example.com/job/42/build",
    "in .pgpass": "pg.internal:5432:reports:grace:{}",
    "in XML": "  <server><id>snapshots</id><username>grace</username><password>{}</password></server>",
}

PLACES: dict[str, tuple[str, Callable[[Draw], str]]] = {
    "apikey in an address": ("GET https://maps.example.com/tiles/3/1?apikey={}&lang=en", lambda d: d(32, HEX)),
    "token after a number sign": ("https://app.example.com/done#access_token={}&state=7", lambda d: d(44, WEB)),
    "Azure function code": ("https://jobs.example.net/api/run?code={}", lambda d: d(54, WEB) + "=="),
    "Google key in an address": ("https://geo.example.com/json?address=x&key={}", lambda d: "AI" + "za" + d(35, WEB)),
    "git over https": ("git clone https://oauth2:{}@git.example.com/group/repo.git", lambda d: d(26, WEB)),
    "login alone in an address": ("pip install --index-url https://{}@pypi.example.com/simple x", lambda d: d(40)),
    "LDAP address": ("ldaps://cn=admin:{}@ldap.example.com:636", Draw.password),
    "Celery broker": ("BROKER_URL = 'amqp://worker:{}@mq.example.com:5672//'", lambda d: d(16)),
    "SQLAlchemy address": ("mysql+pymysql://shop:{}@db.example.com/shop?charset=utf8", Draw.password),
    "curl key header": ("curl -H 'X-API-Key: {}' https://api.example.com/v1/me", lambda d: d(32)),
    "curl token header": ('curl -H "Authorization: Token {}" https://api.example.com/', lambda d: d(40, HEX)),
    "curl private token": ('curl --header "PRIVATE-TOKEN: {}" https://git.example.com/api/v4', lambda d: d(20)),
    "wget password": ("wget --user=grace --password={} https://files.example.com/a.zip", Draw.password),
    "redis-cli": ("redis-cli -h cache.example.com -a {} ping", lambda d: d(24)),
    "ldapsearch": ("ldapsearch -x -D cn=admin -w {} -b dc=example", Draw.password),
    "mongosh": ("mongosh --host db.example.com -u grace -p {} --authenticationDatabase admin", Draw.password),
    "openssl": ("openssl rsa -in key.enc -passin pass:{} -out key.out", Draw.password),
    "aws configure": ("aws configure set aws_secret_access_key {}", lambda d: d(40, BASE64)),
    "token option": ("vercel deploy --prod --token {}", lambda d: d(24)),
    "key option": ("stripe listen --api-key={} --forward-to localhost:3000", lambda d: d(32)),
    "several in a line": ("RAILS_ENV=production SECRET_KEY_BASE={} bin/rails server", lambda d: d(128, HEX)),
    "PowerShell variable": ('$env:OPENWEATHER_API_KEY = "{}"', lambda d: d(32, HEX)),
    "Windows set": ("set PGPASSWORD={}&& psql -U grace", Draw.password),
    "Dockerfile": ("ENV NODE_ENV=production NPM_AUTH_TOKEN={}", lambda d: d.uuid()),
    "tfvars": ('db_master_password = "{}"', Draw.password),
    "docker-compose": ("      - POSTGRES_PASSWORD={}", Draw.password),
    "Kubernetes string": ("  stripe-webhook-secret: {}", lambda d: d(38)),
    "application.yml": ("      client-secret: {}", lambda d: d(36, WEB)),
    "app.config": ('<add key="MailgunApiKey" value="{}" />', lambda d: d(32, HEX)),
    "XML attribute": ('<user name="grace" password="{}"/>', Draw.password),
    "Maven settings": ("<passphrase>{}</passphrase>", Draw.password),
    "connection string": ("Data Source=tcp:sql,1433;Initial Catalog=shop;User ID=sa;Password={}", Draw.password),
    "Java builder": ('.withCredentials("grace").withPassword("{}")', Draw.password),
    "JavaScript object": ("const client = new Client({{ apiKey: '{}', timeout: 3000 }})", lambda d: d(40)),
    "Go environment": ('os.Setenv("SEGMENT_WRITE_KEY", "{}")', lambda d: d(32)),
    "Python keyword": ("session = login(user='grace', password='{}')", Draw.password),
    "SQL user": ("CREATE USER grace WITH PASSWORD '{}';", Draw.password),
    "MySQL user": ("CREATE USER 'grace'@'%' IDENTIFIED BY '{}';", Draw.password),
    "password in a chat": ("ok the new wifi pw: {} (changes monday)", Draw.password),
    "htpasswd bcrypt": ("grace:$2y$10${}", lambda d: d(53, MIXED + "./")),
}


def obscure(seed: int = 0) -> Iterator[tuple[str, Planted]]:
    """Tokens of the obscure issuers in every frame."""
    yield from _framed(OBSCURE, seed)


def _framed(tokens: dict[str, Callable[[Draw], str]], seed: int) -> Iterator[tuple[str, Planted]]:
    for kind, draw in tokens.items():
        secret = draw(Draw(f"held out {kind}", seed))
        for where, frame in FRAMES.items():
            yield where, Planted(kind=kind, text=frame.format(secret), secret=secret)


def held_out(seed: int = 0) -> Iterator[tuple[str, Planted]]:
    """Every token in every frame, and every place: where it stands, and what was planted there."""
    yield from _framed(TOKENS, seed)
    for kind, (place, draw) in PLACES.items():
        secret = draw(Draw(f"held out {kind}", seed))
        yield "in its place", Planted(kind=kind, text=place.format(secret), secret=secret)
