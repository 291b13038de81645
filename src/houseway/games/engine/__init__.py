"""What all games share: states, actions, events, bets, pay tables, limits. No rule of a particular game is here."""
