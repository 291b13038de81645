"""Seeds by which the tests run, and those that once showed a mistake of the room."""

MINUTES = 0.6
"""Simulated, with faults; then calm until every round is over."""

SHORT_RUN = (102, 104, 106, 110)

ONCE_FAILED: dict[int, str] = {
    8: "an error of the disk while a table was read set the table aside for good (aside.is_unreadable)",
    2: "a COMMIT that failed left its transaction open: no later write could begin (Database._give_connection_up)",
}
"""What each had shown. A world changes with every change of the simulation, so what counts is that they stay clean."""
