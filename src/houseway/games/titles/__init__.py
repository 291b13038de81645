"""One module a title: its declaration."""
