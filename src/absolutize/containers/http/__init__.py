"""HTTP messages in archives: header fields, transfer codings and content codings.

Nothing here knows records, archives or HTML. Used by `arrow.inputs`, `containers` and `http`.
"""
