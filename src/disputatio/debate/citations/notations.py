"""How places are written: the signs around a path, the lines that are named with it, and addresses on code hosts;
and what a path says of its file: whether it is one, and whether it is a test or an example.

A text is looked at with its signs made plain (`plain_signs`): models write hyphens and spaces that do not break, and
the colons and brackets of East Asian typography. Every sign stands for one, so that all places stay where they are.

GitHub, GitLab, Bitbucket and Gitea write the address of a place in a file so:

    https://github.com/owner/name/blob/1a2b3c4/src/a.py#L3-L7
    https://gitlab.com/group/name/-/blob/main/src/a.py#L3-7
    https://bitbucket.org/owner/name/src/1a2b3c4/src/a.py#lines-3:7
    https://codeberg.org/owner/name/src/commit/1a2b3c4/src/a.py#L3-L7      (also src/branch/…, src/tag/…)
    https://github.com/owner/name/commit/1a2b3c4

Only those of the debated repository are places (`home`); nothing is ever fetched. One that names a branch or a tag is
taken as it stands at the debated commit: a branch moves, and this is the state that the participants speak of.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from urllib.parse import unquote

from disputatio.debate.citations.passages import vocabulary
from disputatio.debate.patterns import compile_pattern
from disputatio.debate.values import value

# ---- telling file names from other words ------------------------------------------------------------------------
ENDINGS = vocabulary(
    """ac ada adb adoc am asm astro awk bash bat bib bzl c cc cfg cjs clj cljs cmake cmd conf cpp cs cshtml csproj
    css csv csx cu cxx d dart diff dockerfile ejs el elm entitlements env erb erl ex exs f f03 f08 f90 feature fish
    frag fs fsproj fsx g4 gd geojson geom gitignore glsl go gql gradle graphql groovy h haml hbs hcl hh hlsl hpp hrl
    hs htm html hxx i18n iml ini inl ipynb j2 java jinja jinja2 jl js json json5 jsonc jsonl jsx kt kts lean less
    lex lhs lisp lock log lua m4 make markdown md mdx metal mjs mk ml mli mm mts mustache ndjson nim nix nsi nu org
    pas patch pbxproj php phtml pl plist pm po pot prisma properties proto ps1 psm1 pug purs pxd py pyi pyw pyx qml
    qss r rake razor rb rego rkt rmd rs rst s sass sbt scala scm scss service sh sln snap sol sql ss storyboard styl
    sublime-project sv svelte svg swift t targets tcl tex tf tfvars thrift tmpl toml tpl ts tsv tsx twig txt ui v
    vala vb vbproj vbs vcxproj vert vhd vhdl vim vue wat wgsl xaml xcconfig xhtml xib xml xsd xsl xslt yaml yml zig
    zon zsh"""
)
"""Endings of text files that people cite. Others count where the file is known to exist."""

NAMES = vocabulary(
    """makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile procfile rakefile gemfile justfile
    brewfile pipfile cmakelists.txt license licence copying notice readme changelog changes authors contributing
    codeowners maintainers todo history build workspace meson.build .gitignore .gitattributes .dockerignore
    .editorconfig .env .npmrc .bashrc .profile .flake8 .pylintrc .prettierrc .eslintrc .babelrc"""
)
"""Names of files without an ending."""

_PLAIN_NAME = vocabulary(
    """license licence copying notice readme changelog changes authors contributing todo history build workspace"""
)
"""Those of `NAMES` that are ordinary words: they name a file only where they are written so, in capitals, or below a
folder."""

_PRODUCTS = vocabulary(
    """node.js vue.js next.js nuxt.js express.js three.js d3.js react.js angular.js backbone.js ember.js chart.js
    moment.js require.js llama.cpp whisper.cpp discord.py"""
)
"""Names of programs that look like files: they are files only where there is one."""

_PATH = re.compile(r"(?:[A-Za-z]:)?[\w.@+~$%()\[\]!&=#, \\/-]{1,300}")
_LETTER = re.compile(r"[^\W\d_]")
_ENDING = re.compile(r"[^\W_][\w-]{0,9}")
_SECONDARY = re.compile(
    r"(^|/)(tests?|specs?|fixtures?|examples?|__(tests|mocks)\w*|mocks?|testdata|docs?|playgrounds?|bench(es|marks?|suite)?"
    r"|demos?|samples?|e2e|fuzz)(/|$)|(^|[._/-])(test|spec|bench)[._]|[a-z](?-i:Tests?)\.\w+$",
    re.I,
)


def is_file_name(path: str, known: Callable[[str], bool]) -> bool:
    """Return whether a word names a file; `known` is asked about those that only look as if."""
    if not path or len(path) > 300 or not _PATH.fullmatch(_unmarked(path)) or not _LETTER.search(path):
        return False
    if path.count("(") != path.count(")") or path.count("[") != path.count("]"):
        return False
    path = path.replace("\\", "/")
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if path.lower() in _PRODUCTS:
        return known(path)
    if dot and stem.strip(".") and ending.lower() in ENDINGS and _LETTER.search(name):
        return not _is_abbreviation(stem, ending, path)
    if name.lower() in NAMES:
        return name.lower() not in _PLAIN_NAME or name == name.upper() or "/" in path
    looks = "/" in path or (bool(dot) and bool(_ENDING.fullmatch(ending)))
    return looks and known(path)


def begun(path: str, names: Iterable[str]) -> str:
    """Return the one file that a name without an ending means ("the README"): that in the folder which is named, else
    the only one below any folder; "" where there is none, or more than one."""
    folder, _, name = path.lower().rpartition("/")
    if name not in NAMES or "." in name:
        return ""
    fitting = [one for one in names if one.lower().rpartition("/")[2].startswith(f"{name}.")]
    beside = [one for one in fitting if one.lower().rpartition("/")[0] == folder]
    below = [one for one in fitting if f"/{one.lower()}".rpartition("/")[0].endswith(f"/{folder}".rstrip("/"))]
    found = beside or below
    return found[0] if len(found) == 1 else ""


def is_secondary(path: str) -> bool:
    """Return whether a file is a test, a benchmark, an example or part of the documentation."""
    return bool(_SECONDARY.search(path))


def _unmarked(path: str) -> str:
    """Return a text without the signs that only change the letter before them, which no pattern knows as letters."""
    return path if path.isascii() else "".join(sign for sign in path if not unicodedata.category(sign).startswith("M"))


def _is_abbreviation(stem: str, ending: str, path: str) -> bool:
    """Return whether a word is one like "e.g", "i.e" (with the dot gone) or "v1.2.r": endings of one letter need a name
    before them."""
    if "/" in path or len(ending) > 1:
        return False
    return len(stem) < 2 or not _LETTER.search(stem) or "." in stem


Lines = tuple[int, int, int, int]
"""First and last line, and where in the text they are named: from, up to."""

_PLAIN = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u00a0\u202f\u2007\u2009\u3000", " ")
    | dict(zip("：（）【】「」『』《》，、。；", ":()[]“”“”“”,,.;", strict=True))
)
_EAST = "\u2e80-\uffff"
"""Scripts that put no space between a path and the words around it."""
_END = rf"(?![^\W{_EAST}]|%|[.:]\d)"
_TO = r"(?:[ \t]{0,2}(?:-|–|—|~|to|through|until|and|bis|à|a|al|по|到|至|から)[ \t]{0,2}(?:lines? )?L?(\d{1,7}))?"
_RANGE = rf"(\d{{1,7}}){_TO}(?:ff?\b)?{_END}"
_LINE = (
    r"(?:[Ll]ines?|[Zz]eilen?|[Ll]ignes?|[Ll][íi]neas?|[Ll]inhas?|[Rr]ig(?:a|he)|[Сс]трок[аиеу]|ll?\.)"
    r"(?: (?:no\.?|nos\.|numbers?|nr\.))?[ \t]{0,2}[#:~]?[ \t]?"
)
_WHERE = r"(?:(?:at|on|in|around|about|near|from|between|see|(?:starting|beginning) (?:at|on|from)) )?(?:the )?"

SUFFIX = (
    r"(?::L?|#L|:lines?:)(\d{1,7})(?:C\d{1,5}|:\d{1,5}(?=-))?"
    r"(?:(?:[-–—…]|\.{2,3})L?(\d{1,7})(?:C\d{1,5}|:\d{1,5})?|:\d{1,5}|ff?\b)?"
    rf"(?!(?!_{{1,2}}\Z)[^\W{_EAST}]|%|[.:/-]\d|::)"
)
"""Lines that end the word of a path."""
HASHED = r"#(\d{1,7})(?:-(\d{1,7}))?\Z"
"""Lines that end the word of a path after a bare number sign, which only a file that is known can have: a number sign
names issues, too."""
_AFTER = (
    r"\((\d{1,7})(?:-(\d{1,7})|,[ ]?\d{1,5})?\)",
    rf"[`*_]{{1,3}}(?::L?|#L){_RANGE}",
    rf"[`*_\"”’]{{0,3}}(?:['’]s)?[ \t]?[,:;–—-]?[ \t\n]{{0,2}}[(\[]?{_WHERE}{_LINE}L?{_RANGE}",
    rf"[`*_]{{0,3}},?[ \t]?[(\[]?#?L{_RANGE}",
    rf"[`*_”]{{0,3}}[ \t]?[的のの]?[ \t]?第?[ \t]?(\d{{1,7}}){_TO}[ \t]?行",
)
_BEFORE = (
    rf"(?:\b{_LINE}L?|\bL(?=\d)){_RANGE}(?P<more>(?:(?:,? (?:and|und) |, ?)L?\d{{1,7}}(?:[-–]L?\d{{1,7}})?){{1,9}})?"
    r"(?:,?[ \t\n]{1,2}(?:of|in|from|von|aus|de|du|del|di|в)[ \t\n](?:the )?(?:file )?|[ \t][(\[])[`*_\"“]{0,3}\Z"
)
_LISTED = rf"(?:,? (?:and|und|&) |, ?)(?:lines? )?L?(\d{{1,7}})(?:[-–—]L?(\d{{1,7}}))?{_END}(?![ \t](?!and |und )[a-z])"
_MARKED = rf"(?:,|(?:,| and|, and)[ ](?:L|:L?))(?:L|:L?)?(\d{{1,7}})(?:[-–—]L?(\d{{1,7}}))?{_END}"
_SPREAD = r"[ \t][-–—][ \t](\d{1,7})(?=[`)\].,;:]|\s*\Z)"
_PLURAL = r"(?i)\b(?:lines|zeilen|lignes|l[íi]neas|linhas|righe|ll\.)"
_NUMBER = r"(\d{1,7})(?:[-–](?:L)?(\d{1,7}))?"
_ESCAPED = r"%[0-9A-Fa-f]{2}"
_SCHEME = r"(?:file:(?://)?|(?:file|filename|path|title)=)(?=\S)"
_LANGUAGE = r"\A(?:[a-zA-Z+#]{1,15}:|[a-z]{1,12}=)(?=[^\s:/\\=])"

AROUND = 120
"""Characters before a path in which its lines are looked for."""


def plain_signs(text: str) -> str:
    """Return the text with one kind of hyphen, space, colon and bracket, each sign in its place."""
    return text if text.isascii() else text.translate(_PLAIN)


def lines_after(plain: str, end: int) -> list[Lines]:
    """Return the lines that stand after a path that ends there, several where several are listed."""
    for pattern in _AFTER:
        if (found := compile_pattern(pattern).match(plain, end)) is not None:
            first = lines_of(found, found.start())
            listed = found[2] is None and compile_pattern(_PLURAL).search(found[0]) is not None
            return [first, *more_lines(plain, found.end(), listed=listed)]
    return []


def lines_before(plain: str, start: int, least: int) -> list[Lines]:
    """Return the lines that stand before a path that begins there ("line 3 of"), none of them before `least`."""
    low = max(least, start - AROUND)
    found = compile_pattern(_BEFORE).search(plain[low:start])
    if found is None:
        return []
    first = (*lines_of(found, 0)[:2], low + found.start(), low + found.end(2 if found[2] else 1))
    at, said = low + found.start("more"), found["more"] or ""
    return [first, *(lines_of(each, at + each.start()) for each in compile_pattern(_NUMBER).finditer(said))]


def more_lines(plain: str, at: int, *, listed: bool) -> list[Lines]:
    """Return the lines that go on a list (`a.py:3,7`, "lines 3, 7 and 9"). `listed`: numbers alone will do."""
    found = []
    while (one := compile_pattern(_LISTED if listed else _MARKED).match(plain, at)) is not None and not one[
        1
    ].startswith("0"):
        found.append((*lines_of(one, one.start(1))[:2], one.start(1), one.end()))
        at = one.end()
    return found


def spread(plain: str, at: int) -> tuple[int, int] | None:
    """Return the last line of a range whose dash has space around it, and where it ends."""
    found = compile_pattern(_SPREAD).match(plain, at)
    return (int(found[1]), found.end()) if found else None


def lines_of(found: re.Match[str], start: int) -> Lines:
    first = int(found[1])
    return first, int(found[2]) if found[2] else first, start, start + len(found[0])


def unescape_path(path: str) -> str:
    """Return a path with the spaces and letters that an address escapes."""
    return unquote(path) if compile_pattern(_ESCAPED).search(path) else path


def without_scheme(word: str) -> int:
    """Return how many characters of a word only say that it is a file, and are not its path."""
    found = compile_pattern(_SCHEME).match(word)
    return found.end() if found else 0


def without_language(words: str) -> str:
    """Return what stands behind the mark of a block, without the language or the name of an attribute before the
    path."""
    return compile_pattern(_LANGUAGE).sub("", words)


def west(path: str) -> str:
    """Return a path without the words before it in a script that puts no space between."""
    return re.sub(rf"\A[{_EAST}]+(?=[A-Za-z0-9.])", "", path)


def east(word: str) -> str:
    """Return a word up to where the name of a file ends and such a script goes on."""
    found = re.match(rf"[^\s]{{1,290}}?\.[A-Za-z0-9]{{1,10}}(?=[{_EAST}])", word)
    return found[0] if found else word


# ---- addresses on code hosts --------------------------------------------------------------------------------------
SHORT = 10
"""Characters of a commit's id in a place."""

