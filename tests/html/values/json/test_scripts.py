"""JSON in scripts, such as import maps: which strings are references, and how they are rewritten."""

import itertools
import json
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import ada_url
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import absolutize
from absolutize.html.grammar.character_references import clean
from absolutize.html.values.escaping import TextSpan
from absolutize.html.values.json.import_map import import_map
from absolutize.html.values.json.json_ld import json_ld
from absolutize.html.values.json.speculation_rules import speculation_rules
from absolutize.html.values.json.strings import JSON_ESCAPING
from absolutize.html.values.json.web_bundle import web_bundle
from absolutize.html.values.minimal_edit import minimal_edit
from tests.support.extent import sample

SPLITTERS = [import_map, speculation_rules, web_bundle, json_ld]


def written(splitter: Callable[[str], Iterable[TextSpan] | None], text: str) -> list[str]:
    """List the references in a text as they are written."""
    found = splitter(text)
    assert found is not None
    pieces = list(found)
    assert pieces == sorted(pieces, key=lambda piece: piece.start)
    assert all(piece.start <= piece.stop for piece in pieces)
    return [text[piece.start : piece.stop] for piece in pieces]


def resolved(splitter: Callable[[str], Iterable[TextSpan] | None], text: str, base: str) -> str:
    """Resolve every reference in a text as the library does."""
    for start, stop, escaping in reversed(list(splitter(text) or [])):
        raw = text[start:stop]
        target = absolutize.resolve(clean(escaping.decode(raw)), base)
        first, last, inserted = minimal_edit(raw, target, escaping.offsets, escaping.encode)
        text = text[: start + first] + escaping.encode(inserted) + text[start + last :]
    return text


# strings of import maps

IMPORT_MAPS = [
    ('{"imports":{"a":"/x"}}', ["/x"]),
    ('{"imports":{"a":"./x"}}', ["./x"]),
    ('{"imports":{"a":"../x"}}', ["../x"]),
    ('{"imports":{"a":"//h/x"}}', ["//h/x"]),
    ('{"imports":{"a":"https://h/x"}}', ["https://h/x"]),
    ('{"imports":{"a":"HTTPS://h/x"}}', ["HTTPS://h/x"]),
    (r'{"imports":{"a":"https:\\\\h"}}', [r"https:\\\\h"]),
    ('{"imports":{"a":" https://h/x"}}', [" https://h/x"]),
    ('{"imports":{"a":"data:text/javascript,1"}}', ["data:text/javascript,1"]),
    ('{"imports":{"a":"std:kv-storage"}}', ["std:kv-storage"]),
    ('{"imports":{"std:kv-storage":"/x"}}', ["std:kv-storage", "/x"]),
    ('{"imports":{"/a":"/b"}}', ["/a", "/b"]),
    ('{"imports":{"./a/":"./b/"}}', ["./a/", "./b/"]),
    ('{"imports":{"../a":"b"}}', ["../a"]),
    ('{"imports":{"/a":null}}', ["/a"]),
    ('{"imports":{"https://h/a":"/b"}}', ["https://h/a", "/b"]),
    ('{"imports":{"a":"\\/x","b":"\\u002e/y"}}', ["\\/x", "\\u002e/y"]),
    ('{"imports":{"a":"/1","a":"/2"}}', ["/2"]),
    ('{"imports":{"a":"/1"},"imports":{"b":"/2"}}', ["/2"]),
    ('{"scopes":{"/s/":{"a":"/x"}}}', ["/s/", "/x"]),
    ('{"scopes":{"s/":{}}}', ["s/"]),
    ('{"scopes":{"":{"a":"./x"}}}', ["", "./x"]),
    ('{"scopes":{"?q":{},"https:x":{}}}', ["?q", "https:x"]),
    ('{"scopes":{"https://h/s/":{"./a":"lodash"}}}', ["https://h/s/", "./a"]),
    ('{"integrity":{"/a.js":"sha384-/x"}}', ["/a.js"]),
    ('{"integrity":{"./a.js":"/x","https://h/b.js":""}}', ["./a.js", "https://h/b.js"]),
    ('{"integrity":{"/a.js":null}}', ["/a.js"]),
    ('{"integrity":{"/i":""},"scopes":{"s":{"a":"/x"}},"imports":{"a":"/y"}}', ["/i", "s", "/x", "/y"]),
]

