"""The first version: what `schema.create` made then."""

revision = "1"
down_revision = None


def upgrade() -> None:
    """Nothing: no file is older than this."""
