"""PPO in one file and plain torch, in the manner of CleanRL, on PettingZoo's turn-based loop.

One network plays all seats against itself. A turn may be several decisions of one agent, and what an action brought is
told when its agent is asked again or has ended: so each agent keeps a trajectory of its own.
"""

import torch
from torch import nn
from torch.distributions import Categorical
from versus_random import versus_random

from baobab import okavango_v0

GAMES, EPOCHS, MINIBATCH, RATE, LAMBDA, CLIP, ENTROPY = 16, 4, 256, 1e-3, 0.95, 0.2, 0.01


def network(inputs, outputs):
    """Two hidden layers."""
    return nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs))


def policy(actor, observations, masks):
    """What may be chosen, and how likely it is."""
    return Categorical(logits=actor(observations).masked_fill(~masks, -1e9))


def play(env, actor):
    """A game: of every agent observations, masks, actions, and the reward after each action."""
    seats = {agent: ([], [], [], []) for agent in env.possible_agents}
    env.reset()
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        observations, masks, actions, rewards = seats[agent]
        rewards.append(reward)  # since the agent's last action
        if not (terminated or truncated):
            observations.append(torch.from_numpy(seen["observation"]))
            masks.append(torch.from_numpy(seen["action_mask"]).bool())
            actions.append(policy(actor, observations[-1], masks[-1]).sample())
        env.step(None if terminated or truncated else actions[-1].item())
    return [(*map(torch.stack, known), rewards[1:]) for *known, rewards in seats.values()]


def advantages(rewards, values):
    """Along one agent's trajectory, which ends with the game; nothing is discounted."""
    gains = []
    for reward, value, following in zip(rewards[::-1], values[::-1], [0.0, *values[:0:-1]], strict=True):
        gains.append(reward + following - value + LAMBDA * (gains[-1] if gains else 0.0))
    return torch.tensor(gains[::-1])


def train(env, iterations, seed):
    """The trained choice: observations and masks in, actions out."""
    torch.manual_seed(seed)
    env.reset(seed=seed)
    size, agent = env.game.observation.size, env.possible_agents[0]
    actor, critic = network(size, int(env.action_space(agent).n)), network(size, 1)
    parameters = [*actor.parameters(), *critic.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=RATE, eps=1e-5)
    for _ in range(iterations):
        with torch.no_grad():
            *seen, rewards = zip(*(seat for _ in range(GAMES) for seat in play(env, actor)), strict=True)
            observations, masks, actions = map(torch.cat, seen)
            old, values = policy(actor, observations, masks).log_prob(actions), critic(observations).squeeze(1)
            pieces = values.split([len(one) for one in rewards])
            gains = torch.cat([advantages(one, piece.tolist()) for one, piece in zip(rewards, pieces, strict=True)])
        for batch in (part for _ in range(EPOCHS) for part in torch.randperm(len(old)).split(MINIBATCH)):
            now = policy(actor, observations[batch], masks[batch])
            ratio = (now.log_prob(actions[batch]) - old[batch]).exp()
            gain = (gains[batch] - gains[batch].mean()) / (gains[batch].std() + 1e-8)
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            value_loss = (critic(observations[batch]).squeeze(1) - (gains + values)[batch]).pow(2).mean()
            optimizer.zero_grad()
            (policy_loss + 0.5 * value_loss - ENTROPY * now.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(parameters, 0.5)
            optimizer.step()
    return lambda seen, legal: policy(actor, *map(torch.from_numpy, (seen, legal))).probs.argmax(1).numpy()


if __name__ == "__main__":
    versus_random("torch", "okavango", train(okavango_v0.env(reward="margin"), iterations=6, seed=1))
