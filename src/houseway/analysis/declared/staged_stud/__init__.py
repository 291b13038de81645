"""Staged stud: player's cards and community cards against pay tables, without a dealer's hand."""
