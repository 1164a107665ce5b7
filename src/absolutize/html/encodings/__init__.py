"""The legacy encodings, as the Encoding Standard decodes and encodes them.

Nothing here knows HTML or links. Used by `cli.commands.text`, `engine`, `html.document`,
`scrapy.response` and `trees`.
"""
