"""What programs that save, mirror or replay pages do wrong."""

from __future__ import annotations

from tests.api.peers.defect import URL, Defect, kept

WGET = [
    Defect(
        "wget", "&eacute; is escaped twice", "<a href='caf&eacute;'>", "<a href='http://h/d/caf&eacute;'>"
    ),
    Defect(
        "wget",
        "&copy without a semicolon is read otherwise",
        "<a href='?a&copy=1&copy'>",
        "<a href='http://h/d/p.html?a&copy=1&copy'>",
    ),
    Defect(
        "wget",
        "a reference in srcset shifts what is spliced",
        "<img srcset='a?b&amp;c 1x, d?e&amp;f 2x'>",
        "<img srcset='http://h/d/a?b&amp;c 1x, http://h/d/d?e&amp;f 2x'>",
    ),
    Defect(
        "wget",
        "the quotes of a refresh become its URL",
        "<meta http-equiv=refresh content=\"0; url='x'\">",
        "<meta http-equiv=refresh content=\"0; url='http://h/d/x'\">",
    ),
    Defect("wget", "a space becomes &#32;", "<a href='a b'>", "<a href='http://h/d/a b'>"),
    Defect("wget", "quotes are added", "<a href=x>", "<a href=http://h/d/x>"),
    Defect("wget", "line ends in a value are squeezed out", "<a href='x\ny'>", "<a href='http://h/d/x\ny'>"),
    Defect(
        "wget",
        "BASE counts behind itself only",
        "<a href=x></a><base href=/b/><a href=x>",
        "<a href=http://h/b/x></a><base href=http://h/b/><a href=http://h/b/x>",
    ),
    Defect(
        "wget",
        "a later BASE counts from there",
        "<base href=/b/><a href=x></a><base href=/c/><a href=x>",
        "<base href=http://h/b/><a href=http://h/b/x></a><base href=http://h/c/><a href=http://h/b/x>",
    ),
    Defect("wget", "BASE is emptied", "<base href=b/>", "<base href=http://h/d/b/>"),
    kept("wget", "#f becomes page.html#f", "<a href=#f>"),
    kept(
        "wget",
        "text of textarea and title is rewritten",
        "<title><a href=x></title><textarea><img src=x></textarea>",
    ),
    Defect(
        "wget2",
        "a URL is spliced into the middle of a name",
        "<img alt='\u00e9' data-src=a src=a><a\nhref=b>",
        "<img alt='\u00e9' data-src=a src=http://h/d/a><a\nhref=http://h/d/b>",
    ),
    Defect(
        "wget2",
        "a list of equal candidates is spliced wrongly",
        "<img srcset='a.png 1x, a.png 2x' src=a.png>",
        "<img srcset='http://h/d/a.png 1x, http://h/d/a.png 2x' src=http://h/d/a.png>",
    ),
    Defect(
        "wget",
        "cite, formaction, track and xlink:href are missed",
        "<q cite=x></q><button formaction=x></button><video><track src=x></video>"
        "<svg><use xlink:href=x /></svg>",
        "<q cite=http://h/d/x></q><button formaction=http://h/d/x></button><video><track src=http://h/d/x></video>"
        "<svg><use xlink:href=http://h/d/x /></svg>",
    ),
]

