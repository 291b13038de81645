"""What a game means to the room that offers it: operation, exposure, risk, seats, actual results."""
