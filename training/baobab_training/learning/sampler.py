"""Playing many games at once with the current policy, and keeping its decisions with what they brought.

A sampler owns N games and plays them on from one rollout to the next; a run has a sampler for each worker.
Letters: N games, P seats at most.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray

from baobab.bots import Bot, GreedyBot, RandomBot, load_bot
from baobab.core import outcome
from baobab.core.game import Game, make_rngs
from baobab.core.games import Games
from baobab.core.record import NOBODY, Rows
from baobab.core.rng import derive_seed
from baobab_training.config import Config
from baobab_training.learning.trajectory import (
    NONE,
    REWARD_KINDS,
    Decisions,
    accrue,
    link,
    make_decisions,
)
from baobab_training.networks import ragged
from baobab_training.networks.encode import Encoder
from baobab_training.networks.network import Network
from baobab_training.policy import NetworkBot
from baobab_training.trainer import Metrics

LEARNER, RANDOM, GREEDY, SNAPSHOT = 0, 1, 2, 3
"""Who holds a seat (`Sampler.control`): the learning policy, a bot, or the snapshot in slot `control − SNAPSHOT`."""
FIXED = -2
"""… or the bot `opponents.fixed`."""

ENTRIES_GUESS = 16
"""Legal actions of a decision that room is made for at first."""


@dataclass
class Tally:
    """What the games that ended were like."""

    games: int = 0
    decisions: int = 0  # of the learning policy
    game_length: int = 0  # decisions of all seats, forced ones included, summed over the games
    met: int = 0  # games against somebody else
    won: float = 0.0  # the learning policy's share of wins in those, over the share of its seats

    def add(self, other: "Tally") -> None:
        """Add another sampler's."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def metrics(self) -> Metrics:
        """The means, where there are games to take them over."""
        metrics = {"games": float(self.games)}
        if self.games:
            metrics["game_length"] = self.game_length / self.games
        if self.met:
            metrics["against_others"] = self.won / self.met
        return metrics


