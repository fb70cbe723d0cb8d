"""Lists that are longer than what is shown, and a search that finds what people said, not records."""

ASKED = ("debate", "--rehearse", "--seed", "7", "--rounds", "1")


def test_a_list_says_how_many_debates_there_are(cli):
    for question in ("Is the first one sound?", "Is the second one sound?"):
        cli(*ASKED, question)
    assert "of 2" not in cli("list").out
    said = cli("list", "--limit", "1").out
    assert "These are 1 of 2. To see more, give --limit 2." in said


def test_a_search_finds_messages_in_words_and_no_record(cli):
    cli(*ASKED, "Is the retry of orders sound?")
    found = cli("search", "retry", "--kind", "turn").out
    assert "Analyst · round 1" in found
    assert "{" not in found
    assert "clerk" not in found.casefold()
