"""Channels by which people get notices, one-time tokens, the server's own keys, results of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        # For all tables of an account, or for one seat
        sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.Text, nullable=False),  # push, mail, webhook
        sa.Column("format", sa.Text, nullable=False),  # of a webhook's body
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("keys", sa.Text, nullable=False),  # of a push subscription
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),  # base URL for links
        sa.Column("confirmed", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("delivered", sa.BigInteger, nullable=False),  # last successful delivery
        sa.Column("error", sa.Text, nullable=False),  # why later deliveries failed
    )
    op.create_index("channels_by_account", "channels", ["account"])
    op.create_index("channels_by_table", "channels", ["table_id"])
    op.execute(
        "insert into channels (id, table_id, seat, kind, format, address, keys, language, origin, confirmed, created,"
        " delivered, error) select table_id || '-' || seat, table_id, seat, 'webhook', 'json', webhook, '', 'en', '',"
        " 1, 0, 0, '' from seats where webhook <> ''"
    )
    op.drop_column("seats", "webhook")
    op.add_column("seats", sa.Column("notified", sa.Integer, nullable=False, server_default="0"))  # number of the turn
    op.add_column("tables", sa.Column("result", sa.Text, nullable=False, server_default=""))  # JSON, once it is over
    op.create_table(
        "tokens",
        sa.Column("token", sa.Text, primary_key=True),  # hash
        sa.Column("purpose", sa.Text, nullable=False),  # confirm, reset
        sa.Column("subject", sa.Text, nullable=False),  # a channel or an account
        sa.Column("household", sa.Text, nullable=False),  # of the visitor who asked, hashed
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("tokens_by_household", "tokens", ["household", "created"])
    op.create_index("tokens_by_subject", "tokens", ["subject", "created"])
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("settings")
    op.drop_table("tokens")
    op.drop_column("tables", "result")
    op.drop_column("seats", "notified")
    op.add_column("seats", sa.Column("webhook", sa.Text, nullable=False, server_default=""))
    op.execute(
        "update seats set webhook = coalesce((select min(c.address) from channels c where c.table_id = seats.table_id"
        " and c.seat = seats.seat and c.kind = 'webhook' and c.format = 'json'), '')"
    )
    op.drop_table("channels")
