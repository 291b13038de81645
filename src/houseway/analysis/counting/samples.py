"""Small pieces of the long counts: what ships with the package is tested by counting these again."""

from dataclasses import replace

from houseway.analysis.counting.shards import Job
from houseway.games.catalogue import game

FINE_SHARDS = 4096
SAMPLED = (5, 2017)


def sampled_jobs(slug: str) -> dict[str, tuple[Job, int]]:
    """By name, a job and the shard of it that is counted again; games that are solved in seconds have none."""
    if slug == "two-hand-holdem":
        from houseway.analysis.titles.two_hand_holdem.jobs import AllFlops

        flops = AllFlops(game(slug).deck.copies)
        return {f"flops, shard {shard}": (flops, shard) for shard in (0, len(flops.shards()) // 2)}
    if slug.startswith("fast-action-holdem"):
        from houseway.analysis.titles.fast_action_holdem.analyser import as_fast_action
        from houseway.analysis.titles.fast_action_holdem.counted import job_of

        boards = replace(job_of(as_fast_action(game(slug))), n_shards=FINE_SHARDS)
        return {f"boards, shard {shard} of {FINE_SHARDS}": (boards, shard) for shard in SAMPLED}
    return {}
