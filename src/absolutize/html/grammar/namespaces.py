"""Names of namespaces, and categories of elements (HTML Standard 13.2.4.2).

This module is data, for every reader of tags. It does not know links. Used by `html`, `scrapy`, `trees`
and `xml`.
"""

HTML, SVG, MATHML = "html", "svg", "math"
NAMESPACE_URIS = {  # Infra Standard 8
    HTML: "http://www.w3.org/1999/xhtml",
    SVG: "http://www.w3.org/2000/svg",
    MATHML: "http://www.w3.org/1998/Math/MathML",
}
XLINK_NAMESPACE = "http://www.w3.org/1999/xlink"
FOREIGN_ROOTS = {b"svg": SVG, b"math": MATHML}  # the elements that begin foreign content (13.2.6.4.7)

# 13.2.4.2, the special category; ordinary end tags stop at these
SPECIAL = frozenset(
    b"address applet area article aside base basefont bgsound blockquote body br button caption center col"
    b" colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3"
    b" h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav"
    b" noembed noframes noscript object ol p param plaintext pre script search section select source style"
    b" summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp".split()
)
# 13.2.6.5: "A start tag whose tag name is one of"
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing"
    b" menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
# 13.2.6.5, "adjust SVG tag names"; all other elements of HTML, SVG and MathML are in lower case
SVG_NAMES_WITH_CAPITALS = frozenset(
    b"altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend"
    b" feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap"
    b" feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge"
    b" feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
    b" foreignObject glyphRef linearGradient radialGradient textPath".split()
)
# 13.2.6.1, "adjust MathML attributes" and "adjust SVG attributes"; all others there are in lower case
FOREIGN_ATTRIBUTES_WITH_CAPITALS = frozenset(
    b"definitionURL attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits"
    b" diffuseConstant edgeMode filterUnits glyphRef gradientTransform gradientUnits kernelMatrix"
    b" kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits"
    b" markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform"
    b" patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY"
    b" repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent"
    b" spreadMethod startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX"
    b" targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan".split()
)
