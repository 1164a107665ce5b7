"""HTTP messages, as archives hold them: header fields, transfer and content codings."""