_HOST = r"(?:[a-z][a-z0-9+.-]*://)?(?:[^@/\s]{1,200}@)?(\w[\w.-]{0,200})(?::\d{1,5}(?=/))?[:/](\S{1,500}?)(?:\.git)?/?"
_RAW = r"raw\.githubusercontent\.com/([^/]+/[^/]+)/(.*)"
_VIEW = r"(?:-/)?(?:blob|blame|raw|src|edit)/(?:(?:commit|branch|tag)/)?(.+)"
_COMMIT = r"(?:-/)?commits?/([0-9a-f]{7,40})/?"
_LINES = r"(?:L|lines-|n)(\d{1,7})(?:C\d{1,5})?(?:[-:]L?(\d{1,7})(?:C\d{1,5})?)?"
_SHA = r"[0-9a-f]{7,40}"


@value
class Permalink:
    """A place on a code host; without a path it is a commit. `at`: the id of the commit, "" for a branch or a tag."""

    path: str = ""
    first: int = 0
    last: int = 0
    at: str = ""


def home_of(origin: str) -> str:
    """Return the host and the path of a repository by the address of its `origin`; "" where that is none."""
    found = compile_pattern(_HOST).fullmatch(origin.strip(), 0)
    return f"{found[1]}/{found[2].strip('/')}".lower() if found and "." in found[1] else ""


