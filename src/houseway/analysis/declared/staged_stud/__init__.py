"""Staged stud: own cards and common ones against pay tables, no dealer's hand."""
