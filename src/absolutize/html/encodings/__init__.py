"""The legacy encodings, as the Encoding Standard reads and writes them."""
