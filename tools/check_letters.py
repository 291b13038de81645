"""Holds the concordances of the letters against the rules: `make lint` fails while anything is amiss."""

import sys

from houseway.games.letters import faults


def main() -> int:
    """Print what is wrong; 0 if nothing is."""
    found = list(faults())
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
