"""What HTML is made of: productions of the tokenizer, character references, namespaces."""
