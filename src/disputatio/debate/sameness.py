"""When two statements are one point in other words (SPEC DUAL.3). Pure; symmetric; never across a negation.

`same` holds when the texts are equal once case, punctuation, white space and Unicode forms are ignored, or when one is
a close paraphrase of the other. Close means, and all of it must hold:

- both are English by their function words, since the words that turn a meaning round are known for it best;
- the stems of their content words come in the same order, and one may only have words that the other lacks, never
  another word in the same place ("raises latency" and "lowers latency" differ by a substitution);
- the shared content words are at least 4, and at least `CLOSE` = 0.8 of the longer statement's;
- every word that can turn or bound a meaning (negations, numbers, signs, quantifiers, modal verbs, comparisons,
  directions, conditions) stands in both, in the same order; so does being a question; and every name and identifier.

Wrongly keeping two points apart costs a duplicate; wrongly merging them would forge agreement. So doubt means no.
Embeddings find what this leaves out, at the caller's choice.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

CLOSE = 0.8
"""Share of the longer statement's content words that a paraphrase must share."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


NEGATIONS = _set("""not no never none nor neither nobody nothing nowhere without cannot barely hardly scarcely rarely
    seldom fail
    fails failed failing lack lacks lacked lacking false wrong incorrect untrue impossible unlikely absent missing
    deny denies denied doubt doubtful refuse refuses prevent prevents stop stops avoid avoids non anti ex former
    nicht kein keine keinen keiner nie niemals ohne pas jamais sans aucun aucune ne nunca sin ningun não nao sem nem
    niet geen nooit zonder ikke inte icke aldrig utan uden bez nem не нет ни нельзя никогда без ei değil yok
    tidak bukan không""")
"""Words that deny. Those of other languages only ever keep two statements apart."""

_BOUNDS = _set("""only all every each any some most many few several both either half almost nearly always often
    sometimes usually may might can could must should shall will would need ought if unless except until while although
    though but
    however instead rather than more less least most better worse greater fewer higher lower over under above below
    before after from to into by against for to between within outside inside first last was were had been until since
    because so therefore too enough alone possibly probably perhaps maybe certainly up down on off""")
"""Words that bound, order or direct a meaning: a paraphrase keeps every one of them, in order."""

_EMPTY = _set("""a an the is are be being am it its this that these those there here of in at as and or also indeed
    really very
    quite just simply actually clearly obviously generally basically overall i we you they he she our my your their
    think believe do does did has have which who whom whose with then""")

_ENGLISH = _set("the is are of and that with should be a to it for in will can has have was not")

_TOKEN = re.compile(r"[<>=≤≥≠±]+|[-−+]?\d+(?:[.,:/]\d+)*%?|[^\W_]+(?:['’][^\W_]+)*(?:[+#]+)?|_+")
LOOK_BACK = 16
"""Characters before a word that tell whether a sentence begins with it."""
_NAMED = re.compile(r"`[^`]+`|[^\s,;:!?()\[\]{}\"“”«»]+")
_START = re.compile(r"(?:^|[.!?:;…]\s|\n)[\s>*•\-–—\d.)\"“«'(\[]*$")
_INSIDE = re.compile(r"[a-z][A-Z]|[A-Z]{2}|\w[_/\\.:@#+=]\w|\d\w*[A-Za-z]|[A-Za-z]\w*\d|^[@#$]\w|[+#]$")
"""Patterns of names and identifiers: where a word of a text begins and ends, what stands before the first word of a
sentence, and what a word has in it that is no ordinary one."""
_WIDE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "anti", "mis")
_CONTRARY = dict(
    pair.split("/")
    for pair in _set("""dangerous/safe unsafe/safe bad/good slow/fast slower/faster worse/better less/more lower/higher
    decreases/increases decrease/increase lowers/raises lower/raise reduces/increases reduce/increase
    impossible/possible false/true wrong/right incorrect/correct never/always insecure/secure unstable/stable
    unnecessary/necessary insufficient/enough invalid/valid unlikely/likely complex/simple hard/easy expensive/cheap
    absent/present reject/accept rejects/accepts oppose/support opposes/supports unsupported/supported
    inconsistent/consistent unreliable/reliable immutable/mutable asynchronous/synchronous harmful/helpful
    disabled/enabled private/public risky/safe forbidden/allowed disallowed/allowed prohibited/permitted weaker/stronger
    weak/strong optional/required cuts/increases cut/increase costly/cheap inferior/superior needless/necessary""")
)
"""A word that denies, and what it denies."""
_DENIED = frozenset(_CONTRARY.values())
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
"""Signs that nobody sees: soft hyphens, joiners, marks of direction."""
_WHOLE = _set("""import imports imported input inputs inside inform informs informed information improve improves
    improved impress impose imposes imposed discover discovers discovered display displays dispose disposed discharge
    distress invest invests invent involve inspect install intend intense unless indeed increase increases""")
