"""A training run in its folder: iterations, measurements on the way, checkpoints, and how it goes on."""