NO_IMPORT_MAPS = [
    "{}",
    "[]",
    "null",
    '"/x"',
    '["/x"]',
    '{"imports":{}}',
    '{"imports":{"lodash":"lodash"}}',
    '{"imports":{"a":"x/y.js"}}',
    '{"imports":{"a":".x"}}',
    '{"imports":{"a":"..x"}}',
    '{"imports":{"a":"."}}',
    '{"imports":{"a":".."}}',
    '{"imports":{"a":""}}',
    '{"imports":{"a":"?x"}}',
    '{"imports":{"a":"#x"}}',
    '{"imports":{"a":"\\\\x"}}',
    '{"imports":{"a":" ./x"}}',
    '{"imports":{"a":"@scope/x"}}',
    '{"imports":{"#internal":"x"}}',
    '{"imports":{"a":"https:x"}}',
    '{"imports":{"a":"https:/x"}}',
    '{"imports":{"a":"1x:y"}}',
    '{"imports":{"":"/x"}}',
    '{"imports":{"a":null}}',
    '{"imports":{"a":1,"b":true}}',
    '{"imports":{"a":["/x"]}}',
    '{"imports":{"a":{"b":"/x"}}}',
    '{"imports":["/x"]}',
    '{"imports":"/x"}',
    '{"imports":null,"scopes":{"/s/":{}}}',
    '{"imports":{"a":"/x"},"scopes":[]}',
    '{"imports":{"a":"/x"},"scopes":{"/s/":"/y"}}',
    '{"imports":{"a":"/x"},"scopes":{"/s/":null}}',
    '{"imports":{"a":"/x"},"integrity":[]}',
    '{"integrity":{"lodash":"/x"}}',
    '{"Imports":{"a":"/x"}}',
    '{"/x":"/y"}',
    '{"depcache":{"/x":["/y"]}}',
]


@pytest.mark.rows(("text", "found"), IMPORT_MAPS)
def test_import_maps(text: str, found: list[str]) -> None:
    assert written(import_map, text) == found


@pytest.mark.rows("text", NO_IMPORT_MAPS)
def test_nothing_in_import_maps(text: str) -> None:
    assert written(import_map, text) == []


def test_an_import_map_resolved() -> None:
    text = '{"imports": {"a": ".\\/a.js", "./b\\u002f": "/b/", "c": "c"}, "scopes": {"s<": {"a": "../a"}}}'
    assert resolved(import_map, text, 'http://h/d</"/p') == (
        '{"imports": {"a": "http://h/d\\u003c/\\"/a.js", "http://h/d\\u003c/\\"/b\\u002f": "http://h/b/", '
        '"c": "c"}, "scopes": {"http://h/d\\u003c/\\"/s<": {"a": "http://h/d\\u003c/a"}}}'
    )


# speculation rules

RULES = [
    ('{"prefetch":[{"urls":["a"]}]}', ["a"]),
    ('{"prerender":[{"urls":["/a","?b","#c","","//h/"]}]}', ["/a", "?b", "#c", "", "//h/"]),
    ('{"prerender_until_script":[{"urls":["a"]}]}', ["a"]),
    ('{"prefetch_with_subresources":[{"urls":["a"]}]}', ["a"]),
    ('{"prerender":[{"urls":["a"]}],"prefetch":[{"urls":["b"]},{"urls":["c"]}]}', ["a", "b", "c"]),
    ('{"prefetch":[{"source":"list","urls":["https://h/a"]}]}', ["https://h/a"]),
    ('{"prefetch":[{"urls":["a",null,1,{},["b"],"c"]}]}', ["a", "c"]),
    ('{"prefetch":[null,"x",{"urls":["a"]}]}', ["a"]),
    ('{"prefetch":[{"urls":["a"],"relative_to":"document"}]}', ["a"]),
    ('{"prefetch":[{"urls":["a"],"relative_to":"ruleset"}]}', ["a"]),
    ('{"prefetch":[{"urls":["a"],"eagerness":"eager","unheard_of":1}]}', ["a"]),
    ('{"prefetch":[{"where":{"href_matches":"/*"}}]}', ["/"]),
    ('{"prefetch":[{"where":{"href_matches":["/a/*","b*"]}}]}', ["/a/", "b"]),
    ('{"prefetch":[{"where":{"href_matches":["/a",1,{"pathname":"/b"}]}}]}', ["/a", "/b"]),
    ('{"prefetch":[{"where":{"href_matches":[{},"/a",{}]}}]}', ["href_matches", "/a"]),
    ('{"prefetch":[{"where":{"href_matches":{"search":"?a","pathname":"b*"}}}]}', ["?a"]),
    ('{"prefetch":[{"where":{"href_matches":{"hostname":"h","pathname":"/*"}}}]}', ["h"]),
    ('{"prefetch":[{"where":{"href_matches":{"protocol":"http","pathname":"*"}}}]}', ["http"]),
    ('{"prefetch":[{"where":{"href_matches":"/a","relative_to":"document"}}]}', ["/a"]),
    ('{"prefetch":[{"where":{"not":{"href_matches":"/a"}}}]}', ["/a"]),
    ('{"prefetch":[{"where":{"and":[{"href_matches":"/a"},{"or":[{"href_matches":"/b"}]}]}}]}', ["/a", "/b"]),
    ('{"prefetch":[{"where":{"not":{"not":{"and":[{"not":{"href_matches":"/a"}}]}}}}]}', ["/a"]),
    ('{"prefetch":[{"urls":["a"],"where":{"href_matches":"/b"}}]}', ["a", "/b"]),
    ('{"tag":"t","prefetch":[{"tag":"u","urls":["a"]}]}', ["a"]),
]

