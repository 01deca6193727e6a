"""An index for counting the tables that a household has created in a day."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("tables_by_creation", "tables", ["household", "created"])


def downgrade() -> None:
    op.drop_index("tables_by_creation", "tables")
