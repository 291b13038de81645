"""The mathematics report as a workbook: the same figures, as formulas over counts and pays where they can be."""
