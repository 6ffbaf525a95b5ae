"""What `baobab` has where the extra `train` is installed, a module for each command."""
