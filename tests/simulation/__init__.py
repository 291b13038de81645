"""A card room in a simulated world: clock, threads, disk, network and people, all decided by one seed.

The room and its web server are the real ones. What they stand on is not: time is a number, a thread is a coroutine that
is stopped at every lock and every statement, the disk fails and the process is killed between any two steps, and the
network loses, doubles, delays and reorders what people send. The same seed makes the same world, to the byte.
"""
