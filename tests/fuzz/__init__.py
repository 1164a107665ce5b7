"""Coverage-guided fuzzing: what holds for any document, value, archive and command line.

`python -m tests.fuzz` runs every surface for a while; docs/robustness.md says how, and what came of it.
"""
