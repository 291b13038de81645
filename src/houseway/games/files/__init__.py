"""Game files: a title of the catalogue with tables and readings of one's own, as text."""
