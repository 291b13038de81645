"""Names that look alike: a skeleton for each user, which no two share."""

import sqlalchemy as sa
from alembic import op

from houseway.room.names import skeleton

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column and fill it. If users' names already look alike, all but the first get a number.

    SQLite cannot rebuild a table while another refers to it, so this migration avoids that.
    """
    op.add_column("users", sa.Column("skeleton", sa.String(96), nullable=False, server_default=""))
    users = sa.table(
        "users", sa.column("id", sa.Integer), sa.column("name", sa.String), sa.column("skeleton", sa.String)
    )
    connection = op.get_bind()
    seen: set[str] = set()
    for user_id, name in connection.execute(sa.select(users.c.id, users.c.name).order_by(users.c.id)).all():
        form = skeleton(name)
        connection.execute(
            sa.update(users).where(users.c.id == user_id).values(skeleton=f"{form}/{user_id}" if form in seen else form)
        )
        seen.add(form)
    op.create_index("ix_users_skeleton", "users", ["skeleton"], unique=True)


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