NO_RULES = [
    "{}",
    "[]",
    "1",
    '["prefetch"]',
    '{"prefetch":[]}',
    '{"prefetch":{"urls":["a"]}}',
    '{"prefetch":"a"}',
    '{"prefetch":null}',
    '{"prefetch":["a"]}',
    '{"prefetch":[["a"]]}',
    '{"prefetch":[{"urls":"a"}]}',
    '{"prefetch":[{"urls":{"a":"b"}}]}',
    '{"prefetch":[{"URLs":["a"]}]}',
    '{"prefetch":[{"urls":["a"],"relative_to":"elsewhere"}]}',
    '{"prefetch":[{"urls":["a"],"relative_to":null}]}',
    '{"prefetch":[{"where":"/a"}]}',
    '{"prefetch":[{"where":["/a"]}]}',
    '{"prefetch":[{"where":{}}]}',
    '{"prefetch":[{"where":{"selector_matches":"a[href^=\'/x\']"}}]}',
    '{"prefetch":[{"where":{"selector_matches":["/a"]}}]}',
    '{"prefetch":[{"where":{"href_matches":{"pathname":"/a","baseURL":"/b"}}}]}',
    '{"prefetch":[{"where":{"href_matches":{"protocol":"http","pathname":"/a"}}}]}',
    '{"prefetch":[{"where":{"href_matches":{"protocol":"http","hostname":"h"}}}]}',
    '{"prefetch":[{"where":{"href_matches":{"pathname":1}}}]}',
    '{"prefetch":[{"where":{"href_matches":[]}}]}',
    '{"prefetch":[{"where":{"href_matches":null}}]}',
    '{"prefetch":[{"where":{"href_matches":"/a","relative_to":"elsewhere"}}]}',
    '{"prefetch":[{"where":{"and":{"href_matches":"/a"}}}]}',
    '{"prefetch":[{"where":{"not":[{"href_matches":"/a"}]}}]}',
    '{"prefetch":[{"where":{"xor":[{"href_matches":"/a"}]}}]}',
    '{"prefetch":[{"href_matches":"/a"}]}',
    '{"prefetch":[{"referrer_policy":"no-referrer","tag":"/a","target_hint":"_blank"}]}',
    '{"prefetch":[{"expects_no_vary_search":"params=(\\"/a\\")"}]}',
    '{"rules":[{"urls":["a"]}]}',
]


@pytest.mark.rows(("text", "found"), RULES)
def test_speculation_rules(text: str, found: list[str]) -> None:
    assert written(speculation_rules, text) == found


@pytest.mark.rows("text", NO_RULES)
def test_nothing_in_speculation_rules(text: str) -> None:
    assert written(speculation_rules, text) == []


# web bundles: what Chromium 156 requests, and takes from a bundle

BUNDLES = [
    ('{"source":"a"}', ["a"]),
    ('{"source":""}', [""]),
    ('{"source":"#a"}', ["#a"]),
    ('{"source":"a","source":"b"}', ["b"]),
    ('{"source":"a","credentials":1,"more":{"source":"b"}}', ["a"]),
    ('{"source":"a","scopes":[],"resources":[]}', ["a"]),
    ('{"source":"a","scopes":["b/","/c",1,"",null,"d"]}', ["a", "b/", "/c", "d"]),
    ('{"resources":["b",["c"],"","http://h/d"],"source":"a"}', ["b", "http://h/d", "a"]),
    ('{"source":"a","resources":["uuid-in-package:1"]}', ["a", "uuid-in-package:1"]),
]
NO_BUNDLES = [
    "{}",
    "[]",
    '[{"source":"a"}]',
    '{"Source":"a"}',
    '{"source":["a"]}',
    '{"source":null,"scopes":["b"]}',
    '{"scopes":["a"],"resources":["b"]}',
    '{"source":"a","scopes":"b"}',
    '{"source":"a","resources":null}',
    '{"source":"a","scopes":["b"],"resources":{"c":"d"}}',
]


@pytest.mark.rows(("text", "found"), BUNDLES)
def test_web_bundles(text: str, found: list[str]) -> None:
    assert written(web_bundle, text) == found


@pytest.mark.rows("text", NO_BUNDLES)
def test_nothing_in_web_bundles(text: str) -> None:
    assert written(web_bundle, text) == []


# URL patterns; an implementation of URLPattern found each result equal in every component

