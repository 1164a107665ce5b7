"""HTTP messages in archives: header fields, transfer codings and content codings.

Nothing here knows records, archives or HTML. Used by `containers.mail`, `containers.warc` and
`containers.zip.cdxj`.
"""
