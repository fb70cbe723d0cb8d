"""Memory: what can be recalled, its words, its vectors; and what was decided about insights."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

REHEARSED = """UPDATE insights SET rehearsed = 1 WHERE debate IN
    (SELECT id FROM debate_sessions WHERE config LIKE '%"model":"rehearsal:%')"""


def upgrade() -> None:
    """Insights wait in the search queue, from where they become memories."""
    for name in ("merged_into", "why"):
        op.add_column("insights", sa.Column(name, sa.String, nullable=False, server_default=""))
    op.add_column("insights", sa.Column("rehearsed", sa.Boolean, nullable=False, server_default="0"))
    op.add_column("insights", sa.Column("reviewed", sa.Integer, nullable=False, server_default="0"))
    op.execute(REHEARSED)
    op.create_index("insights_not_reviewed", "insights", ["reviewed"], sqlite_where=sa.text("reviewed = 0"))
    op.create_table(
        "memories",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("ref", sa.String, nullable=False),
        sa.Column("scope", sa.String, nullable=False, index=True),
        sa.Column("text", sa.String, nullable=False, server_default=""),
        sa.Column("importance", sa.Float, nullable=False),
        sa.Column("debate", sa.String, nullable=False, server_default=""),
        sa.Column("persona", sa.String, nullable=False, server_default=""),
        sa.Column("round", sa.Integer, nullable=False, server_default="0"),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False, server_default="1"),
        sa.UniqueConstraint("kind", "ref"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "embedding_spaces",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False, unique=True),
        sa.Column("dimension", sa.Integer, nullable=False, server_default="0"),
        sa.Column("stale", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created_at", sa.Float, nullable=False),
    )
    op.create_table(
        "vectors",
        sa.Column("memory", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("space", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("scope", sa.String, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )
    op.create_index("vectors_by_scope", "vectors", ["space", "scope"])
    op.execute("CREATE VIRTUAL TABLE memory_words USING fts5(scope, words, tokenize = 'unicode61')")
    op.execute("INSERT OR IGNORE INTO search_queue (kind, ref) SELECT 'insight', id FROM insights")