BASE = "https://h:8/a/b:c/p?q"
PATTERNS = [
    ("/*", "https://h:8/*"),
    ("/", "https://h:8/"),
    ("/a/*", "https://h:8/a/*"),
    ("/:id", "https://h:8/:id"),
    ("/a/:id(\\d+)?/*", "https://h:8/a/:id(\\d+)?/*"),
    ("/wp-*.php", "https://h:8/wp-*.php"),
    ("/*\\?(.+)", "https://h:8/*\\?(.+)"),
    ("/*\\?*(^|&)add-to-cart=*", "https://h:8/*\\?*(^|&)add-to-cart=*"),
    ("/a?b=*", "https://h:8/a?b=*"),
    ("/a#b*", "https://h:8/a#b*"),
    ("/{a:b}?/c", "https://h:8/{a:b}?/c"),
    ("/(a:b)/c", "https://h:8/(a:b)/c"),
    ("/(?:a|b)", "https://h:8/(?:a|b)"),
    ("/a/../b/*", "https://h:8/a/../b/*"),
    ("/.well-known/*", "https://h:8/.well-known/*"),
    ("//x/*", "https://h:8//x/*"),
    ("\\/a*", "https://h:8\\/a*"),
    ("/é*", "https://h:8/é*"),
    ("/a\\*", "https://h:8/a\\*"),
    ("*", "https://h:8/a/b\\:c/*"),
    ("", "https://h:8/a/b\\:c/"),
    (":id", "https://h:8/a/b\\:c/:id"),
    ("(a)", "https://h:8/a/b\\:c/(a)"),
    ("{x}*", "https://h:8/a/b\\:c/{x}*"),
    ("x*", "https://h:8/a/b\\:c/x*"),
    ("x/:id", "https://h:8/a/b\\:c/x/:id"),
    ("./x*", "https://h:8/a/b\\:c/./x*"),
    ("../*", "https://h:8/a/b\\:c/../*"),
    ("mailto:x", "https://h:8/a/b\\:c/mailto:x"),
    ("?x=*", "https://h:8/a/b\\:c/p?x=*"),
    ("\\?x=*", "https://h:8/a/b\\:c/p\\?x=*"),
]

NO_PATTERNS = [
    "{/x}:80",
    "https://*.h/*",
    "http{s}?://h/*",
    "*://*/*",
    "https://h",
    "data\\:x",
    "mailto:/x",
    "/x:80",
    "/x\\:y/*",
    "/x:/*",
    "/(x",
    "/x\\",
    ":\\x",
]


def rules(*patterns: str) -> str:
    return json.dumps({"prefetch": [{"where": {"href_matches": list(patterns)}}]}, ensure_ascii=False)


@pytest.mark.rows(("pattern", "expected"), PATTERNS)
def test_patterns(pattern: str, expected: str) -> None:
    assert resolved(speculation_rules, rules(pattern), BASE) == rules(expected)
    assert resolved(speculation_rules, rules(expected), BASE) == rules(expected)


@pytest.mark.rows("pattern", NO_PATTERNS)
def test_patterns_left_alone(pattern: str) -> None:
    assert written(speculation_rules, rules(pattern, "/")) == ["/"]


BASES = [
    ("http://h/(a)/{b}/c*+/p", "http://h/\\(a\\)/\\{b\\}/c\\*\\+/x*"),
    ("http://[::1]:80/p", "http://[\\:\\:1]\\:80/x*"),
    ("file:///C:/p", "file:///C\\:/x*"),
    ("http://a+b/p", "http://a\\+b/x*"),
    ("http://h:80/1:2/p", "http://h:80/1\\:2/x*"),
]


@pytest.mark.rows(("base", "expected"), BASES)
def test_what_is_written_before_a_pattern_is_escaped(base: str, expected: str) -> None:
    assert json.loads(resolved(speculation_rules, rules("x*"), base)) == json.loads(rules(expected))


HOSTS = [
    ("http://[::1]:80/p", "http://[\\:\\:1]/x*"),
    ("http://[::1]:81/p", "http://[\\:\\:1]\\:81/x*"),
    ("http://[::ffff:1.2.3.4]/p", "http://[\\:\\:ffff\\:102\\:304]/x*"),
    ("HTTP://H:80/p", "http://h/x*"),
    ("http://:@h/p", "http://h/x*"),
    ("http://u:p@h:81/p", "http://h:81/x*"),
    ("x://u@h:80/p", "x://h:80/x*"),
    ("x:///p", "x:///x*"),
]


@pytest.mark.rows(("base", "expected"), HOSTS)
def test_the_host_before_a_pattern_is_spelled_as_in_a_parsed_base(base: str, expected: str) -> None:
    page = f"<script type=speculationrules>{rules('x*')}</script>"
    once = absolutize.rewrite(page, base)
    assert once == page.replace(rules("x*"), rules(expected))
    assert absolutize.rewrite(once, base) == once


