"""The engine: one outcome for each reference of a document, and what is made of the outcomes."""
