"""Locks as people type them: how often a decision is played in each way, whatever is best."""

from houseway.errors import BadSetting


def read_lock(text: str) -> tuple[str, dict[str, float]]:
    """A lock as it is typed: the line, `start` for none, a colon, and how often each action is taken.

    >>> read_lock("check bet: fold 0.25, call 0.75")
    ('check bet', {'fold': 0.25, 'call': 0.75})
    """
    line, _, actions = text.partition(":")
    often = {}
    for part in actions.split(","):
        words = part.split()
        try:
            name, share = words
            often[name] = float(share)
        except ValueError:
            raise BadSetting(f'a lock is as "check bet: fold 0.3, call 0.7"; got {text!r}') from None
    return "" if line.strip() == "start" else " ".join(line.split()), often
