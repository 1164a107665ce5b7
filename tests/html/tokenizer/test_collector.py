"""The meaning of a meta element is looked up by the text of its other attributes, and is never another's."""

from itertools import cycle, product

import pytest

import absolutize
from absolutize.html.tokenizer.collector import Collector
from tests.support.extent import sample

DECIDING = (
    *(
        'name="twitter:image"',
        "property='og:url'",
        'PROPERTY="og:image x"',
        'itemprop="image url"',
        'name="a"',
    ),
    *(
        'http-equiv="refresh"',
        'http-equiv="content-type"',
        'name="&#111;g:image"',
        "property=og:url",
        "charset=gbk",
    ),
    *(
        'name="a" name="og:image"',
        'itemid="i"',
        'data-x="d"',
        'style="b:url(s)"',
        'content="first"',
        "content",
        "",
    ),
)
CONTENTS = (
    *('content="c.png"', "content='/c'", 'CONTENT="c"', "content=c", 'content=""', 'content="http://h/c"'),
    *('content="0;url=r"', 'content="text/html; charset=gbk"', "content", 'content = "c"', 'content="c" /'),
)
OPTIONS = ({}, {"attributes": ["meta[data-x]=url"]}, {"attributes": ["*[name]=url", "meta[content]=urls"]})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("content", CONTENTS)
def test_meta_elements_mean_what_their_attributes_say(content: str, options: dict[str, list[str]]) -> None:
    """Every second tag has its name in capitals; for the next content, the other tags have.

    The default sample combines each attribute with only some of the others, before and after it.
    """
    names = cycle(("meta", "META") if CONTENTS.index(content) % 2 else ("META", "meta"))
    tags = [
        f"<{name} {' '.join(attributes)}>"
        for (first, last), name in zip(sample(product(DECIDING, DECIDING), 3), names, strict=False)
        for attributes in ((first, content, last), (content, first, last))
    ]
    page = "<p>".join(tags) + "<a href=b>"

    def read() -> tuple[str, list[absolutize.Link]]:
        return absolutize.rewrite(page, "http://h/", **options), list(
            absolutize.links(page, "http://h/", **options)
        )

    read()  # the second time, meanings are looked up from what the first run stored
    looked_up = read()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Collector, "collect_simple_meta", lambda *_: None)
        assert looked_up == read()
