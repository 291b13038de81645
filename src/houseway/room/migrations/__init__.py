"""The steps by which a database gets the tables that this version needs, run by Alembic."""