class Sampler:
    """N games in progress, and the decisions of the learning policy in them."""

    games: Games  # [N]
    rngs: NDArray[np.int64]  # [N, 4] what actions are drawn with
    num_players: NDArray[np.int8]  # [N]
    control: NDArray[np.int8]  # [N, P] who holds each seat
    margins: NDArray[np.float32]  # [N, P] of the present positions
    last: NDArray[np.int32]  # [N, P] each seat's last decision in `decisions`, or NONE

    def __init__(self, config: Config, game: Game, network: Network, *, number: int, games: int) -> None:
        """`number` tells the samplers of a run apart; `games` is N."""
        self.config, self.game = config, game
        self.seed = derive_seed(config.run.seed, number)
        self.started = 0  # games so far: the next one's number
        self.generator: Generator = np.random.default_rng([config.run.seed, number])
        self.tally = Tally()
        seats, counts = game.max_players, config.game.players
        self.games = Games(game, game.rows(games))
        self.rngs = make_rngs(games, seed=derive_seed(self.seed, 2**40))
        self.num_players = np.array([counts[(place + number) % len(counts)] for place in range(games)], np.int8)
        self.control = np.zeros((games, seats), np.int8)
        self.margins = np.zeros((games, seats), np.float32)
        self.last = np.full((games, seats), NONE, np.int32)
        room = games * (config.ppo.rollout + seats)  # besides those of a rollout, a pending one for each seat
        self.decisions: Decisions = make_decisions(game, network, room=room, entries=ENTRIES_GUESS * room)
        self._encoder = Encoder(game, network, critic=True)
        self._epsilon: float | None = None  # None: actions are drawn from softmax(logits)
        self._bots: dict[int, Bot] = {RANDOM: RandomBot(), GREEDY: GreedyBot()}
        if config.opponents.fixed_share:
            self._bots[FIXED] = load_bot(config.opponents.fixed)
        self._restart(np.arange(games), slots=0)
        self._stagger()

    def play_on(self, network: Network, snapshots: list[Network], *, decisions: int) -> None:
        """Play every game on by so many decisions, drawn from the network's probabilities; what ends begins anew."""
        self._seat_snapshots(snapshots, temperature=1.0)
        self._epsilon = None
        for _ in range(decisions):
            self._step(network, slots=len(snapshots))

    def play_out(self, network: Network, snapshots: list[Network], *, epsilon: float) -> None:
        """Begin every game anew and play it to its end; then `decisions` has all that the network decided.

        It takes the action with the highest logit, as its snapshots do, and with the probability `epsilon` any.
        """
        self._seat_snapshots(snapshots, temperature=0.0)
        self._epsilon = epsilon
        self._restart(np.arange(len(self.games)), slots=len(snapshots))
        self.last[:] = NONE
        self.decisions.count = 0
        while self.games.running.any():
            self._step(network, slots=len(snapshots), restart=False)

    def _seat_snapshots(self, snapshots: list[Network], *, temperature: float) -> None:
        for slot, snapshot in enumerate(snapshots):
            self._bots[SNAPSHOT + slot] = NetworkBot(snapshot, self.game, name="snapshot", temperature=temperature)

    def _step(self, network: Network, *, slots: int, restart: bool = True) -> None:
        """One decision in every game that is not over; where that ends it, `restart` begins another."""
        movers = self.games.players
        holders = np.where(movers == NOBODY, NOBODY, self.control[np.arange(len(movers)), movers])
        actions = np.zeros(len(movers), np.int32)
        for holder in np.unique(holders[movers != NOBODY]):
            index = np.flatnonzero(holders == holder)
            everybody = len(index) == len(movers)
            rows, rngs = (self.games.rows, self.rngs) if everybody else (self.games[index].rows, self.rngs[index])
            if holder == LEARNER:
                actions[index] = self._decide(network, rows, rngs)
                link(self.decisions.count - len(index), index, movers[index], self.decisions.following, self.last)
            else:
                actions[index] = self._bots[int(holder)].act(self.game, rows, rngs)
            if not everybody:
                self.rngs[index] = rngs
        self.games.step(actions)
        over = ~self.games.running & (movers != NOBODY)
        self._reward(over)
        if restart and over.any():
            self._restart(np.flatnonzero(over), slots=slots)

    def _decide(self, network: Network, rows: Rows, rngs: NDArray[np.int64]) -> NDArray[np.int32]:
        """Draw the learning policy's actions in these rows, and keep the decisions."""
        encoded = self._encoder.encode(rows)
        with torch.inference_mode():
            logits, values = network.logits_values(encoded.batch())
        choices, log_probs = np.empty(len(rows), np.int32), np.zeros(len(rows), np.float32)
        if self._epsilon is None:
            ragged.sample(logits.numpy(), encoded.offsets, rngs, choices, log_probs)
        else:
            ragged.argmax(logits.numpy(), encoded.ids, encoded.offsets, choices)
            ragged.explore(self._epsilon, encoded.offsets, rngs, choices)
        actions = np.empty(len(rows), np.int32)
        ragged.picked(encoded.ids, encoded.offsets, choices, actions)
        self.decisions.append(encoded, choices=choices, log_probs=log_probs, values=values.numpy())
        self.tally.decisions += len(rows)
        return actions

    def _reward(self, over: NDArray[np.bool_]) -> None:
        """Give every seat what the step brought it, which ended the games `over [N]`."""
        reward, decisions = self.config.reward, self.decisions
        if reward.kind != "shaped" and not over.any():
            return  # only ends are rewarded
        scores, ranks = self.games.results()
        margins = self._margins(scores, self.num_players)
        accrue(
            REWARD_KINDS[reward.kind],
            reward.win_weight,
            self.num_players,
            over,
            ranks,
            self.margins,
            margins,
            self.last,
            decisions.rewards,
            decisions.following,
        )
        self.margins[:] = margins
        self._count_results(np.flatnonzero(over), ranks)

    def _count_results(self, over: NDArray[np.int64], ranks: NDArray[np.int8]) -> None:
        tally = self.tally
        tally.games += len(over)
        tally.game_length += int(self.games.rows["decisions"][over].sum())
        for place in over:
            mine = self.control[place, : self.num_players[place]] == LEARNER
            if not mine.all():
                winners = ranks[place, : len(mine)] == 1
                tally.met += 1
                tally.won += float((winners & mine).sum() / winners.sum()) / float(mine.mean())

    def _restart(self, index: NDArray[np.int64], *, slots: int) -> None:
        """Start a new game in these places, with whom draws decide."""
        seeds = np.array([derive_seed(self.seed, self.started + place) for place in range(len(index))], np.int64)
        self.started += len(index)
        fresh = Games(self.game, self.game.rows(len(index)))
        fresh.restart(num_players=self.num_players[index], seeds=seeds)
        self.games[index] = fresh
        self.margins[index] = self._margins(fresh.results()[0], self.num_players[index])
        for place in index:
            self.control[place] = self._draw_control(int(self.num_players[place]), slots=slots)

    def _stagger(self) -> None:
        """Play every game at random to a random moment, so that they are not all in the same phase."""
        ends, rngs = self.games.copy(), self.rngs.copy()
        lengths = np.zeros(len(ends), np.int64)
        while (running := ends.running).any():
            ends.step(ends.random_actions(rngs))
            lengths += running
        moments = self.generator.integers(0, lengths)
        for moment in range(moments.max(initial=0)):
            index = np.flatnonzero(moments > moment)
            games, rngs = self.games[index], self.rngs[index]
            games.step(games.random_actions(rngs))
            self.games[index], self.rngs[index] = games, rngs
        self.margins[:] = self._margins(self.games.results()[0], self.num_players)

    def _margins(self, scores: NDArray[np.int32], num_players: NDArray[np.int8]) -> NDArray[np.float32]:
        """Each seat's margin `[·, P]`."""
        scaled: NDArray[np.float32] = (outcome.margins(scores, num_players) / self.game.margin_scale).astype(np.float32)
        return scaled

    def _draw_control(self, num_players: int, *, slots: int) -> NDArray[np.int8]:
        """Who holds the seats of a new game `[P]`."""
        opponents, draw = self.config.opponents, self.generator.random()
        control = np.full(self.game.max_players, LEARNER, np.int8)
        bots = opponents.greedy_share + opponents.random_share + opponents.fixed_share
        if draw < opponents.greedy_share:
            other = GREEDY
        elif draw < opponents.greedy_share + opponents.random_share:
            other = RANDOM
        elif draw < bots:
            other = FIXED
        elif slots and draw < bots + opponents.snapshot_share:
            other = SNAPSHOT + int(self.generator.integers(slots))
        else:
            return control
        learners = 1 if opponents.learner_seats == "one" else int(self.generator.integers(1, num_players))
        control[:num_players] = other
        control[self.generator.permutation(num_players)[:learners]] = LEARNER
        return control
