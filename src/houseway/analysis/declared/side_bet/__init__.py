"""Side bets: a wager on a set of cards against a pay table, counted by a census of such sets."""
