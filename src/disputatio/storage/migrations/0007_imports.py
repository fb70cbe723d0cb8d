"""Imports: which debates somebody else may have made, so that what they left in the memory waits for the person."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Of debates from before, nobody knows where they come from: they stay the person's own."""
    op.add_column("debates", sa.Column("imported", sa.Boolean, nullable=False, server_default="0"))