REPLAY = [
    Defect(
        "pywb",
        "tags are written anew: lower case, double quotes",
        "<A HREF='x' Class=y>",
        "<A HREF='http://h/d/x' Class=y>",
    ),
    Defect("pywb", "plain relative links stay relative", "<a href=x.html>", "<a href=http://h/d/x.html>"),
    Defect(
        "pywb",
        "a BASE without a path gets one",
        "<base href=http://o><a href=x>",
        "<base href=http://o><a href=http://o/x>",
    ),
    Defect(
        "pywb",
        "crossorigin and integrity are renamed",
        "<script crossorigin integrity=sha256-x src=x></script>",
        "<script crossorigin integrity=sha256-x src=http://h/d/x></script>",
    ),
    Defect(
        "pywb",
        "a descriptor ends up in the URL",
        "<img srcset='a.png  2x,b.png\n3x'>",
        "<img srcset='http://h/d/a.png  2x,http://h/d/b.png\n3x'>",
    ),
    Defect(
        "pywb",
        "a comma inside a candidate divides it",
        "<img srcset='w_50,h_50/a 1x'>",
        "<img srcset='http://h/d/w_50,h_50/a 1x'>",
    ),
    Defect(
        "pywb",
        "a refresh without url= is missed",
        "<meta http-equiv=refresh content='5; x'>",
        "<meta http-equiv=refresh content='5; http://h/d/x'>",
    ),
    Defect(
        "pywb",
        "track and cite are missed",
        "<blockquote cite=x><video><track src=x></video>",
        "<blockquote cite=http://h/d/x><video><track src=http://h/d/x></video>",
    ),
    Defect(
        "wabac.js", "custom elements are passed over", "<x-y href=a></x-y>", "<x-y href=http://h/d/a></x-y>"
    ),
    Defect(
        "wabac.js",
        "data-* is rewritten",
        "<p data-x=http://o/ data-y=a><a href=x>",
        "<p data-x=http://o/ data-y=a><a href=http://h/d/x>",
    ),
    Defect(
        "wabac.js",
        "a refresh with a line end or quotes was missed",
        "<meta http-equiv=refresh content='0;\nURL=\"x\"'>",
        "<meta http-equiv=refresh content='0;\nURL=\"http://h/d/x\"'>",
    ),
    Defect(
        "wombat",
        "srcdoc is missed",
        "<iframe srcdoc='<a href=&quot;x&quot;>'>",
        "<iframe srcdoc='<a href=&quot;http://h/d/x&quot;>'>",
    ),
    Defect(
        "zimscraperlib",
        "srcset is divided at every comma",
        "<img srcset='data:image/gif;base64,AA== 1x, a,b 2x'>",
        "<img srcset='data:image/gif;base64,AA== 1x, http://h/d/a,b 2x'>",
    ),
    Defect(
        "zimscraperlib",
        "http-equiv has to be in lower case",
        "<META HTTP-EQUIV=Refresh CONTENT='0; URL=x'>",
        "<META HTTP-EQUIV=Refresh CONTENT='0; URL=http://h/d/x'>",
    ),
    Defect(
        "zimscraperlib",
        "META charset is forced to UTF-8",
        "<meta charset=iso-8859-2><a href=\u0159>",
        "<meta charset=iso-8859-2><a href=http://h/d/\u0159>",
        charset="iso-8859-2",
    ),
    Defect(
        "warc2zim",
        "http: ended the whole run",
        "<a href='http:'><a href=x>",
        "<a href='http://h/d/p.html'><a href=http://h/d/x>",
    ),
    Defect(
        "warc2zim",
        "a URL in a query ended the whole run",
        "<a href='x?u=http://[o/'>",
        "<a href='http://h/d/x?u=http://[o/'>",
    ),
    Defect(
        "warc2zim",
        "BASE was not supported",
        "<base href=../b/><img src=x>",
        "<base href=http://h/b/><img src=http://h/b/x>",
    ),
]

SAVERS = [
    Defect(
        "monolith",
        "srcset is divided at white space",
        "<img srcset='a 1x,b 2x'>",
        "<img srcset='http://h/d/a 1x,http://h/d/b 2x'>",
    ),
    Defect(
        "monolith",
        "a refresh loses its http-equiv",
        "<meta http-equiv=refresh content='0;url=x'>",
        "<meta http-equiv=refresh content='0;url=http://h/d/x'>",
    ),
    kept("monolith", "a URL that cannot be joined becomes data:,", "<a href='http://[x'>"),
    Defect(
        "monolith",
        "a first BASE without href hides the next",
        "<base target=t><base href=/b/><a href=x>",
        "<base target=t><base href=http://h/b/><a href=http://h/b/x>",
    ),
    Defect(
        "monolith",
        "object, embed, track and cite are passed over",
        "<object data=x></object><embed src=x><q cite=x>",
        "<object data=http://h/d/x></object><embed src=http://h/d/x><q cite=http://h/d/x>",
    ),
    kept("SingleFile", "a link to the page's own URL becomes #x", f"<a href='{URL}#x'>"),
    Defect(
        "SingleFile",
        "ping, hints and refreshes are removed",
        "<a href=x ping=y><link rel=preload href=x><meta http-equiv=refresh content=9>",
        "<a href=http://h/d/x ping=http://h/d/y><link rel=preload href=http://h/d/x>"
        "<meta http-equiv=refresh content=9>",
    ),
    Defect(
        "HTTrack",
        "a BASE without a host is read as one",
        "<base href='./'><a href=x>",
        "<base href='http://h/d/'><a href=http://h/d/x>",
    ),
    Defect(
        "HTTrack",
        "an archive of commas is refused",
        "<applet archive='a.jar, b.jar'>",
        "<applet archive='http://h/d/a.jar, http://h/d/b.jar'>",
    ),
    Defect(
        "HTTrack",
        "comments and a META are added",
        "<html><head></head><a href=x>",
        "<html><head></head><a href=http://h/d/x>",
    ),
    Defect(
        "HTTrack",
        "what is left of BASE stops programs",
        "<base href=/app/><a href=x>",
        '<base href=""><a href=http://h/app/x>',
        options={"base_element": "empty"},
    ),
    kept("freeze-dry", "footnotes break", "<a href=#fn1>1</a><p id=fn1>"),
]
