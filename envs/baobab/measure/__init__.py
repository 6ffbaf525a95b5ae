"""Bots measured: evaluations over duplicate deals, ratings, tournaments and the benchmark. No torch is needed."""
