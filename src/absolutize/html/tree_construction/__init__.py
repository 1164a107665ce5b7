"""Tree construction (HTML Standard 13.2.6), as far as links, namespaces and BASE depend on it.

No tree is built. It does not know which attributes hold links. Used by `engine.rewriter`,
`html.document.base_element`, `html.tokenizer`, `trees.context` and `trees.nesting`.
"""
