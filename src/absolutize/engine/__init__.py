"""The engine: one outcome for each reference of a document, and what is made of the outcomes.

It does no input or output, and does not know archives, trees or the command line. Used by many layers.
"""
