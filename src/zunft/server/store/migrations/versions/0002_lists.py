"""Indexes for the lobby's lists and for bots that have to move."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INDEXES = {
    "tables_by_list": (["status", "changed", "id"], sa.text("listed = 1")),
    "tables_by_thinking": (["status", "changed"], sa.text("thinking = 1")),
}


def upgrade() -> None:
    for name, (columns, where) in INDEXES.items():
        op.create_index(name, "tables", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(name, "tables")
