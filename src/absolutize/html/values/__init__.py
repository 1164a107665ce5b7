"""The syntaxes of values, a file for each: where the references are, and how they are escaped.

A syntax does not know in which attribute a value is, nor any URI. Used by `cli.io.summary`, `containers`,
`engine`, `html`, `http.header_links`, `trees` and `xml`.
"""
