"""Savernake's hidden part, redrawn: the order of the two decks, of which nobody knows anything.

Everything else is public. What has come is known, so what can still come is too.
"""

import numpy as np
from numpy.typing import NDArray

from baobab.core.jit import jit
from baobab.core.rng import next_word, seed_rng, shuffle
from baobab.games.savernake.cards import NUM_ANIMALS, NUM_CARDS, NUM_PATHS
from baobab.games.savernake.state import MARKET_PATHS, Params, State


@jit
def determinize(params: Params, state: State, viewer: int, rng: NDArray[np.int64]) -> None:
    """Redraw the order of the cards that are still to come, and of the animals that never will."""
    first_path = MARKET_PATHS * (int(state.rounds) + 1)
    first_animal = int(state.num_players) + int(state.rounds) + 1
    path, animal = first_path, first_animal
    for card in range(NUM_CARDS):
        if state.unseen[card] == 0:
            continue
        if card < NUM_PATHS:
            state.paths[path] = card
            path += 1
        else:
            state.animals[animal] = card
            animal += 1
    shuffle(rng, state.paths[first_path:], NUM_PATHS - first_path)
    shuffle(rng, state.animals[first_animal:], NUM_ANIMALS - first_animal)
    seed_rng(state.rng, (next_word(rng) << 30) ^ next_word(rng))
