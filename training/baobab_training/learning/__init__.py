"""Learning by self-play: one skeleton, and for each algorithm a file with its targets, its loss and its schedule."""
