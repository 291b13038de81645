"""Two games beside each other: pay tables, readings, decisions, values of options."""
