"""WARC and ARC files: records, their headers and payloads, one after another or in parallel."""
