"""The size of the small pieces of long counts. Tests count these again to check the results that ship."""

FINE_SHARDS = 4096
SAMPLED = (5, 2017)
