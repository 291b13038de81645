"""One game of each family, by what its player does: for tests of whole rounds in the pages."""

FAMILIES = {
    "fold or raise against the dealer": "three-card-poker",
    "a card is drawn": "three-card-draw-poker",
    "a board and bets street by street": "ultimate-texas-holdem",
    "bets are withdrawn": "let-it-ride",
    "a hand is set": "pai-gow-poker",
    "two hands that are nobody's own": "dragon-bonus",
    "asked only after a tie": "casino-war",
}
