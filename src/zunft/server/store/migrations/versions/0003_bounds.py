"""Creator of a table, last presence of a seat's player, last use of a session, last heartbeat of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("household", sa.Text, nullable=False, server_default=""))  # hashed
    op.create_index("tables_by_household", "tables", ["household", "status"])
    op.add_column("seats", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table("pulse", sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False))


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_index("tables_by_household", "tables")
    for table, column in (("sessions", "used"), ("seats", "seen"), ("tables", "household")):
        op.drop_column(table, column)
