"""Self-play training for the games of Baobab."""
