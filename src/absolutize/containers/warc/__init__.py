"""WARC and ARC files: records, their headers and payloads, in sequence or in parallel.

Nothing here knows how HTML is rewritten. Used by `arrow.pieces`, `containers` and `spark.splitting`.
"""
