"""Tolerant readers: what a model wrote becomes the fields of a contract. For the contracts, and for whoever reads
what a model named.

    payloads      literals, sections and labelled lines, field by field
    assessments   the Critic's assessment, which comes in more forms than anything else

Nothing here raises, whatever a reply holds, and nothing is made up: what cannot be read is not there.
"""

from __future__ import annotations

from disputatio.prompting.reading.payloads import (
    clean,
    confident,
    line,
    listed,
    plain,
    read,
    texts,
)

__all__ = ["clean", "confident", "line", "listed", "plain", "read", "texts"]
