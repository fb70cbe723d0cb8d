"""What a text cites, and whether the source really says it.

It compares words with words and opens no file. It lives inside `debate` because points and moves depend on its results
and it shares their values; apart, the two would import each other.

The way of a citation, from the text of a turn to the badge beside it:

    1. recognition           where a turn names a place: lines of a file, a commit, a title, an address
       notations             how places in files are written, here and on code hosts; what is a file, and what a test
       passages              the parts of a Markdown text: blocks, code spans, quotation marks, sentences
    2. attribution           which words of the turn belong to a place: those that it says stand there (`recognise` is 1
                             and 2)
       block_attribution     the same for blocks of code and quotations in a block of their own
    3. (outside)             what the place can mean: `app.repositories.sources.DebateSources` chooses among the
                             repository (`repository.sources.RepositorySources`), documents, notes, dropped files and
                             passages
    4. verification          compares citation and source; its `check` is the only judge
       quotations            whether words stand in a source, all of them or with something left out
       alignment             where they stand nearly, and what differs there
    5. evidence              what came of it: statuses, the item, the record of a turn, which is logged as an event

From there on the record is read, never made again: points, moves and bases rest on it (`Item.grounded`: a verified
quotation, nothing less), `views.citations` puts it into words for faces and exports.
"""
