"""Episodes: attempts at programs that failed, and what their authors made of it."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Debates from before had none."""
    op.create_table(
        "episodes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("session_id", sa.String, nullable=False, index=True),
        sa.Column("turn_id", sa.String, nullable=False, server_default=""),
        sa.Column("agent_id", sa.String, nullable=False, index=True),
        sa.Column("agent_role", sa.String, nullable=False, server_default=""),
        sa.Column("task", sa.String, nullable=False, server_default=""),
        sa.Column("attempt", sa.Integer, nullable=False, server_default="0"),
        sa.Column("language", sa.String, nullable=False, server_default=""),
        sa.Column("code", sa.String, nullable=False, server_default=""),
        sa.Column("passed", sa.Boolean, nullable=False),
        sa.Column("test_results", sa.String, nullable=False, server_default=""),
        sa.Column("failure_analysis", sa.String, nullable=False, server_default=""),
        sa.Column("reflection", sa.String, nullable=False, server_default=""),
        sa.Column("improvement", sa.String, nullable=False, server_default=""),
        sa.Column("confidence", sa.Float),
        sa.Column("created_at", sa.Float, nullable=False, index=True),
    )