def permalink(address: str, home: str, known: Callable[[str], bool]) -> Permalink | None:
    """Return the place in the repository at `home` that an address names; `known` tells files, where a branch has
    slashes."""
    whole, _, fragment = address.partition("#")
    whole = unquote(whole.partition("?")[0]).partition("://")[2]
    raw = compile_pattern(_RAW).fullmatch(whole)
    if raw is not None:
        whole = f"github.com/{raw[1]}/raw/{raw[2]}"
    if not home or not whole.lower().removeprefix("www.").startswith(f"{home}/"):
        return None
    rest = whole.removeprefix("www.")[len(home) + 1 :]
    if (commit := compile_pattern(_COMMIT).fullmatch(rest)) is not None:
        return Permalink(at=commit[1])
    view = compile_pattern(_VIEW).fullmatch(rest)
    if view is None or "/" not in view[1].strip("/"):
        return None
    at, path = _parted(view[1].strip("/"), known)
    lines = compile_pattern(_LINES).fullmatch(fragment)
    first = int(lines[1]) if lines else 0
    last = int(lines[2]) if lines and lines[2] else first
    return Permalink(path=path, first=first, last=last, at=at)


def _parted(rest: str, known: Callable[[str], bool]) -> tuple[str, str]:
    """Return the commit ("" for a branch or a tag) and the path behind it."""
    revision, _, path = rest.partition("/")
    if re.fullmatch(_SHA, revision):
        return revision[:SHORT], path
    parts = path.split("/")
    ends = ("/".join(parts[at:]) for at in range(len(parts)))
    return "", next((end for end in ends if known(end)), path)
