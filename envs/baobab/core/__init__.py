"""What a game is. Nothing in this package knows a game by name."""
