"""How fine the small pieces of long counts are: what ships with the package is tested by counting these again."""

FINE_SHARDS = 4096
SAMPLED = (5, 2017)
