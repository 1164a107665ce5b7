"""The codes of decisions, one for each link: rewritten, absolute, or left alone and why.

This module is data, and decides nothing: `DECIDED_IN` names the modules in which each code is decided. Used
by `findings`.
"""

from collections.abc import Mapping

from absolutize.findings.finding import Example, Finding

DECIDED_IN: Mapping[str, tuple[str, ...]] = {
    "rewritten": ("engine.resolver", "engine.plain", "engine.planner", "trees.rewriter"),
    "rewritten-browser": ("engine.resolver",),
    "rewritten-invalid": ("engine.resolver",),
    "rewritten-placeholder": ("engine.planner",),
    "absolute": ("engine.resolver", "engine.plain", "engine.planner"),
    "same-document": ("engine.planner", "engine.plain", "engine.resolver"),
    "empty": ("engine.planner",),
    "custom-property": ("html.values.custom_properties.property_values",),
    "no-base": ("engine.resolver", "engine.planner", "uri.fast_resolver", "uri.rules.rfc1630"),
    "base-not-hierarchical": ("engine.resolver", "engine.planner", "uri.fast_resolver"),
    "above-root": ("uri.fast_resolver",),
    "no-such-level": ("uri.rules.rfc1630",),
    "invalid-reference": ("engine.resolver", "uri.rules.whatwg"),
    "placeholder": ("engine.planner", "html.values.syntaxes"),
    "no-reference": ("html.values.meta_content",),
    "policy-self": ("html.values.meta_content",),
    "pattern-in-parts": ("html.values.json.speculation_rules",),
    "unreadable": ("html.document.references", "html.values.json.pieces", "trees.rewriter"),
    "module-script": ("html.values.javascript",),
    "unsuitable-encoding": ("engine.document_plan",),
    "xml-base-ignored": ("html.values.syntaxes",),
    "base-kept": ("engine.planner",),
    "base-emptied": ("engine.planner",),
    "base-removed": ("engine.planner",),
}
"""The modules in which each code of `DECISIONS` is decided, the likeliest first."""

