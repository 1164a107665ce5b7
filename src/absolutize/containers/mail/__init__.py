"""Mail and MHTML: mailboxes, messages, their entities and transfer encodings."""
