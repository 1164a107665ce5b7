"""The data blocks of script elements, which are JSON: import maps, speculation rules, JSON-LD."""
