"""The legacy encodings, as the Encoding Standard decodes and encodes them; the charset of a Content-Type.

Nothing here knows HTML or links. Used by `arguments`, `arrow.inputs`, `cli.commands.text`, `containers`,
`engine`, `html.document`, `scrapy.response` and `trees`.
"""
