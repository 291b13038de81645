"""The math report as a workbook: the same figures, as formulas over counts and pays if possible."""
