"""Game files: a title of the catalogue with custom tables and readings, as text."""
