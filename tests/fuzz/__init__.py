"""Coverage-guided fuzzing of invariants that hold for every document, value, archive and command line.

`python -m tests.fuzz` fuzzes every surface for a while; docs/robustness.md explains how, and the results.
"""
