"""Counting in shards that are cached and resumed, with sums that cannot overflow, and the generic solver."""
