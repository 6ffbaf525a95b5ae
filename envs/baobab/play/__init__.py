"""Games for people: a table where people and bots sit, and the terminal."""
