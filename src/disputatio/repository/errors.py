"""What can be wrong with a repository, in words for the person who opened it.

DisputatioError
└── RepositoryError
    ├── NotARepository      there is no repository at that path or above it
    ├── ForeignOwner        it belongs to another user of this computer; never overridden
    ├── UnknownRevision     no commit by that name
    ├── FileMissing         no such file at the pinned commit, or its contents are not on this computer
    ├── RepositoryDamaged   its data cannot be read
    ├── BranchUnusable      the branch of a debate cannot be written or read
    ├── ReadingStopped      the person stopped the reading
    ├── NotCloned           a copy could not be fetched; nothing of it is kept
    ├── BadPattern          a pattern of paths, or an expression to search for, that cannot be read
    └── TookTooLong         a request of a participant that was given up
"""

from disputatio.debate.errors import DisputatioError


class RepositoryError(DisputatioError):
    """A repository that cannot be used as the context of a debate."""


class NotARepository(RepositoryError):
    """There is no repository at that path or above it."""


class ForeignOwner(RepositoryError):
    """The repository belongs to another user of this computer, who could have prepared it to run programs."""


class UnknownRevision(RepositoryError):
    """There is no commit by that name."""


class FileMissing(RepositoryError):
    """There is no such file at the pinned commit, or its contents are not on this computer."""


class RepositoryDamaged(RepositoryError):
    """The data of the repository cannot be read."""


class BranchUnusable(RepositoryError):
    """The branch of a debate cannot be written or read. Nothing was changed."""


class ReadingStopped(RepositoryError):
    """The person stopped the reading."""


class NotCloned(RepositoryError):
    """A copy could not be fetched from an address. Nothing of it is kept."""


class BadPattern(RepositoryError):
    """A pattern of paths, or an expression to search for, cannot be read."""


class TookTooLong(RepositoryError):
    """A participant's request was given up."""
