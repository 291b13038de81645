"""The `houseway` command."""

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)


def main() -> None:
    """Run the command line."""
    app()
