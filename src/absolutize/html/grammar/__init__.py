"""HTML's grammar: productions of the tokenizer, start tags, character references, namespaces.

It does not know which attributes hold links. Used by many layers.
"""
