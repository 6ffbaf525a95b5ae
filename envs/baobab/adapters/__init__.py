"""One module per consumer, each for every game: PettingZoo, Gymnasium, self-play batches, pictures, speed."""
