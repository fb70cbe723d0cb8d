"""Whether a word is the name of a file: what tells `app.py:12` from `12:30`, `localhost:8080` and `python:3`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from disputatio.debate.passages import vocabulary

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

_PLAIN = vocabulary(
    """license licence copying notice readme changelog changes authors contributing todo history build workspace"""
)
"""Of these, the ordinary words: they name a file only as it is written, in capitals, or below a folder."""

_PRODUCTS = vocabulary(
    """node.js vue.js next.js nuxt.js express.js three.js d3.js react.js angular.js backbone.js ember.js chart.js
    moment.js require.js llama.cpp whisper.cpp discord.py"""
)
"""Names of programs that look like files: they are files only where there is one."""

_PATH = re.compile(r"(?:[A-Za-z]:)?[\w.@+~$%()\[\]!&=#, \\/-]{1,300}")
_LETTER = re.compile(r"[^\W\d_]")
_ENDING = re.compile(r"[^\W_][\w-]{0,9}")


def is_file_name(path: str, known: Callable[[str], bool]) -> bool:
    """Whether a word names a file; `known` is asked about those that only look as if."""
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
        return name.lower() not in _PLAIN or name == name.upper() or "/" in path
    looks = "/" in path or (bool(dot) and bool(_ENDING.fullmatch(ending)))
    return looks and known(path)


def _unmarked(path: str) -> str:
    """Without the signs that only change the letter before them, which no pattern knows as letters."""
    return path if path.isascii() else "".join(sign for sign in path if not unicodedata.category(sign).startswith("M"))


def _is_abbreviation(stem: str, ending: str, path: str) -> bool:
    """ "e.g", "i.e" (with the dot gone), "v1.2.r" and the like: endings of one letter need a name before them."""
    if "/" in path or len(ending) > 1:
        return False
    return len(stem) < 2 or not _LETTER.search(stem) or "." in stem