DECISIONS: tuple[Finding, ...] = (
    Finding(
        "rewritten",
        "made absolute",
        "RFC 2396 5.2",
        "The reference was relative, and the rule set resolved it against the base URI of the document. What"
        " a browser makes of the new reference is what it made of the old one.",
        Example("<a href=x>"),
    ),
    Finding(
        "rewritten-browser",
        "made absolute as browsers read it, which is not what the rule set says",
        "URL Standard 4.4",
        "Browsers take this reference elsewhere than the rule set: backslashes are slashes to them, a scheme"
        " without slashes may be relative, and much that no grammar derives is repaired. What they read was"
        " written, so that the link goes where it went. Without the guard the rule set's answer is written.",
        Example(r"<a href=\x>"),
    ),
    Finding(
        "rewritten-invalid",
        "no browser can read it as a URL, but from another base one could",
        "URL Standard 4.4",
        "The URL parser fails on the reference with this base, but would take it for a relative one under a"
        " base of the same scheme. Two slashes are written behind the scheme: that is invalid"
        " under every base, as the reference is here.",
        Example("<a href=https:?x>"),
    ),
    Finding(
        "rewritten-placeholder",
        "made absolute up to a template placeholder",
        "RFC 2396 5.2",
        "The reference has a placeholder such as {{x}} or <?php x ?>, but what comes before the placeholder"
        " is enough to resolve it. Only that beginning is changed; the rest stays byte for byte. Two things"
        " are assumed of the text that a template engine puts in: in /{{x}} it does not begin with a slash,"
        " which would begin a host, and in a{{x}} it does not begin with a colon, which would end a scheme.",
        Example("<a href='/s?q={{x}}'>"),
    ),
    Finding(
        "absolute",
        "already absolute",
        "RFC 2396 5.2 step 3",
        "The reference begins with a scheme and goes to the same place from any base. It stays byte for byte"
        " as it is, dot segments and upper case included.",
        Example("<a href=http://h/x>"),
    ),
    Finding(
        "same-document",
        "a reference to the document itself",
        "RFC 2396 4.2",
        "An empty reference, or a fragment alone, means the document that contains it and is not resolved."
        ' With same_document="resolve" it is made absolute too.',
        Example("<a href=#s>"),
    ),
    Finding(
        "empty",
        "an empty value that fetches nothing",
        "HTML Standard 4.8.4.3",
        "Here an empty value is no reference to the document: a browser makes no request. It is left empty,"
        " since anything else would be fetched.",
        Example("<img src=''>"),
    ),
    Finding(
        "custom-property",
        "in a custom property of CSS that no style of this document uses",
        "CSS Custom Properties 3",
        "A browser puts the value of a custom property in place of var() as it is written, and a URL in it is"
        " relative to the style sheet that uses it. No style in this document uses the property. A style"
        " sheet elsewhere may, and it would give the URL another base; so the URL stays as it is."
        " The result of a custom function is like such a value. An absolute URL or a fragment alone means the"
        " same wherever it is used, and does not get this code.",
        Example("<p style='--x:url(y)'>"),
    ),
    Finding(
        "no-base",
        "relative, and no base URI is known",
        "RFC 2396 5.1",
        "No source gives a base URI: no BASE element, no enclosing entity, no URI that the document was"
        " retrieved from, no default. Give the document's URL. If it was given, the document itself states a"
        " base that cannot be used: a BASE, xml:base or codebase that has a placeholder such as {{x}} or an"
        " unknown entity, or to which browsers put references in their own way.",
        Example("<a href=x>", None),
    ),
    Finding(
        "base-not-hierarchical",
        "relative, and the base URI has no levels",
        "RFC 2396 5",
        "Relative references are for hierarchical URIs. A base such as mailto:x has no levels that the"
        " reference could be relative to.",
        Example("<a href=x>", "mailto:x"),
    ),
    Finding(
        "above-root",
        "climbs above the root of the base URI",
        "RFC 2396 5.2 step 6g",
        'The reference has more ".." segments than the base has levels. What that means is left open: the'
        ' segments may be retained, removed (as browsers do), or the reference avoided. With overflow="avoid"'
        " it is left as it is.",
        Example("<a href=../../x>", options={"overflow": "avoid"}),
    ),
    Finding(
        "no-such-level",
        "begins with a run of slashes that the base URI does not have",
        "RFC 1630 Partial form",
        "Under RFC 1630 a run of slashes at the beginning of a reference is looked for in the base, and what"
        " comes before it there is kept. The base has no run of that many.",
        Example("<a href=///x>", options={"rules": "rfc1630"}),
    ),
    Finding(
        "invalid-reference",
        "no browser can read it as a URL",
        "URL Standard 4.4",
        "The URL parser fails on the reference with this base, so that a link goes nowhere and an image is"
        " never fetched. It stays as it is, since there is nothing that it could become.",
        Example("<a href='//['>"),
    ),
    Finding(
        "placeholder",
        "depends on what a template placeholder will become",
        "RFC 2396 2.4.3",
        "Something like {{x}}, {% x %}, <?php x ?> or ${x} is in the reference: characters that no URI"
        " contains, and that mean something to a template engine. Its value is not known yet, and may"
        " decide what the reference is relative to, as its first characters or as what follows its scheme."
        " A reference that is absolute before it, or a fragment of this document, stays likewise. So does an"
        " expression of XSLT that reads another document, such as document('x.xml'). With"
        ' placeholders="resolve" it is taken for what it says.',
        Example("<a href={{x}}>"),
    ),
    Finding(
        "no-reference",
        "a name or a keyword where a URL is expected",
        "RFC 2396 2.4.3",
        "Some metadata should be a URL, but on many pages it is a name, such as that of an author or a"
        ' musician. A value is read as a name if it has white space in it, or none of "/", ":", ".", "#" and'
        ' "?". Where the vocabulary has the keyword "none", that word is read as the keyword. A name or a'
        " keyword stays as it is.",
        Example("<meta property=article:author content='John Smith'>"),
    ),
    Finding(
        "policy-self",
        "'self' in a security policy: another origin once the document is elsewhere",
        "CSP 3 6.7.2.8",
        "In a Content-Security-Policy 'self' means the origin that the document is loaded from. Loaded from"
        " another origin, the document may be refused what the policy allowed, and allowed what it refused."
        " The word stays as it is. Write the origin next to it, or take the policy out.",
        Example("<meta http-equiv=content-security-policy content=\"img-src 'self'\">"),
    ),
    Finding(
        "pattern-in-parts",
        "a URL pattern in parts: any part that is missing comes from the base",
        "HTML Standard 7.6.1.2",
        "The href_matches of a speculation rule may be an object with the parts of a URL: a pathname, a"
        " search and so on. Parts that it lacks come from the base URL of the document. It contains"
        ' no reference, so nothing is made absolute. Give it a "baseURL", or write the pattern as a string.'
        ' So it is with a string whose path begins in braces ("{/en}?/x"): there is no way to write a host in'
        " front of it.",
        Example(
            '<script type=speculationrules>{"prefetch":[{"where":{"href_matches":{"search":"*"}}}]}</script>',
        ),
    ),
    Finding(
        "unreadable",
        "the value that contains it has a syntax error",
        "RFC 8259 2",
        "The value should be JSON but cannot be parsed: it ends early or has an unexpected character;"
        " browsers ignore all of it. Or it is a document within documents in values, more than sixteen deep;"
        " or a style sheet or script of svg with markup inside it; or in XML a value with an entity that the"
        " document does not declare as short text, or a URL that a comment or a CDATA section divides. No"
        " reference is looked for in it.",
        Example("<script type=importmap>{</script>"),
    ),
    Finding(
        "module-script",
        "in a module script that was not read",
        "HTML Standard 8.1.5",
        "The relative specifiers of import, export ... from and import() in an inline module script are"
        " relative to the base URL of the document. They are made absolute where a parser of JavaScript is"
        " installed (pip install 'absolutize[javascript]'). Without it, or where it does not understand the"
        " script, what may be a specifier is listed and stays as it is, and a BASE element is not removed.",
        Example("<script type=module>import './x.js'; )</script>"),
    ),
    Finding(
        "unsuitable-encoding",
        "in an encoding that cannot be edited in place",
        "Encoding Standard 4.2",
        "The document is in an encoding that browsers refuse to read (hz-gb-2312, iso-2022-kr and the like),"
        " or in one where a byte of ASCII may mean something else (ISO-2022-JP with Roman text). Its"
        " references are listed, and no byte of it is changed.",
        Example("<meta charset=hz-gb-2312><a href=x>"),
    ),
    Finding(
        "xml-base-ignored",
        "an xml:base, which browsers ignore in such a document",
        "XML Base 3",
        "Browsers no longer read xml:base. To them, references in XHTML, SVG and MathML are relative to BASE"
        " or to the document's URL, and that is how they are made absolute here. The attribute stays as it"
        ' is. Other programs may follow it; xml_base="follow" makes its references absolute as those would.',
        Example("<svg xmlns='http://www.w3.org/2000/svg' xml:base='x/'/>", options={"read_as": "xml"}),
    ),
    Finding(
        "base-kept",
        "the BASE element was kept as it is: as asked, or because it is needed",
        "HTML Standard 4.2.3",
        'With base_element="keep" its href is not touched. With "empty" or "remove" it stays where a link'
        " could not be made absolute, which would go elsewhere without it; then it is made"
        " absolute, if it can be. In mail, it stays where text behind it would divide the message.",
        Example("<base href=x/>", options={"base_element": "keep"}),
    ),
    Finding(
        "base-emptied",
        "the href of the BASE element was emptied, as asked",
        "HTML Standard 4.2.3",
        "An empty href means the document's own URL, so that the BASE element has no effect any more."
        " Nothing needs it: every other reference is absolute.",
        Example("<base href=x/>", options={"base_element": "empty"}),
    ),
    Finding(
        "base-removed",
        "the href of the BASE element was removed, as asked",
        "HTML Standard 4.2.3",
        "The attribute is gone, and the element with it where it had no other. Nothing needs it: every other"
        " reference is absolute.",
        Example("<base href=x/>", options={"base_element": "remove"}),
    ),
)
