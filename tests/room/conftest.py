"""What all tests of the room share."""

from support.live_is_replay import live_is_replay

__all__ = ["live_is_replay"]
