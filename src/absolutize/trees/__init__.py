"""BeautifulSoup's and lxml's trees, rewritten in place by the same rules as bytes."""
