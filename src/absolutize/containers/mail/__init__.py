"""Mail and MHTML: mailboxes, messages, their entities and transfer encodings.

Nothing here knows what is done to the HTML of a message. Used by `containers` and
`containers.mirror.detection`.
"""
