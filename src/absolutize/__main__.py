"""``python -m absolutize``."""

from absolutize.cli import main

if __name__ == "__main__":  # not in the processes that it starts
    main()
