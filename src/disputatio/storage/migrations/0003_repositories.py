"""Repositories: what was indexed of each, where its chunks stand, and what was summarised."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False, server_default="")


def upgrade() -> None:
    """Nothing is read into them: a person indexes a repository."""
    op.create_table(
        "repositories",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("path", sa.String, nullable=False, unique=True),
        sa.Column("first", sa.String, nullable=False, index=True),
        _text("name"),
        _text("commit_id"),
        sa.Column("scheme", sa.Integer, nullable=False, server_default="0"),
        sa.Column("indexed_at", sa.Float),
        sa.Column("opened_at", sa.Float, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "repository_files",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("repository", sa.Integer, nullable=False),
        sa.Column("path", sa.String, nullable=False),
        sa.Column("blob", sa.String, nullable=False),
        _text("language"),
        _text("outline"),
        sa.UniqueConstraint("repository", "path"),
    )
    op.create_table(
        "repository_chunks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("repository", sa.Integer, nullable=False, index=True),
        sa.Column("file", sa.Integer, nullable=False, index=True),
        sa.Column("first_line", sa.Integer, nullable=False, server_default="0"),
        sa.Column("last_line", sa.Integer, nullable=False, server_default="0"),
        _text("kind"),
        _text("name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "repository_summaries",
        sa.Column("repository", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("path", sa.String, primary_key=True),
        sa.Column("source", sa.String, nullable=False),
        _text("text"),
        _text("model"),
        _text("commit_id"),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
