"""Conditional comments: which versions of Internet Explorer read them, and which BASE these versions use."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

import absolutize
from absolutize.arguments import document_settings
from absolutize.engine import lister
from absolutize.engine.document_base import NestingContext
from absolutize.engine.planner import DEEPEST_DOCUMENT, Planner
from absolutize.engine.rewriter import rewrite_document
from absolutize.html.document.conditional_comments import VERSIONS, HiddenBase, ie_versions
from absolutize.options import Context, Policies
from tests.trees.test_structured_trees import assert_alike, every_builder

URL = "http://h/d/p"
ALL = "5.0 5.5 6.0 7.0 8.0 9.0"

CONDITIONS = [
    # the examples of MSDN, About conditional comments, and cases that it does not describe
    ("IE", ALL),
    (" ie ", ALL),
    ("!IE", ""),
    ("IE 5", "5.0 5.5"),
    ("IE 5.5", "5.5"),
    ("IE 5.5000", "5.5"),
    ("lt IE 5.5", "5.0"),
    ("lte IE 6", "5.0 5.5 6.0"),
    ("gt IE 6", "7.0 8.0 9.0"),
    ("GTE ie 8", "8.0 9.0"),
    ("gt IE 5", "6.0 7.0 8.0 9.0"),
    ("IE 10", ""),
    ("!(IE 7)", "5.0 5.5 6.0 8.0 9.0"),
    ("!IE 7", "5.0 5.5 6.0 8.0 9.0"),
    ("(gt IE 5)&(lt IE 7)", "6.0"),
    ("(IE 6)|(IE 7)", "6.0 7.0"),
    ("IE 6|IE 7&IE 8", "6.0"),
    ("(IE 6|IE 7)&IE 7", "7.0"),
    ("!(IE 6|IE 7)", "5.0 5.5 8.0 9.0"),
    ("!IE|IE 6", "6.0"),
    ("!!IE", ALL),
    ("((IE))", ALL),
    ("true", ALL),
    ("false", ""),
    ("gte vml 1", ALL),
    ("mso", ""),
    ("gte mso 9", ""),
    ("(gte mso 9)|(IE)", ALL),
    ("", ""),
    ("IE6", ""),
    ("IE IE", ""),
    ("(IE", ""),
    ("IE)", ""),
    ("IE &", ""),
    ("!", ""),
    ("IE ?", ""),
    ("(" * 50_000 + "IE" + ")" * 50_000, ALL),
]


@pytest.mark.rows(("condition", "versions"), CONDITIONS, ids=lambda text: text[:40])
def test_a_condition(condition: str, versions: str) -> None:
    read = ie_versions(f"[if{' ' * (condition[:1] != '')}{condition}]>")
    assert " ".join(f"{major}.{minor}" for major, minor in sorted(read)) == versions


def test_versions_are_in_order() -> None:
    assert list(VERSIONS) == sorted(VERSIONS)


def within(levels: int, markup: str) -> str:
    """Give markup in conditional comments that begin within each other: the first "-->" ends all of them."""
    return "<!--[if IE]>" * levels + markup + "<![endif]" * levels + "-->"


HIDES = "<!--[if {}]>{}<![endif]-->"


def hides(condition: str, *markup: str) -> str:
    return HIDES.format(condition, "".join(markup))


BASE, A = "<base href=/{}/>", "<a href=x></a>"
FIRST, SECOND, OWN = (BASE.format(name) for name in "ijb")
PAGES = [
    # name, a page, and the targets of its a elements
    ("alone", hides("IE", FIRST, A) + A, "i d"),
    ("for older ones", hides("lt IE 9", FIRST, A) + A, "i d"),
    ("revealed to none", hides("!IE", FIRST, A) + A, "d d"),
    ("revealed to none, the document's", OWN + hides("!IE", FIRST, A), "b"),
    ("for another program", hides("gte mso 9", FIRST, A) + A, "d d"),
    ("no condition", hides("IE 7 8", FIRST, A), "d"),
    ("before the document's", hides("IE", FIRST, A) + OWN + A, "i b"),
    ("behind the document's", OWN + hides("IE", FIRST, A) + A, "b b"),
    ("behind its links", hides("IE", A, FIRST), "i"),
    ("the first", hides("IE", FIRST, A, SECOND), "i"),
    ("of an earlier comment", hides("IE", FIRST) + hides("IE", A), "i"),
    ("of a later comment", hides("IE", A) + hides("IE", FIRST), "i"),
    ("of an earlier comment, before the document's", hides("IE", FIRST) + OWN + hides("IE", A), "i"),
    ("of a later comment, behind the document's", hides("IE", A) + OWN + hides("IE", FIRST), "b"),
    ("of a comment that others read", hides("IE 6", FIRST) + hides("IE 7", A), "d"),
    ("of a comment that others read, too", hides("lt IE 9", FIRST) + hides("IE 7", A), "i"),
    ("of two comments, each for its version", hides("IE 6", FIRST) + hides("IE 7", SECOND, A), "j"),
    ("as the newest reads it", hides("IE 6", FIRST) + hides("lte IE 7", A), "d"),
    ("two comments that both read", hides("IE", FIRST) + hides("IE", SECOND, A), "i"),
    ("in a template", hides("IE", "<template>", FIRST, "</template>", A), "d"),
    ("empty", hides("IE", "<base href=''>", FIRST, A), "d"),
]
ids = [name for name, _, _ in PAGES]
each = pytest.mark.rows(("page", "targets"), [row[1:] for row in PAGES], ids=ids)


@each
@pytest.mark.rows("kind", [str.encode, str])
def test_the_base_that_counts(page: str, targets: str, kind: type) -> None:
    links = [link for link in absolutize.links(kind(page), URL) if link.element == "a"]
    assert [link.target for link in links] == [f"http://h/{name}/x" for name in targets.split()]


@each
@pytest.mark.rows("policy", ["absolute", "remove"])
def test_a_rewrite_goes_where_it_went(page: str, targets: str, policy: str) -> None:
    options = {"base_element": policy}
    after = absolutize.rewrite(page, URL, **options)  # type: ignore[arg-type]
    links = [link.reference for link in absolutize.links(after) if link.element == "a"]
    assert links == [f"http://h/{name}/x" for name in targets.split()]
    assert absolutize.rewrite(after, "http://moved.example/", **options) == after  # type: ignore[arg-type]


@every_builder
@each
def test_trees_agree(builder: str, page: str, targets: str) -> None:
    del targets
    assert_alike(builder, f"<p>{page}</p>")


def test_a_base_in_a_comment_is_kept_for_links_in_another() -> None:
    page = hides("IE", FIRST) + hides("IE", A, "<a href={{x}}></a>")
    after = page.replace("href=x", "href=http://h/i/x").replace("href=/i/", "href=http://h/i/")
    assert absolutize.rewrite(page, URL, base_element="remove") == after


@pytest.mark.rows("markup", ["<a href=x></a>", "<base href=/i/><a href=x></a>"])
@pytest.mark.rows(
    ("levels", "is_read"), [(DEEPEST_DOCUMENT, True), (DEEPEST_DOCUMENT + 1, False), (2000, False)]
)
def test_comments_within_each_other_are_read_as_deep_as_other_documents(
    markup: str, levels: int, is_read: bool
) -> None:
    page = within(levels, markup)
    assert ("unreadable" not in [link.code for link in absolutize.links(page, URL)]) == is_read
    assert ("unreadable" not in [fault.code for fault in absolutize.check(page, URL)]) == is_read
    assert (absolutize.rewrite(page, URL) != page) == is_read
    assert_alike("html.parser", f"<p>{page}")


class Looked(list[HiddenBase]):
    """A list that counts how often it is iterated over."""

    times = 0

    def __iter__(self) -> Iterator[HiddenBase]:
        self.times += 1
        return super().__iter__()

    def __reversed__(self) -> Iterator[HiddenBase]:
        self.times += 1
        return super().__reversed__()


def test_the_bases_in_comments_are_gone_through_once() -> None:
    """If each comment iterated over them, the time would grow with the square of the number of comments."""
    hidden = Looked([HiddenBase(ie_versions("[if IE 5]>"), "/i/")] * 9)
    planner = Planner.of(None, Context(URL), Policies(), "utf-8", NestingContext(hidden=hidden))
    behind = {
        planner.by_hidden_base(ie_versions(f"[if {condition}]>"))
        for condition in ("IE 9", "IE 8", "IE 5", "mso") * 9
    }
    assert (len(behind), hidden.times) == (2, 1)


@pytest.mark.rows("policy", ["empty", "remove"])
def test_a_base_in_a_comment_is_kept_for_what_stays_outside(policy: str) -> None:
    page = "<a href={{x}}></a>" + hides("IE", FIRST)
    after = page.replace("href=/i/", "href=http://h/i/")
    assert absolutize.rewrite(page, URL, base_element=policy) == after  # type: ignore[arg-type]
    assert_alike("html.parser", f"<p>{page}</p>", base_element=policy)


def test_a_base_is_kept_for_comments_that_are_not_read() -> None:
    comment = hides("IE", A).replace('"', "&quot;")
    page = f'<base href="/b/"><iframe srcdoc="{comment}"></iframe>'
    options = {"base_element": "remove", "conditional_comments": False}
    assert "http://h/b/" in absolutize.rewrite(page, URL, **options)  # type: ignore[arg-type]
    assert_alike("html.parser", page, **options)


PASSED = {  # comments that the scan passes without a look at their markup, and similar ones, with their links
    "around a picture": ('<!--[if IE 9]><video style="display: none;"><![endif]--><source srcset=x>', "x"),
    "behind a picture": ("<!--[if IE 9]></video><![endif]--><a href=x>", "x"),
    "in mail": ("<!--[if mso]><table role='none'><tr><td width='9' ><![endif]--><a href=x>", "x"),
    "with dashes": ("<!--[if mso]>--<p class='a-b'>-<!-- <![endif]--><a href=x>", "x"),
    "closed at once": ("<!--[if !mso]><!--><a href=x><!--<![endif]-->", "x"),
    "closed wrongly": ("<!--[if mso]>--!><a href=x><!--[if mso]><p><![endif]--!><a href=y>", "x y"),
    "a background": ("<!--[if mso]><td width='9' background='x'><![endif]-->", "x"),
    "a style": ("<!--[if mso]><td style='background:url(x)'><![endif]-->", "x"),
    "a style by a character reference": ("<!--[if mso]><td style='b:url&lpar;x)'><![endif]-->", "x"),
    "an end in a value": ("<!--[if IE]><p class='--><a href=x>'><![endif]-->", "x"),
    "an end of markup in a value": ("<!--[if IE]><p class='<![endif]--><a href=x>'>", "x"),
    "another element": ("<!--[if IE]><p><font face=y><a href=x><![endif]-->", "x"),
    "no end": ("<!--[if IE]><p><a href=x><![endif] --", "x"),
}


@pytest.mark.rows(("html", "links"), PASSED.values(), ids=PASSED)
def test_comments_without_references_hide_none_behind_them(html: str, links: str) -> None:
    assert [link.raw for link in absolutize.links(html, URL)] == links.split()


_A = '<link href="x"/><script src="/y?a_b&c_d=e"></script>'
_B = "<link href=w><script src=v></script>"
SIMPLE = {  # the links of some of these are found like those around them
    "in capitals": f"<!--[IF ie]>{_A}<![ENDIF]-->",
    "absolute": '<!--[if IE]><script src="http://k/x"></script><link href="//k/" ><![endif]--><a href=z>',
    "with dashes": f'<!--[if IE]>--<link title="-" rel="a--b" href="x">-{_A}<![endif]--><a href=z>',
    "an end of the comment in a value": f'<!--[if IE]><link title="-->{_B}" href="x"><![endif]-->',
    "... in apostrophes": f"<!--[if IE]><link title='-->{_B}' href=\"x\"><![endif]-->",
    "an end of markup in a value": f'<!--[if IE]><link title="<![endif]-->{_B}" href="x"><![endif]-->',
    "a tag in a value": f'<!--[if IE]><link title="<p>" href="x">{_A}<![endif]-->',
    "the end of a tag in a value": f"<!--[if IE]><link title='>' href=\"x\">{_A}<![endif]-->",
    "a property that is used outside": "<!--[if IE]><p style='--a:url(x)'><![endif]--><p style='a:var(--a)'>",
    "... in quotes": '<!--[if IE]><p style="--a:url(x)"><![endif]--><p style="a:var(--a)">',
    "a style alone": '<!--[if IE]><td style="background:url(x)"><![endif]-->',
    "what would end a comment": '<!--[if IE]><img src="\\a--&gt;b\\c"><![endif]-->',
    "... as a part of a character": '<!--[if IE]><img src="\\a--&nvgt;b\\c"><![endif]-->',
    "... in a value in apostrophes": "<!--[if IE]><img src='\\a--&gt;b\\c'><![endif]-->",
    "what may have to be escaped": '<!--[if IE]><img src="\\a->b\\c"><![endif]-->',
    "... between apostrophes": "<!--[if IE]><img src='\\a->b\\c'><![endif]-->",
    "attributes of all kinds": "<!--[if IE]><img SRC='x' srcset='y, z 2x' alt=''><a ping='a b'><![endif]-->",
    "a refresh": '<!--[if IE]><meta http-equiv="refresh" content="0; url=x"><![endif]--><a href=y>',
    "a declaration in one": '<!--[if IE]><meta charset="utf-8"><![endif]--><a href="\u00e9">',
    "an object": '<!--[if IE]><object codebase="/c/" data="x" ></object><![endif]--><a href=y>',
    "elements of Office": '<!--[if vml]><v:imagedata src="x" o:title=""/><o:idmap data="1"/><![endif]-->',
    "an anchor": '<!--[if IE]><a href="x">a<![endif]-->b</a>',
    "... behind apostrophes": f"<!--[if IE]><link title='<![endif]-->{_A}' href='x'><![endif]-->",
    "markup behind an end": f"<!--[if IE]>{_A}<![endif]><textarea><![endif]--><a href=y></textarea>",
    "two ends": f"<!--[if IE]>{_A}<![endif]><link href='z'><![endif]-->",
    "no end": f"<!--[if IE]>{_A}<![endif] -->",
    "another end": f"<!--[if IE]>{_A}<![endif]--!><a href=z>",
    "no condition": f"<!--[if IE>{_A}<![endif]-->",
    "a placeholder": f'<!--[if IE]><link href="{{{{x}}}}">{_A}<![endif]-->',
    "a character reference": f'<!--[if IE]><link href="&#47;x">{_A}<![endif]-->',
    "no plain one": f'<!--[if IE]><link href="a/../x">{_A}<![endif]-->',
    "twice the same attribute": '<!--[if IE]><link href="x" href="y" ><![endif]-->',
    "a text in a script": f"<!--[if IE]><script>'</p>'{_A}<![endif]-->",
    "a script that is not closed": '<!--[if IE]><script src="x"><![endif]--><a href=y></script>',
    "a script around links": f'<!--[if IE]><script src="x">{_A}<![endif]--><a href=y></script>',
    "a type of scripts": '<!--[if IE]><script type="importmap" src="x"></script><![endif]--><a href=y>',
    "a style": '<!--[if IE]><td style="color:red"><td style="background:url(x)"><![endif]--><a href=y>',
    "a background": '<!--[if IE]><td background="x"><![endif]--><a href=y>',
    "nothing": "<!--[if IE]><![endif]--><a href=y>",
}
AROUND_SIMPLE = {
    name: around.replace("~", f"<!--[if IE]>{_A}<![endif]-->")
    for name, around in {
        "a BASE for all versions": '<!--[if IE]><base href="/i/"><![endif]-->~<a href=z>',
        "noscript in foreign content": "<svg><foreignObject><noscript>~<a href=y></noscript></svg>",
        "a BASE in a comment": '<!--[if IE 8]><base href="/i/"><![endif]-->~<a href=z>',
        "a BASE in a comment behind": '~<!--[if IE 8]><base href="/i/"><![endif]--><a href=z>',
        "a BASE": '<base href="/b/">~<a href=z>',
        "a comment": "<!-- ~<a href=z>",
        "a text area": "<textarea>~</textarea><a href=z>",
        "a style sheet": "<style>~</style><a href=z>",
        "a script": "<script>~</script><a href=z>",
        "noscript": "<noscript>~<a href=y></noscript><a href=z>",
        "svg": "<svg>~<use href=y /></svg><a href=z>",
        "noscript in svg": "<svg><noscript>~<a href=y></noscript></svg><a href=z>",
        "a template": "<template>~<col><style></style></template><a href=z>",
        "a frameset": "<frameset>~<frame src=y></frameset>",
        "a frameset behind": "~<frameset><frame src=y></frameset>",
        "a tag": '<p title="~"><a href=z>',
        "a tag that is cut off": '~<a href="z"',
        "a list of comments": "~~\n~<a href=z>",
    }.items()
}
IN_COMMENTS = {
    "plain": "<!--[if IE]><script src=/x></script><link href='y?a_b&c_d=e'><![endif]--><a href=z>",
    "a fragment": "<base href=/b/><!--[if IE]><a href=#x></a><a href=x></a><![endif]--><a href=#y>",
    "of a kind": "<!--[if IE]><link rel=icon href=x><link rel=stylesheet href=\u00e9><![endif]--><a href=z>",
    "before an end": "<!--[if IE]><a href=x><img src=z><![endif]-->?</a>",
    "shown to others": "<!--[if !IE]><!--><a href=z><!--<![endif]--><!--[if !IE]>--><a href=z><!-->",
    "of another base": "<!--[if IE 8]><base href=/i/><![endif]--><!--[if IE]><img src=y><![endif]-->",
    "in svg": "<svg><!--[if IE]><img src=x><![endif]--></svg><a href=z>",
    "in noscript": "<noscript><!--[if IE]><img src=x><![endif]--></noscript><a href=z>",
    "no plain one": "<!--[if IE]><img src=x><img src='{{x}}'><![endif]-->",
    "a BASE": "<!--[if IE]><base href=/i/><img src=x><![endif]--><!--[if IE]><img src=y><![endif]-->",
    "a BASE behind": "<!--[if IE]><img src=y><![endif]--><!--[if IE]><base href=/i/><img src=x><![endif]-->",
    "a BASE around": "<base href=/b/><!--[if IE]><img src=x><![endif]--><a href=z>",
    "a frameset": "<!--[if IE]><frameset><frame src=x></frameset><![endif]--><a href=z>",
    "a declaration": "<!--[if IE]><meta charset=utf-8><img src=x><![endif]--><a href=\u00e9>",
    "not the whole tag": "<!--[if IE]><img src=x><img src=y<![endif]--><a href=z>",
    "a style sheet": "<!--[if IE]><style>a{b:url(x)}</style><img srcset='x, y 2x'><![endif]-->",
    "three within each other": within(3, "<img src=x>"),
    "too many within each other": within(DEEPEST_DOCUMENT + 1, "<img src=x>"),
    "too many with noscript": "<!--[if IE]><noscript>" * 99 + "<img src=x>" + "</noscript><![endif]" * 99,
    **SIMPLE,
    **{f"simple, {name}": html for name, html in AROUND_SIMPLE.items()},
}
PLAIN = "<link rel=icon href=//k/x><a href='//k/y?a_b&c_d=e'>"
BASES = (URL, "http://h/a-/b!/c->/d", "http://h/a--/b", "http://h/a--!>b/")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"conditional_comments": False},
    {"base_element": "remove"},
    {"base_element": "empty"},
    {"same_document": "resolve"},
]


@pytest.mark.rows(("html", "base", "options"), [*product(IN_COMMENTS.values(), BASES, OPTIONS)], ids=repr)
def test_what_is_read_in_bulk_is_decided_as_all_else(html: str, base: str, options: dict[str, Any]) -> None:
    """The results are the same with recorded edits, where nothing is read in bulk."""
    context, policies = document_settings("rewrite", {"url": base, **options})
    in_bulk = rewrite_document(html.encode(), context, policies)
    recorded = rewrite_document(html.encode(), context, policies, recorded=True)
    assert (in_bulk.document, in_bulk.changes) == (recorded.document, recorded.changes)


@pytest.mark.rows(("html", "base", "options"), [*product(IN_COMMENTS.values(), BASES, OPTIONS)], ids=repr)
def test_links_in_comments_are_those_of_a_document_in_a_value(
    html: str, base: str, options: dict[str, Any]
) -> None:
    """A comment in which all links are plain is not parsed as a document, but lists the same links."""
    context, policies = document_settings("links", {"url": base, **options})
    seen = [tuple(link) for link in lister.links_in(f"\n{html}", context, policies)]
    decided = lister.decide_document(f"\n{html}", context, policies)
    assert seen == [tuple(link) for link in lister.links_of(decided)]


@pytest.mark.rows("html", [html for html in SIMPLE.values() if html.endswith("<![endif]-->")])
def test_comments_that_are_not_read_stay(html: str) -> None:
    if html.count("-->") == 1:
        assert absolutize.rewrite(html, URL, conditional_comments=False) == html
        assert list(absolutize.links(html, URL, conditional_comments=False)) == []


def test_the_text_of_an_anchor_ends_with_its_comment() -> None:
    (link,) = absolutize.links('<!--[if IE]><a href="x">a<![endif]-->b</a>', URL, text=True)
    assert link.text == "a"


@pytest.mark.parametrize(("html", "are_plain"), [(PLAIN, True), (f"<base href=/i/>{PLAIN}", False)])
def test_no_document_is_made_of_a_comment_with_plain_links(
    html: str, are_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    read = lister.outcomes_within
    monkeypatch.setattr(lister, "outcomes_within", lambda *given: made.append(given) or read(*given))
    found = [link.target for link in absolutize.links(f"<!--[if IE]>{html}<![endif]-->", "http://h/")]
    assert "http://k/x" in found
    assert (made == []) == are_plain
