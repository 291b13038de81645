"""How counting is done: in shards that are kept and resumed, with sums that cannot overflow; and the generic solver."""
