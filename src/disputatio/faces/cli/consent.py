"""What would leave the computer is shown, and asked about once for each context and provider."""

from __future__ import annotations

import sys

import click

from disputatio.app.application import Application, Prepared
from disputatio.app.consents import Consents, Sending, sendings
from disputatio.debate.errors import ConfigError
from disputatio.faces.cli.face import Face
from disputatio.faces.cli.output import one_line


def ensure(face: Face, app: Application, prepared: Prepared, yes: bool) -> None:
    """Raises ConfigError where nobody can be asked and `--yes` was not given, click.Abort where the person says no."""
    if not app.settings.get("privacy.confirm_sending"):
        return
    consents = Consents(app.paths.config)
    missing = consents.missing(sendings(prepared.opened, app.registry.config))
    if not missing:
        return
    for sending in missing:
        face.out.note(_sentence(sending))
    if not yes:
        _ask(missing)
    consents.give(missing)


def _sentence(sending: Sending) -> str:
    what = f"{sending.kind} {sending.ref}: " if sending.kind != "none" else "the files: "
    if sending.kind == "persona":
        what = ""
    where = f" ({sending.address})" if sending.address else ""
    return one_line(
        f"To {sending.provider}{where} would go: {what}{sending.what}; about {sending.characters:,} characters."
    )


def _ask(missing: list[Sending]) -> None:
    if not sys.stdin.isatty():
        names = ", ".join(dict.fromkeys(sending.provider for sending in missing))
        raise ConfigError(
            f"This debate would send its context to {names} for the first time, and nobody can be asked here.",
            "Give --yes to consent, leave the context out, or use --rehearse, which sends nothing.",
            field="yes",
        )
    click.confirm("Send it?", abort=True, err=True)
