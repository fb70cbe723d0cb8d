"""Corpora of personas: their files, and the passages of these."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Nothing could fill the personas' list of documents before: it goes."""
    op.add_column("personas", sa.Column("about", sa.String, nullable=False, server_default=""))
    op.drop_column("personas", "corpus")
    op.create_table(
        "corpus_sources",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("persona", sa.String, nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False, server_default=""),
        sa.Column("kind", sa.String, nullable=False, server_default=""),
        sa.Column("digest", sa.String, nullable=False, server_default=""),
        sa.Column("pages", sa.Integer, nullable=False, server_default="0"),
        sa.Column("characters", sa.Integer, nullable=False, server_default="0"),
        sa.Column("chunks", sa.Integer, nullable=False, server_default="0"),
        sa.Column("held_back", sa.String, nullable=False, server_default=""),
        sa.Column("notes", sa.String, nullable=False, server_default=""),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_table(
        "corpus_chunks",
        sa.Column("source", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("section", sa.String, nullable=False, server_default=""),
        sa.Column("page", sa.Integer, nullable=False, server_default="0"),
        sa.Column("text", sa.String, nullable=False, server_default=""),
    )
