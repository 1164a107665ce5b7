"""How results are written: tables, JSON, CSV, SARIF, unified diffs, progress."""
