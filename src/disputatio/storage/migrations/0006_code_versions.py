"""Versions of code: every program that was tried is one, so are those in artifacts and patches; each has its tests, and
what it follows."""

from alembic import op

revision = "6"
down_revision = "5"

BEHIND = """UPDATE debates SET projected_seq = 0 WHERE debate_id IN (SELECT debate_id FROM events
    WHERE type LIKE 'turn-asked/%' AND json_extract(body, '$.gives') IN ('code', 'artifact', 'patches', 'tests'))"""


def upgrade() -> None:
    """The tables of these debates are made anew when the file is opened."""
    op.execute("UPDATE code_versions SET quality_score = NULL, metrics = NULL")
    op.execute(BEHIND)
