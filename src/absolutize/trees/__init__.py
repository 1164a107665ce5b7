"""BeautifulSoup's and lxml's trees, rewritten in place by the same rules as bytes.

Neither library is imported before a tree of it is given. Nothing here decides on a reference. Used by `api`,
`lxml` and `scrapy`.
"""
