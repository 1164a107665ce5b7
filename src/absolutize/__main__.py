"""Run the command line by ``python -m absolutize``.

It knows no command and no option: `cli.main` does everything. Nothing imports it; Python runs it.
"""

from absolutize.cli import main

if __name__ == "__main__":  # not in the processes that it starts
    main()
