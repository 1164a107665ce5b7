"""Tree construction (HTML Standard 13.2.6), as far as links, namespaces and BASE depend on it."""
