"""Whom letters stand for: a text that was written by somebody who saw no names, for those who may see them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import partial

from disputatio.debate.log.seats import Seat
from disputatio.debate.views.participants import name_of
from disputatio.debate.wording import listed, tr

_LABEL = re.compile(r"[“„«\"][^“”„«»\"]*[”“»\"]|\b(?:[Tt]he authors? of )?Response ([A-Z])\b")
"""A label, alone or as what somebody is the author of, or a quotation: its words are somebody else's, and stay."""
_LEAD = re.compile(r"^(\W{0,4})([A-Z])(?=\s?[:.)–—](?:\s|$))\s?[:.)–—]?")
_ALONE = re.compile(r"(?<![\w'’+-])([A-Z])(?![\w+#]|-\w)")
_OPENS = re.compile(r"(?:^|[.!?:;…“„«\"(\[–—\n*]\s*)$")
_NUMBERED = re.compile(r"(.*\w) (\d{1,3})")
_MANY, _LONG = "(?:s|es|e|n|en|er|nen|innen)", 4
_JOINT = r"(?:\s*[,/&–-]\s*(?:(?:and|or|und|oder|&)\s+)?|\s+(?:and|or|to|through|und|oder|bis)\s+)"
_THROUGH = re.compile(r"\s*[–-]\s*|\s+(?:to|through|bis)\s+")
"""A name with a number; how several of such are called, if they have so many letters: shorter ones with an ending are
other words; what joins such numbers in a list; what means all of those between two."""
_WORDS = "AEIOUY"
"""Letters that are words of some language, too: "A telephone number". "I" is one wherever it stands."""


def with_names(text: str, letters: Mapping[str, str], seats: Mapping[str, Seat]) -> str:
    """Return a text with names in place of the labels that its author was shown ("Response B", "the author of Response
    B"), and of a letter that heads it ("B: …"). A letter within a sentence may be a word, and stays, as all that is
    quoted does."""
    head, rest = headed(text, letters, seats)

    def named(found: re.Match[str]) -> str:
        return name_of(letters[found[1]], seats) if found[1] in letters else found[0]

    said = _LABEL.sub(named, rest)
    return f"{head}: {said}" if head else said


def headed(text: str, letters: Mapping[str, str], seats: Mapping[str, Seat]) -> tuple[str, str]:
    """Return whom the letter stands for that heads a text ("B: …"), and what is said of them, to the letter; "" and the
    text where none does."""
    seat, said = headed_by(text, letters)
    return name_of(seat, seats) if seat else "", said


def headed_by(text: str, letters: Mapping[str, str]) -> tuple[str, str]:
    """Return the seat for which the letter stands that heads a text, and what is said of it; "" where none does."""
    found = _LEAD.match(text)
    if found is None or found[2] not in letters:
        return "", text
    return letters[found[2]], f"{found[1]}{text[found.end() :]}".lstrip()


def labelled(text: str, letters: Mapping[str, str]) -> list[str]:
    """Return the seats whose labels a text has ("Response B"), outside of quotations, in their order."""
    return list(dict.fromkeys(letters[found[1]] for found in _LABEL.finditer(text) if found[1] in letters))


def key_to(letters: Mapping[str, str], seats: Mapping[str, Seat], *texts: str) -> str:
    """Return what each of the letters stands for, "A is Ada, B is Ben and C is Cy"; "" where no text has one of them in
    it as a label."""
    if not any(has_letters(text, letters) for text in texts):
        return ""
    told = (
        tr("{letter} is {seat}").format(letter=letter, seat=name_of(seat, seats)) for letter, seat in letters.items()
    )
    return listed(told)


def without_names(text: str, called: Mapping[str, str], seats: Mapping[str, Seat]) -> str:
    """Return a text for a reader from whom authors are hidden: each seat as it is `called`, wherever its name stands,
    its id, or the role that it alone has, also in plurals and lists: "Councillors 1 and 3", "Councillors 2–4"."""
    roles = Counter(seat.role for seat in seats.values())
    plain, numbered = dict[str, str](), dict[str, dict[int, str]]()
    for seat, label in called.items():
        name, role = name_of(seat, seats), seats[seat].role if seat in seats else ""
        plain |= {each: label for each in (name, seat) if name == each or each[-1:].isdecimal()}
        plain |= {role: label} if roles[role] == 1 and role else {}
        if found := _NUMBERED.fullmatch(name):
            numbered.setdefault(found[1], {})[int(found[2])] = label
    for stem, labels in numbered.items():
        one = re.escape(stem)
        many = f"(?:{re.escape(stem[:-1])}ies|{one}{_MANY})" if len(stem) >= _LONG else "(?!)"
        told = partial(_each, stem=stem, named=re.compile(f"{many}|{one}", re.IGNORECASE), labels=labels)
        listing = rf"{many} \d{{1,3}}(?:{_JOINT}(?:(?:{many}|{one}) )?\d{{1,3}})*"
        text = re.sub(rf"\b(?:{listing}|{one} \d{{1,3}})(?![\w-])", told, text, flags=re.IGNORECASE)
    if plain:  # the name of one may begin that of another
        names = "|".join(re.escape(name) for name in sorted(plain, key=len, reverse=True))
        text = re.sub(rf"\b(?:{names})(?![\w-])", lambda found: plain[found[0]], text)
    return text


def _each(found: re.Match[str], stem: str, named: re.Pattern[str], labels: Mapping[int, str]) -> str:
    """Return a list of numbered names with what each is called; from one to another means those between them, too."""
    pieces = re.split(r"(\d+)", named.sub("", found[0]))
    first, *others = map(int, pieces[1::2])
    given = [first]
    for joint, number in zip(pieces[2::2], others, strict=False):
        between = _THROUGH.fullmatch(joint) and number > given[-1]
        given += range(given[-1] + 1, number + 1) if between else [number]
    told = listed(labels.get(number, f"{stem} {number}") for number in given)
    return told if labels.keys() & {*given} else found[0]


def has_letters(text: str, letters: Collection[str]) -> bool:
    """Return whether a text has one of some letters in it as a label."""
    return any(found[1] in letters and _is_label(found) for found in _ALONE.finditer(text))


def _is_label(found: re.Match[str]) -> bool:
    """Return whether a letter that stands by itself is no word: a word of one letter begins a sentence, and another
    word follows it."""
    before, after = found.string[: found.start()], found.string[found.end() :]
    if found[1] not in _WORDS or before.endswith("Response "):
        return True
    return found[1] != "I" and not (_OPENS.search(before) and re.match(r"\s+\w", after))
