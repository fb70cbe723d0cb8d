"""Tolerant readers: what a model wrote becomes the fields of a contract. For the contracts, and for whoever reads
what a model named. What only one contract has to read stands with that contract.

payloads            literals, sections and labelled lines, field by field
literals, markdown  the forms in which they come
columns             entries of a list, their fields between dashes
amounts             numbers, choices and yes-or-no
figures             what the brief named: participants, statements
declarations        what a turn declares of listed statements by their ids
quoting             receipts of a record: whose words a quotation repeats
record_rows         the rows of the ledger's record, and those that were asked for once more
typed_answers       what a turn fills into a typed field, as the rows of a record speak of it
echoes              words of our own prompt that come back

Nothing here raises, whatever a reply holds, and nothing is made up: what cannot be read is not there.
"""

from __future__ import annotations

from disputatio.prompting.reading.payloads import (
    clean,
    confident,
    line,
    read,
    read_list,
    read_payload,
    texts,
)

__all__ = ["clean", "confident", "line", "read", "read_list", "read_payload", "texts"]
