"""The roles that seats can have: those that ship, whose texts stand in the prompt book, and the person's own, a TOML
file each beside their formats. Read when asked, so that an edited file is seen at once; debates under way carry their
own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from disputatio.app.private_files import write_private
from disputatio.debate.errors import ConfigError, FormatError, Refused
from disputatio.debate.formats.role_file import LONGEST, read_role
from disputatio.debate.log.events import DebateOpened
from disputatio.debate.log.seats import Seat, SeatChoice
from disputatio.debate.natural_order import natural
from disputatio.debate.roles import Role, folded, role_named
from disputatio.debate.tools import FORM, TOOLS
from disputatio.debate.wording import by_face, tr
from disputatio.engine.errors import NotFound, did_you_mean
from disputatio.prompting.book import IDS, OWN_IDS, ROLES, known_as, role_text
from disputatio.prompting.tools import role_uses
from disputatio.secrets.detection import Screening, redact
from disputatio.storage.own_files import read_ordinary

APART = ("", "clerk", "synthesizer", "persona")
"""Names of the book that are no roles to choose: services, and seats that play somebody."""
MOST = 200
"""Files of roles that are read."""


@dataclass(frozen=True, slots=True)
class RoleEntry:
    """`path` is None for a role that ships, which has further ids (`also`); `fault` says why a file cannot be used."""

    role: Role
    path: Path | None = None
    also: tuple[str, ...] = ()
    fault: str = ""

    @property
    def own(self) -> bool:
        return self.path is not None

    @property
    def about(self) -> str:
        """What the role is asked to be, on one line. Models are told it as it is written; of a role that ships people
        read it in their language."""
        words = " ".join(self.role.focus.split())
        return words if self.own else tr(words)


class RoleShelf:
    """Its methods block: they read files."""

    def __init__(self, own: Path) -> None:
        self.own = own

    def all(self) -> list[RoleEntry]:
        """Return the person's own by title, with those that cannot be used, then the ones that ship."""
        own = sorted(self._own(), key=lambda entry: natural(entry.role.title))
        return [*own, *(_shipped(name) for name in sorted(ROLES) if name not in APART)]

    def get(self, name: str) -> RoleEntry:
        """Return a role by its id or title, whether or not its file can be used. Raises NotFound with similar names."""
        shelved = self.all()
        if found := _called(shelved, name):
            return found
        listed = by_face("List them with: disputatio roles list", tr("The settings of roles list them."))
        remedy = did_you_mean(folded(name), [each.role.id for each in shelved], listed)
        raise NotFound(tr("There is no role {name!r}.").format(name=name), remedy)

    def check(self, path: Path, others: Iterable[Role] = ()) -> Role:
        """Read a role's file wherever it lies. Raises FormatError, also where a name belongs to one of `others`."""
        try:
            text = read_ordinary(path, 4 * LONGEST + 1).decode("utf-8-sig")  # what is cut off is refused as too long
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError(
                tr("{path} cannot be read: {error}.").format(path=path.name, error=error), "Save it as text in UTF-8."
            ) from error
        taken = dict.fromkeys(_names_that_ship(), "a role that ships with Disputatio")
        for role in others:
            taken |= dict.fromkeys((role.id, folded(role.title)), f"your role “{role.title}”")
        return read_role(text, path.name, taken)

    def take_in(self, path: Path) -> Role:
        """Keep a copy of a role's file beside the others; it takes the place of one's own role of the same id. Raises
        FormatError, Refused."""
        role = self.check(path)
        shelved = self._own()
        before = next((each for each in shelved if each.role.id == role.id and not each.fault), None)
        role = self.check(path, [each.role for each in shelved if each is not before and not each.fault])
        home = before.path if before is not None and before.path else self.own / f"{role.id}.toml"
        if before is None and home.exists():
            what = f"{home} is there already, and holds something else."
            raise Refused(what, "Rename it, or give this role another id.")
        self.own.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_private(home, read_ordinary(path, 4 * LONGEST).decode("utf-8-sig").encode())
        return role

    def remove(self, name: str) -> RoleEntry:
        """Delete the file of one's own role; debates in which somebody had it keep it. Raises NotFound, Refused."""
        found = self.get(name)
        if found.path is None:
            what = f"{found.role.title} comes with the program and cannot be deleted."
            raise Refused(what, "You can leave it unused.")
        found.path.unlink(missing_ok=True)
        return found

    # ---- debates -----------------------------------------------------------------------------------------------------
    def named_choices(self, choices: Sequence[SeatChoice]) -> tuple[SeatChoice, ...]:
        """Return the choices with roles under their titles. Raises ConfigError for one whose file cannot be used."""
        if not any(choice.role for choice in choices):
            return tuple(choices)
        shelved = self.all()
        return tuple(replace(each, role=_title(shelved, each.role)) for each in choices)

    def of_seats(self, seats: Sequence[Seat], screening: Screening) -> dict[str, Role]:
        """Return the person's own roles that seats have, by seat id, as they are now; `screening` learns which likely
        secrets were held back (SPEC CONTEXT.5)."""
        roles = [each.role for each in self._own() if not each.fault]
        found = {seat.id: role_named(roles, seat.role) for seat in seats}
        return {id: _screened(role, screening) for id, role in found.items() if role is not None}

    def _own(self) -> list[RoleEntry]:
        files = sorted(self.own.glob("*.toml"))[:MOST] if self.own.is_dir() else []
        found: list[RoleEntry] = []
        for path in files:
            try:
                role = self.check(path, [each.role for each in found if not each.fault])
            except FormatError as error:
                unread = Role(id=path.stem, title=path.stem, focus="")
                found.append(RoleEntry(unread, path, fault=error.user_message))
            else:
                found.append(RoleEntry(role, path))
        return found