def test_a_pattern_in_escapes() -> None:
    text = '{"prefetch":[{"where":{"href_matches":"\\/a\\u002fb\\/*"}}]}'
    assert written(speculation_rules, text) == ["\\/a\\u002fb\\/"]
    assert resolved(speculation_rules, text, "http://h/") == text.replace('"\\/a', '"http://h\\/a')


@settings(deadline=None)
@given(st.text())
def test_what_is_spelled_for_a_pattern_is_read_back(text: str) -> None:
    for pattern in ("/*", "*"):
        [piece] = speculation_rules(rules(pattern)) or []
        assert piece.escaping.decode(piece.escaping.encode(text)) == text or (pattern, text) == ("*", "")
        assert "<" not in piece.escaping.encode(text)


# JSON-LD

DOCUMENTS: list[tuple[Any, list[str]]] = [
    ({"url": "/a"}, ["/a"]),
    (
        {"@context": "https://schema.org", "@type": "Person", "@id": "#me", "url": "a"},
        ["https://schema.org", "#me", "a"],
    ),
    ({"image": ["a.png", "https://h/b.png"]}, ["a.png", "https://h/b.png"]),
    ({"image": {"@type": "ImageObject", "url": "a", "contentUrl": "b"}}, ["a", "b"]),
    ({"logo": "../l.png", "sameAs": ["//x/y", "?z"]}, ["../l.png", "//x/y", "?z"]),
    ({"mainEntityOfPage": {"@type": "WebPage", "@id": "/p"}}, ["/p"]),
    ({"mainEntityOfPage": "/p", "license": "/l", "embedUrl": "e"}, ["/p", "/l", "e"]),
    ({"thumbnailUrl": ["a", "b"], "contentUrl": ""}, ["a", "b", ""]),
    ({"itemListElement": [{"position": 1, "item": "/x"}, {"item": {"@id": "/y"}}]}, ["/x", "/y"]),
    ({"@graph": [{"@id": "a"}, {"@graph": [{"url": "b"}]}]}, ["a", "b"]),
    ([{"@id": "a"}, [{"@id": "b"}]], ["a", "b"]),
    ({"author": {"@id": "/a", "name": "/n", "url": "/u"}}, ["/a", "/u"]),
    ({"@reverse": {"isPartOf": {"@id": "/p"}}}, ["/p"]),
    ({"@included": [{"@id": "/p"}]}, ["/p"]),
    ({"sameAs": {"@list": ["a", {"@id": "b"}]}}, ["a", "b"]),
    ({"sameAs": {"@set": [["a"]]}}, ["a"]),
    ({"unheard_of": {"url": "a"}}, ["a"]),
    ({"@context": {"x": {"@id": "/x", "@type": "@id"}}, "@id": "/y"}, ["/y"]),
    # terms to which a context gives a type, or that are aliases of a keyword
    ({"@context": {"x": {"@id": "/x", "@type": "@id"}}, "x": "/y", "z": "/z"}, ["/y"]),
    ({"@context": ["/c", {"x": {"@type": "@id"}}], "a": {"x": ["y", {"@id": "z"}]}}, ["/c", "y", "z"]),
    ({"@context": {"id": "@id"}, "id": "y"}, ["y"]),
    ({"@context": {"x": {"@id": "@id"}}, "x": "y"}, ["y"]),
    ({"a": {"@context": {"x": {"@type": "@id"}}, "x": "y"}}, ["y"]),
    ({"@context": {"url": "http://schema.org/url"}, "url": "y"}, ["y"]),
    ({"@context": {"x": {"@type": "@id"}}, "x": {"@list": ["y"]}}, ["y"]),
    # contexts
    ({"@context": "/c"}, ["/c"]),
    ({"@context": ["/c", {"url": "/u", "@id": "/x"}]}, ["/c"]),
    ({"@context": {"@import": "/c", "x": {"@context": ["/d"]}}, "a": {"@context": "e"}}, ["/c", "/d", "e"]),
    # @base is resolved, and references that depend on it stay
    ({"@context": {"@base": "/b/"}, "@id": "a"}, ["/b/"]),
    ({"@context": {"@base": None}, "@id": "a"}, []),
    (
        {"@context": ["https://schema.org", {"@base": "http://x/"}, "/c"], "url": "a"},
        ["https://schema.org", "http://x/", "/c"],
    ),
    ({"@context": [{"@base": "/b/"}, {"@base": "c/"}], "@id": "a"}, ["/b/"]),
    ({"@context": {"@base": "/b/"}, "a": {"@context": {"@base": "c/"}, "@id": "d"}}, ["/b/"]),
    ({"@context": [{"@base": None}, {"@base": "c/"}], "@id": "a"}, []),
    ({"@id": "a", "author": {"@context": {"@base": "x"}, "@id": "b"}, "url": "c"}, ["a", "x", "c"]),
    ({"@context": {"@vocab": "http://v/"}, "@id": "y"}, ["y"]),
    ({"@id": "http://h/a"}, ["http://h/a"]),
    ({"@id": "/a:b"}, ["/a:b"]),
    ({"@id": "?a:b"}, ["?a:b"]),
    ({"@id": ":b"}, [":b"]),
    ({"@id": "@x-y"}, ["@x-y"]),
    ({"@id": "a b"}, ["a b"]),
]

