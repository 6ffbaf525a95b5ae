"""`python -m baobab`: the command."""

import sys

from baobab.cli import main

sys.exit(main())
