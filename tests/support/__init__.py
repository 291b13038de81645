"""What tests of several folders share: tables to play at, cases, toy titles, browsers, databases."""
