"""Tables with their seats and logs, accounts, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("listed", sa.Integer, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),  # open, playing, over
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),  # when the next clock runs out
        sa.Column("thinking", sa.Integer, nullable=False),  # whether a bot has to move
        sa.Column("deciders", sa.Text, nullable=False),  # who has to decide, and who of them publicly
        sa.Column("next", sa.Text, nullable=False),  # the rematch
    )
    op.create_index("tables_by_status", "tables", ["status"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),  # human, open, bot
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),  # hash of the seat's secret
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("webhook", sa.Text, nullable=False),
    )
    op.create_index("seats_by_account", "seats", ["account"])
    op.create_index("seats_by_secret", "seats", ["secret"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False, unique=True),  # the case-folded name
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.Text, primary_key=True),  # hash
        sa.Column("account", sa.Text, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_by_account", "sessions", ["account"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),  # account:<id> or bot:<name>
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("ratings", "sessions", "accounts", "log", "seats", "tables"):
        op.drop_table(table)
