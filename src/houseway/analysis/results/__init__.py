"""The results of an analysis: distributions, tables, advice, and how they are stored and shown."""
