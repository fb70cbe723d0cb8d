"""How the index of a repository is told."""

from __future__ import annotations

from disputatio.app.repositories.status import IndexState
from disputatio.faces.gui.repository.repository_rows import index_words


def test_an_index_that_was_cut_off_is_not_called_nothing() -> None:
    assert "Nothing is indexed yet" in index_words(IndexState(), 0.0)
    said = index_words(IndexState(files=3, chunks=20), 0.0)
    assert "not finished" in said
    assert "20 parts of 3 files" in said
