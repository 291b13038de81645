"""The games in the forms that other projects expect. No rule is repeated here: everything reads states and views."""
