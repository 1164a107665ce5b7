"""For Scrapy: a downloader middleware that makes links absolute, and a link extractor.

This module lists the public names and defines none. Programs import it; no module outside of its folder does.
"""

from absolutize.calls import of_extra

with of_extra("scrapy", "absolutize.scrapy"):
    from absolutize.scrapy.link_extractor import LinkExtractor
    from absolutize.scrapy.middleware import FLAG, AbsoluteDocuments

__all__ = ["FLAG", "AbsoluteDocuments", "LinkExtractor"]
