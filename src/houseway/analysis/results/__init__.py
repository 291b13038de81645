"""What an analysis says: results, distributions, tables, advice, and how they are kept and shown."""
