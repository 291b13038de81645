"""The parts that all games share: states, actions, events, bets, pay tables, limits. No rule of one game is here."""