NO_DOCUMENTS: list[Any] = [
    {},
    [],
    None,
    "/a",
    ["/a"],
    {"@id": "_:b0"},
    {"@id": "p:x"},
    {"@id": "schema:Person"},
    {"@id": "my_prefix:x"},
    {"@id": "1:x"},
    {"@id": "urn:isbn:1"},
    {"@id": "https:x"},
    {"@id": "@graph"},
    {"@id": None},
    {"@id": 1},
    {"@type": "/t"},
    {"@type": ["url", "/t"]},
    {"url": "mailto:a@b"},
    {"url": None, "image": True, "logo": 1},
    {"url": {"@value": "/a", "@type": "http://schema.org/URL"}},
    {"url": {"@value": {"url": "/a"}, "@type": "@json"}},
    {"name": "/a", "description": "b", "headline": "c"},
    {"identifier": "/a", "additionalType": "/b", "genre": "/c", "keywords": "d"},
    {"colleague": "Jane", "author": "/a", "publisher": "b"},
    {"potentialAction": {"target": "/s?q={q}", "query-input": "required name=q"}},
    {"potentialAction": {"target": {"@type": "EntryPoint", "urlTemplate": "/s?q={q}"}}},
    {"@context": {"x": {"@type": "@vocab"}}, "x": "/y"},
    {"@context": {"url": {"@type": "xsd:string"}}, "url": "/y"},
    {"@context": [{"x": {"@type": "@id"}}, {"x": {"@type": "@vocab"}}], "x": "/y"},
    {"@context": {"url": {"@id": "/u", "@type": "@id"}}},
    {"@context": {"@vocab": "/v"}, "p": "/a"},
    {"@context": {"t": {"@id": "http://t", "@context": {"@base": "x"}}}, "@id": "a"},
    {"URL": "/a", "Image": "/b"},
    {"schema:url": "/a", "http://schema.org/url": "/b"},
    {"url": {"name": "/a"}},
    {"name": {"@list": ["/a"]}},
    {"@language": "/a", "@index": "/b"},
]


@pytest.mark.rows(("document", "found"), DOCUMENTS)
def test_json_ld(document: Any, found: list[str]) -> None:
    assert written(json_ld, json.dumps(document)) == found


@pytest.mark.rows("document", NO_DOCUMENTS)
def test_nothing_in_json_ld(document: Any) -> None:
    assert written(json_ld, json.dumps(document)) == []


def test_json_ld_resolved() -> None:
    text = '{"@id": "#o", "url": "https:\\/\\/h\\/", "logo": "\\/l\\u00e9.png", "name": "/n"}'
    assert resolved(json_ld, text, "http://b/d/p") == text.replace('"\\/l', '"http://b\\/l')


def test_json_ld_with_a_context_resolved() -> None:
    text = (
        '{"@context": ["/c", {"home": {"@type": "@id"}}], "home": "x",'
        ' "a": {"@context": {"@base": "b/"}, "@id": "y"}}'
    )
    after = text
    for before, resolution in {"/c": "http://b/c", "x": "http://b/d/x", "b/": "http://b/d/b/"}.items():
        after = after.replace(f'"{before}"', f'"{resolution}"')
    assert resolved(json_ld, text, "http://b/d/p") == after


# all of these formats


@pytest.mark.rows("splitter", SPLITTERS)
@pytest.mark.rows("text", ["", "{", "var a", '{"url":"/a"},', "\ufeff{}", '{"a":NaN}', "<!-- {} -->"])
def test_what_is_no_json(splitter: Callable[[str], Iterable[TextSpan] | None], text: str) -> None:
    assert splitter(text) is None


WORDS = ["imports", "scopes", "integrity", "prefetch", "urls", "where", "href_matches", "and", "not", "or"]
WORDS += ["relative_to", "document", "@id", "@context", "@base", "@value", "@list", "url", "image"]
WORDS += ["/a", "./b", "/*", "*", ":x", "p:x", "\\/", "https://h/*", "\ud800", "\udc00é", "", "(", "{"]
NAMES = st.sampled_from(WORDS) | st.text(max_size=3)
TREES = st.recursive(NAMES | st.none(), lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner))