def undescribed(opened: DebateOpened, chosen: Iterable[SeatChoice]) -> tuple[str, ...]:
    """Return what to know about roles that were chosen and that nobody has described."""
    described = {folded(role.title) for role in opened.roles.values()} | set(ROLES)
    names = dict.fromkeys(choice.role for choice in chosen if choice.role)
    return tuple(
        f"Nobody has described the role “{name}”: its seat is told this name and no more."
        for name in names
        if known_as(name) not in described
    )


def _title(shelved: Sequence[RoleEntry], name: str) -> str:
    found = _called(shelved, name) if name else None
    if found is not None and found.fault:
        raise ConfigError(
            tr("The role {name!r} cannot be used. {fault}").format(name=name, fault=found.fault), field="seats.role"
        )
    return found.role.title if found is not None else name


def _called(shelved: Iterable[RoleEntry], name: str) -> RoleEntry | None:
    """Return the role of an exact title, else of an id, else of a name by which it is known as well. As a title one
    word may mean another role than as an id: "Reviewer" is that of the collaboration, `reviewer` scores proposals."""
    wanted, known = folded(name), (folded(name), known_as(name))
    listed = list(shelved)
    return (
        next((each for each in listed if each.role.title == name.strip()), None)
        or next((each for each in listed if each.role.id == wanted or wanted in each.also), None)
        or next((each for each in listed if each.role.id in known or folded(each.role.title) in known), None)
    )


def _shipped(name: str) -> RoleEntry:
    plain = name.replace("'", "").replace(" ", "-")
    id = OWN_IDS.get(name, plain)
    tools = tuple(tool for tool in TOOLS if tool != FORM and role_uses(name, tool))
    role = Role(id=id, title=name.capitalize(), focus=role_text(name), tools=tools)
    others = [other for other, known in IDS.items() if known == name]
    others += [plain] if plain not in OWN_IDS else []
    return RoleEntry(role, also=tuple(dict.fromkeys(other for other in others if other != id)))


def _names_that_ship() -> list[str]:
    entries = [_shipped(name) for name in ROLES if name]
    return [name for each in entries for name in (each.role.id, folded(each.role.title), *each.also)]


def _screened(role: Role, screening: Screening) -> Role:
    told: dict[str, Any] = {}
    for field in ("focus", "task"):
        findings = screening.find(text := getattr(role, field))
        screening.note(findings, f"role {role.title}")
        told[field] = redact(text, findings)
    return replace(role, **told)
