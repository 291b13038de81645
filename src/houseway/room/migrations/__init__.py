"""The Alembic migrations that bring a database to this version's schema."""
