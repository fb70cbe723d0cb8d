"""Where a text is cut, no half word is left that somebody could quote."""

from disputatio.repository.entries import beginning


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert beginning("drafts of \n", 11) == "drafts of \n"


def test_a_cut_text_ends_with_a_whole_word() -> None:
    assert beginning("material that covers every organ", 28) == "material that covers every"
    assert beginning("material that covers every organ", 26) == "material that covers every"
    assert beginning("material that covers every\n\norgan", 28) == "material that covers every"


def test_what_has_no_gap_is_cut_where_it_must_be() -> None:
    assert beginning("x" * 200, 120) == "x" * 120
    assert beginning("a " + "x" * 200, 120) == "a " + "x" * 118
