"""Everything that must not change by accident: `tools/freeze.py` compares it and accepts wanted changes by name."""
