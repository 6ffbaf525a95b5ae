"""The games, one folder each; `baobab.registry` knows them by name."""
