"""The library judged on real pages, by an oracle that shares no code with it."""
