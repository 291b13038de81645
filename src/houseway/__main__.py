"""The command `houseway`, and `python -m houseway`."""

import gc

RARELY = 50_000
"""Number of new objects after which garbage is collected. A command makes most of them once, and keeps them."""


def main() -> None:
    """Run the command line, which is imported only now."""
    gc.set_threshold(RARELY)
    from houseway.cli import main as run

    run()


if __name__ == "__main__":
    main()
