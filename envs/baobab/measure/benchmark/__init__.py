"""The benchmark: any bot, or any training command at a fixed budget, measured by one protocol (BENCHMARK.md)."""
