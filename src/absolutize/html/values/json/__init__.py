"""The data blocks of script elements, which are JSON: import maps and others.

They do not know in which element the text is. Used by `containers.json_edits`, `containers.sniffing`,
`containers.zip`, `engine.planner`, `engine.resolver` and `html.values`.
"""