"""Words that begin like a denial and are none."""
_REST = 4
"""Letters that a word has at least behind a prefix that denies it."""


def normalise(text: str) -> str:
    """Return the text without what carries no meaning: case, punctuation, white space, Unicode variants, Markdown
    marks."""
    return " ".join(_tokens(text))


def same(a: str, b: str) -> bool:
    """Return whether two statements are one point. Texts without any word are the same only when they are equal."""
    left, right = _sense(a), _sense(b)
    if left.words == right.words:
        return bool(left.words) or (a.strip() == b.strip() and bool(a.strip()))
    if left.bounds != right.bounds or not (left.english and right.english):
        return False
    return _close(left.carries, right.carries) and same_names(a, b)


def are_opposed(a: str, b: str) -> bool:
    """Return whether two statements say the contrary of one another in nearly the same words ("X is safe", "X is
    unsafe")."""
    left, right = _tokens(a), _tokens(b)
    if _asks(left) or _asks(right):
        return False
    left, right = _unprefixed(left, right), _unprefixed(right, left)
    (positive, rest), (negative, other) = _polarity(left), _polarity(right)
    if positive == negative or not rest or not other:
        return False
    return len(rest & other) >= CLOSE * max(len(rest), len(other))


def likeness(a: str, b: str) -> float:
    """Return how much of the content words of two statements is shared, 0 to 1, whatever they say with them."""
    left, right = content(a), content(b)
    return len(left & right) / max(len(left), len(right)) if left and right else 0.0


@lru_cache(maxsize=4096)
def names(text: str) -> frozenset[str]:
    """Return what a text calls by a name or an identifier, in small letters: what is code, has signs, digits or
    capitals in it, or begins with a capital inside a sentence."""
    found = set()
    for match in _NAMED.finditer(text):
        word = match[0].strip("`'’.*_")
        code = match[0].startswith("`") or bool(_INSIDE.search(word))
        before = text[max(0, match.start() - LOOK_BACK) : match.start()]
        capital = word[:1].isupper() and not _START.search(before)
        lettered = any(map(str.isalpha, word)) and word.casefold() not in ("i", "i'm", "i’m")
        if lettered and (code or capital):
            found.add(normalise(word))
    return frozenset(found - {""})


def same_names(a: str, b: str) -> bool:
    """Return whether what either of two texts calls by a name stands in the other, too."""
    return _contains(b, names(a)) and _contains(a, names(b))


def _contains(text: str, wanted: frozenset[str]) -> bool:
    """Return whether a text has all of these names. A letter is found only as a name: "A" is no article."""
    plain, own = f" {normalise(text)} ", names(text)
    return all(name in own or (len(name) > 1 and _stands(name, plain)) for name in wanted)


def _stands(name: str, plain: str) -> bool:
    return f" {name} " in plain or f" {name}s " in plain or (name.endswith("s") and f" {name[:-1]} " in plain)


