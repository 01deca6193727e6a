"""Index for the ratings of an account."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ratings_by_who", "ratings", ["who"])


def downgrade() -> None:
    op.drop_index("ratings_by_who", "ratings")
