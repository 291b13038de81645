"""What an analyst hands to a regulator: the math report and the comparison of two games, as PDF, HTML and JSON."""
