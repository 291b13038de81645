"""How hands compare: readable rankers, the tables made from them, and the kernels that read the tables."""
