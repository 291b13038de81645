"""Fast Action Hold'em, one deck or several: exact counts, values, advice, a rule list, simulation."""
