"""Keys of server processes in the secret store. Processes that start write theirs there."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Drop the keys, and the processes that had them, which end with the version that wrote them."""
    op.execute("DELETE FROM workers")
    op.drop_column("workers", "key")


def downgrade() -> None:
    """Make the table of keys again. Processes that start write theirs."""
    op.execute("DELETE FROM workers")
    op.add_column("workers", sa.Column("key", sa.String(64), nullable=False, server_default=""))
