"""Counting on another device: kernels in CUDA C, run by a GPU or compiled for this machine to test them."""
