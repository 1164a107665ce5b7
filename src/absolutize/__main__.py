"""``python -m absolutize``."""

from absolutize.cli import main

main()