@settings(deadline=None)
@given(TREES, st.booleans())
def test_pieces_are_strings_between_quotes(tree: Any, ascii_only: bool) -> None:
    text = json.dumps(
        {
            "prefetch": [{"where": tree, **(tree if isinstance(tree, dict) else {})}],
            "imports": tree,
            "source": "",
            "scopes": [tree],
        }
    )
    text = text if ascii_only else text.encode().decode("latin-1")
    for splitter in SPLITTERS:
        found = splitter(text)
        assert found is not None
        pieces = list(found)
        for start, stop, escaping in pieces:
            assert text[start - 1] == '"'
            assert splitter is speculation_rules or text[stop] == '"'
            json.loads(f'"{escaping.encode(escaping.decode(text[start:stop]))}"')
        assert all(before.stop < after.start for before, after in pairwise(pieces))


@settings(deadline=None)
@given(st.text(st.characters()))
def test_nothing_is_raised(text: str) -> None:
    for splitter in SPLITTERS:
        splitter(text)
        splitter(f'{{"imports":{{"{text}":"{text}"}}}}')
        splitter(f'{{"source":"{text}","scopes":["{text}"],"resources":["{text}"]}}')
        splitter(f'{{"prefetch":[{{"urls":["{text}"],"where":{{"href_matches":"{text}"}}}}],"url":"{text}"}}')
    for pattern in (text, f"/{text}"):
        speculation_rules(
            f'{{"prefetch":[{{"where":{{"href_matches":"{JSON_ESCAPING.encode(pattern)}"}}}}]}}'
        )


SAME = (
    "./h",
    "../d/h",
    "http://h/d/h",
    "http://h/%2e/d/h",
    "http://h/%2e/./d/h",
    "Http://h/d/h",
    "/d/h",
    "\\/d/h",  # an escape
    "//h/d/h",
    "./h ",
    "./\u00e9/../h",
    "a",
)  # relative to http://h/d/, all but the last are the same URL


def normalized(text: str, base: str) -> dict[str, str]:
    """Normalize a module specifier map (HTML Standard 8.1.5.2), as far as the names of this test need it."""
    said = json.loads(text)["imports"]
    return {
        name if name == "a" else ada_url.join_url(base, name): ada_url.join_url(base, said[name])
        for name in said
    }


@pytest.mark.rows("names", list(itertools.product(SAME, repeat=2)), ids=" ".join)
def test_of_names_of_one_url_the_same_counts(names: tuple[str, str]) -> None:
    for third in SAME:
        check_names((*names, third))


def check_names(names: tuple[str, ...], base: str = "http://h/d/p") -> None:
    members = ",".join(f'"{name}":"./{number}"' for number, name in enumerate(names))
    text = f'{{"imports":{{{members}}}}}'
    document = f"<script type=importmap>{text}</script>"
    written = absolutize.rewrite(document, base)
    inside = written.removeprefix("<script type=importmap>").removesuffix("</script>")
    assert normalized(inside, "http://o/") == normalized(text, base), names
    assert absolutize.rewrite(written, "http://moved/q/") == written, names


# the default sample has a fifth of the permutations; each name is before and behind each other one in some
OTHER_BASES = ("HTTP://H/d/p", "x://h/d/p", "xy:/d/p", "x:///d/p", "file:///d/p", "file://h/d/p")


@pytest.mark.parametrize("base", OTHER_BASES)
def test_of_names_of_one_url_the_same_counts_under_other_bases(base: str) -> None:
    origin = base.removesuffix("/d/p")
    dotted, unlike = f"{origin}/%2e/d/h", f"{origin.replace('h', 'H', 1)}/./d/h"
    spelled = ("./h", "../d/h", f"{origin}/d/h", f"{origin.lower()}/d/h", dotted, unlike, "/d/./h")
    for names in sample(itertools.permutations(dict.fromkeys(spelled), 3), 5):
        check_names(names, base)


@pytest.mark.parametrize("base", ["HTTP://h/d/p", "http://h:80/d/p", "http://h/\u00e9/p", "http://u@h/./d/p"])
def test_of_names_of_one_url_the_same_counts_however_the_base_is_spelled(base: str) -> None:
    url = ada_url.URL(base).href.removesuffix("p")
    written = base.removesuffix("p")
    path = "/" + url.split("/", 3)[3]
    spelled = ("./h", f"../{path.split('/')[-2]}/h", f"{path}h", f"//h{path}h", f"{url}h", f"{written}h")
    for names in sample(itertools.permutations(dict.fromkeys(spelled), 3), 5):
        check_names(names, base)


@pytest.mark.parametrize("rest", ["", "#f", "?q", "/", "/x", "\\\\x"])
def test_of_names_of_one_host_the_same_counts_however_many_slashes_are_before_it(rest: str) -> None:
    origins = ("///h", "\\/\\u002F\\/h", "//h", "http://h", "http:\\\\\\\\h", "http:////h", "//h:80")
    for names in sample(itertools.permutations((f"{origin}{rest}" for origin in origins), 3), 5):
        check_names(names)


