"""Reviews of finished games, part by part, and solved puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("head", sa.Text, nullable=False),  # what the parts depend on besides the record
        sa.Column("actions", sa.Integer, nullable=False),  # number of parts
        sa.Column("status", sa.Text, nullable=False),  # waiting, done, failed
        sa.Column("household", sa.Text, nullable=False),  # of the visitor who asked, hashed
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("held", sa.BigInteger, nullable=False),  # until when a process has claimed it
    )
    op.create_index("reviews_by_status", "reviews", ["status", "asked"])
    op.create_table(
        "review_parts",
        sa.Column("table_id", sa.Text, sa.ForeignKey("reviews.table_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle", sa.Text, primary_key=True),
        sa.Column("solved", sa.Integer, nullable=False),  # with the first answer
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("puzzle_answers", "review_parts", "reviews"):
        op.drop_table(table)
