"""Trees that once failed: what is an element, of which namespace, and what is text."""

from __future__ import annotations

from tests.browser.generator.document import Document
from tests.browser.generator.regressions.documents import plain

TREES: dict[str, list[Document]] = {
    "a frame under a BASE with a fragment alone": plain(
        b"<base href=#><svg><SCRIPT type=importmap>&<h5><iframe srcdoc='<base href=&>'></iframe>",
        b"<base href='#f'><iframe srcdoc='<base href=y><img src=x>'></iframe><a href='?{{x}}'>",
        base_element="empty",
    ),
    "text in noscript that looks like a tag": [
        Document(body, scripts=scripts)
        for scripts in (False, True)
        for body in (
            b"g<noscript>&lta href=x></noscript>",
            b"<template><noscript><a href=x></noscript></template>",
            b"<svg><foreignObject><noscript>&lta href=x></noscript>",
        )
    ],
    "what breaks out of svg ends a script and a style there": plain(
        b'<svg><script type=speculationrules>{"prefetch":[{"urls":["a"]}]}<S>',
        b"<svg><style>@import 'a';<p><a href=b>",
        b"<svg><style>@import 'a';<IMG src=b></style><a href=c>",
    ),
    "what looks like a custom property in a presentation attribute": plain(
        b"<svg><animate values='#;--z:(;url(&)' attributename=marker-end></svg>",
        b"<svg><path fill='--z:url(x)'></svg>",
    ),
    "a condition in a conditional comment": plain(
        b"<!--[if gte mso 9]><![if IE]><hr src=x><![endif]><a href=y><style>@import 'z'</style/><![endif]-->",
    ),
    "a script in the style of svg": plain(
        b'<template><svg><style><script type="IMPORTMAP">{"imports":{"0":"/"}}</script>'
    ),
    "a conditional comment in foreign content is none": plain(
        b"<template><f<col><svg><SCRIPT><!--[if]><r\nhref=.><![endif]",
        b"<template></template><col><svg><desc></desc><!--[if IE]><a href=x><![endif]--></svg><a href=y>",
    ),
    "a style element in svg that is cut off by a tag": plain(b'<svg><style>/**/h{mask:url(")<x'),
    "a frameset that is cut off": plain(b"<a href=1><frameset cols="),
    "what closes foreign content and what does not": plain(
        b"<form><svg></form><style><a href=x>",
        b"<table><tr><svg></tr><style><a href=x>",
        b"<tr><svg></tr><style><a href=x>",
        b"<svg><title><td></title><style><a href=x>",
        b"<table><caption><a href=1></a><svg></caption><base href=/b/>",
        b"<caption><a href=1></a><svg></caption><base href=/b/>",
    ),
    "the attributes of a second html tag": plain(
        b"<div><html style='background:url(i.png)'><frameset><frame>",
    ),
    "noscript with something unclosed in it": plain(
        b"<noscript><iframe src='//g.test/ns.html' height=0 /></noscript><img src=i1.png>",
        b"<noscript><!-- x </noscript><img src=i1.png>",
        b"<noscript><style>.a{}</noscript><img src=i1.png>",
        b"<noscript><textarea></noscript><img src=i1.png>",
        b'<noscript><img src="a.png></noscript><img src=i1.png>',
        b"<noscript><iframe></noscript><img src=i1.png></iframe><img src=i2.png>",
        scripts=True,
    ),
    "a tag that the end of noscript cuts off": [
        Document(b"<noscript>%s</noscript><img src=i1.png>" % tag, scripts=scripts)
        for scripts in (False, True)
        for tag in (
            b"<img src=a.png ",
            b'<img src="a.png" ',
            b"<img src='a.png'",
            b"<img srcset='a.png 1x, b.png 2x' ",
            b"<p style='background:url(x)' ",
            b"<svg><image href=a.png ",
        )
    ],
    "what is in noscript, without scripts": plain(
        b"<noscript><a href=x><img src=i1.png></noscript><img src=i2.png>",
        b"<noscript><!-- x --><style>p{background:url(x)}</style></noscript><img src=i1.png>",
        b"<p><noscript><iframe src=x></iframe></noscript><img src=i1.png>",
        b"<p><noscript>&lt;a href=x></noscript><noscript>&lt;a href=x>",
    ),
    "CDATA in integration points": plain(
        b'<svg><desc><img><![CDATA[><script type=importmap>{"imports":{"a":"/"}}</script>',
        b"<math><mi><![CDATA[><a href=1>]]><a href=2>",
        b"<math><annotation-xml encoding=text/html><![CDATA[><a href=1>]]><a href=2>",
        b"<math><annotation-xml><![CDATA[><a href=1>]]><a href=2>",
        b"<svg><foreignObject>x<p></p><![CDATA[><a href=1>]]></foreignObject><![CDATA[><a href=3>]]>",
    ),
    "a noscript element in math or svg": [
        Document(body, scripts=scripts)
        for scripts in (False, True)
        for body in (
            b"<noscript><math><mi><noscript><x-y/SRC=0>",
            b"<noscript><math><mi><b><noscript><svg></b><img src=0></noscript></mi></math><img src=1>",
            b"<noscript><svg><desc><noscript><style><a href=x></noscript></style></desc></svg><a href=x>",
            b"<svg><title><a><noscript><!--[if IE]><form script=.><![endif]--></noscript><a href=x>",
            b"<noscript><svg><desc><!--[if IE]><form script=.><![endif]-->",
        )
    ],
    "an HTML element between foreign ones that is closed before them": plain(
        b"<svg><foreignObject><form><svg></form></foreignObject></svg><!--[if IE]><img src=h><![endif]-->",
        b"<svg><desc><a><svg><desc><a href=x></a></desc></desc></svg><!--[if IE]><a href=y><![endif]-->",
        b"<svg><desc><form><math></form></desc></svg></desc><style>p{background:url(x)}</style>",
    ),
    "a table in a row of a template": plain(
        b"<template><tr><table><svg></x>",
        b"<template><tr><math><mi><table>",
        b"<template><tr><table><math><annotation-xml><s><a href=x>",
    ),
}
"""By what they show."""