@lru_cache(maxsize=8192)
def content(text: str) -> frozenset[str]:
    """Return the stems of the words that carry what a text is about."""
    return frozenset(stem(word) for word in _tokens(text) if _carries(word) and word not in NEGATIONS)


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[str, ...]:
    """Return lower-case words, numbers and comparison signs; "isn't" becomes "is not", and a final "?" is kept."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", _UNSEEN.sub("", text)).casefold())
    plain = plain.replace("’", "'")
    found: list[str] = []
    for match in _TOKEN.finditer(plain):
        word, start = match[0], match.start()
        if word[0] in "+-−" and start and not plain[start - 1].isspace():
            word = word[1:]
        found += _parts(word.replace("−", "-"))
    if plain.rstrip().endswith(("?", "？")):
        found.append("?")
    return tuple(found)


def _parts(word: str) -> list[str]:
    if _WIDE.search(word):
        return list(word)
    if word.endswith("n't"):
        stem = {"ca": "can", "wo": "will", "sha": "shall"}.get(word[:-3], word[:-3])
        return [stem, "not"]
    if word in ("cannot", "cant", "dont", "doesnt", "isnt", "arent", "wont", "didnt"):
        return [{"cannot": "can", "cant": "can", "wont": "will"}.get(word, word[:-2]), "not"]
    return [part for part in word.split("'") if part not in ("", "s")] if "'" in word else [word]


class _Sense(NamedTuple):
    """What decides whether a text is a paraphrase. `bounds`: the words that turn or bound its meaning, and whether it
    asks; `carries`: the stems of those that carry it."""

    words: tuple[str, ...]
    bounds: tuple[str, ...]
    carries: tuple[str, ...]
    english: bool


@lru_cache(maxsize=16384)
def _sense(text: str) -> _Sense:
    words = _tokens(text)
    bounds = tuple(word for word in words if _turns(word))
    carries = tuple(stem(word) for word in words if _carries(word))
    return _Sense(words, bounds, carries, _english(words))


def _close(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    short, long = sorted((left, right), key=len)
    if len(short) < 4 or len(short) < CLOSE * len(long):
        return False
    extra = _added(short, long)
    return extra is not None and not any(word.startswith(_PREFIXES) or not word.isascii() for word in extra)


def _added(short: tuple[str, ...], long: tuple[str, ...]) -> list[str] | None:
    """Return the words of the longer list that the shorter lacks; None when the shorter is not the longer without
    them."""
    extra, at = [], 0
    for word in long:
        if at < len(short) and short[at] == word:
            at += 1
        else:
            extra.append(word)
    return extra if at == len(short) else None


def _unprefixed(words: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words, with each that denies a word of the other statement by its prefix ("incomplete") as "not" and
    that word."""
    theirs = _denied_in(words).intersection(others).difference(words)
    if not theirs:
        return words
    found: list[str] = []
    for word in words:
        denied = next((rest for rest in _behind_prefix(word) if rest in theirs), "")
        found += ["not", denied] if denied and word not in others else [word]
    return tuple(found)


@lru_cache(maxsize=8192)
def _denied_in(words: tuple[str, ...]) -> frozenset[str]:
    """Return all that the words may deny by their prefixes."""
    return frozenset(rest for word in words for rest in _behind_prefix(word))


@lru_cache(maxsize=8192)
def _behind_prefix(word: str) -> tuple[str, ...]:
    """Return what a word may deny by a prefix."""
    if word in _WHOLE or word in _CONTRARY or not word.startswith(_PREFIXES):
        return ()
    rests = (word[len(prefix) :] for prefix in _PREFIXES if word.startswith(prefix))
    return tuple(rest for rest in rests if len(rest) >= _REST)


@lru_cache(maxsize=8192)
def _polarity(words: tuple[str, ...]) -> tuple[bool, frozenset[str]]:
    """Return (whether it affirms, its content with every opposite mapped to one of the pair)."""
    denied, found = False, set()
    for word in words:
        if (affirmed := _CONTRARY.get(word)) is not None:
            denied = not denied
            found.add(affirmed)
        elif word in NEGATIONS:
            denied = not denied
        elif word in _DENIED:
            found.add(word)
        elif word not in _EMPTY and word not in ("can", "will", "would", "?"):
            found.add(stem(word))
    return not denied, frozenset(found)


def _turns(word: str) -> bool:
    return word in NEGATIONS or word in _BOUNDS or not word[0].isalpha() or word == "?"


def _carries(word: str) -> bool:
    return not _turns(word) and word not in _EMPTY


def _english(words: tuple[str, ...]) -> bool:
    return any(word in _ENGLISH for word in words) and all(word.isascii() or not word.isalpha() for word in words)


def _asks(words: tuple[str, ...]) -> bool:
    return bool(words) and words[-1] == "?"


def stem(word: str) -> str:
    """Return a light stem: only plural and verb endings go, so that different words stay different."""
    for ending, least in (("ies", 4), ("ied", 5), ("ing", 6), ("ed", 5), ("es", 5), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            word = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            break
    return word[:-1] if word.endswith("e") and len(word) > 4 else word
