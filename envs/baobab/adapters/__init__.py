"""One module per consumer, each for every game: PettingZoo, self-play batches, pictures, speed measurements."""
