"""Two games side by side: pay tables, readings, decisions, values of options."""
