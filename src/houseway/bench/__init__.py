"""Speed measurements, always compared with something else measured in the same run."""