# The path of file:// begins with a third slash: a dot behind two of them would be a host
NO_HOSTS = {
    "a slash and a backslash": ("/\\\\",),
    "two slashes and a tab": ("//\\t",),
    "two slashes in front of names of one URL": ("//", "./%61", "./a"),
    "two slashes behind names of one URL": ("./%61", "./a", "//"),
    "a slash and a backslash behind names of one URL": ("./%61", "./a", "/\\\\"),
    "spellings of the root": ("/", "//", "///", "/\\\\", "/."),
}


@pytest.mark.rows("names", NO_HOSTS.values(), ids=NO_HOSTS)
@pytest.mark.parametrize("base", ["file:///d/p", "file://h/d/p", "FILE:///d/p"])
def test_a_name_without_a_host_gets_none(names: tuple[str, ...], base: str) -> None:
    check_names(names, base)


PREFIXES = [  # a key that ends in a slash is a prefix, but not if white space follows the slash
    ('{"imports":{"http://h/.":"./n","./x/ ":"./m"}}', "http://h/%2e/./d/x/ "),
    ('{"imports":{"./x/\\n":"./m","./x/\\n":"./n","/d/x/":"./k/"}}', "http://h/%2e/d/x/\n"),
]


@pytest.mark.parametrize(("text", "name"), PREFIXES)
def test_white_space_behind_a_name_stays(text: str, name: str) -> None:
    written = absolutize.rewrite(f"<script type=importmap>{text}</script>", "http://h/d/p")
    assert name in json.loads(written.partition(">")[2].partition("</script>")[0])["imports"]


def test_names_of_one_url_with_and_without_escapes() -> None:
    for names in itertools.permutations(("/d/\u00e9", "./\u00e9", "./%C3%A9", "./h/../\u00e9\\t"), 3):
        check_names(names)


RAW_HALVES = {  # import maps with a lone surrogate, and their links
    "an address": ('{"imports":{"a":"./\ud800"}}', [("./\ufffd", "http://h/d/\ufffd")]),
    "a key": (
        '{"imports":{"./\udc00":"./b"}}',
        [("./\ufffd", "http://h/d/\ufffd"), ("./b", "http://h/d/b")],
    ),
    "next to an escape": ('{"imports":{"a":"./\ud800\\u0062"}}', [("./\ufffdb", "http://h/d/\ufffdb")]),
}


@pytest.mark.rows(("text", "expected"), RAW_HALVES.values(), ids=RAW_HALVES)
def test_half_a_character_that_is_no_escape_is_what_a_decoder_makes_of_it(
    text: str, expected: list[tuple[str, str]]
) -> None:
    """Encoding Standard, UTF-16 decoder: U+FFFD. An escaped lone surrogate makes Chromium refuse the map."""
    page = f'<script type="importmap">{text}</script>'
    wide = b"\xff\xfe" + page.encode("utf-16-le", "surrogatepass")
    for document in (page, wide):
        found = absolutize.links(document, "http://h/d/p")
        assert [(link.reference, link.target) for link in found] == expected
    rewritten = absolutize.rewrite(wide, "http://h/d/p").decode("utf-16", "surrogatepass")
    for after in (absolutize.rewrite(page, "http://h/d/p"), rewritten):
        ((key, address),) = json.loads(after[after.index("{") : after.rindex("}") + 1])["imports"].items()
        assert [text for text in (key, address) if text != "a"] == [target for _, target in expected]


# Chromium reads file: with a host and a query or fragment, but no path, as invalid: such a name is compared
# as it is written

HOSTS_ALONE = ["//h?x", "//h#x", "//?x", "/\\\\h?x", "\\t//h?x", "file://h?x"]
OTHER_NAMES = [("//h", "file://h"), ("//h/?x", "file://h/?x"), ("/h?x", "file:///h?x")]


def map_of(name: str, address: str) -> str:
    text = f'{{"imports":{{"{name}":"{address}"}}}}'
    return f"<base href='file:///d/p'><script type=importmap>{text}</script>"


@pytest.mark.rows("name", HOSTS_ALONE)
@pytest.mark.rows("options", [{}, {"rules": "whatwg"}, {"base_element": "remove"}])
def test_a_name_that_is_a_host_alone_below_file_stays(name: str, options: Any) -> None:
    text = absolutize.rewrite(map_of(name, "./x"), "http://h/", **options)
    assert text.endswith(map_of(name, "file:///d/x").partition(">")[2])


@pytest.mark.rows(("name", "expected"), OTHER_NAMES)
def test_other_names_below_file_are_made_absolute(name: str, expected: str) -> None:
    assert absolutize.rewrite(map_of(name, "./x"), "http://h/") == map_of(expected, "file:///d/x")
