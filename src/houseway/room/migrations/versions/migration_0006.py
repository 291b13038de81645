"""Seeds and sessions in a separate store. `houseway.room.secret_store` copies them before this migration."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Drop the seeds and sessions from the tables of the log."""
    op.drop_table("sessions")
    op.drop_column("chains", "secret")


def downgrade() -> None:
    """Make the tables again. All users must sign in again, and open tables lose their seeds."""
    op.add_column("chains", sa.Column("secret", sa.String(64), nullable=True))
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
