"""Arguments in a locale that is not UTF-8: URLs and references are UTF-8 everywhere."""

from __future__ import annotations

import pytest

from tests.support.commandline import Runner

LOCALES = {  # without its UTF-8 mode, CPython decodes arguments by the locale's encoding
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0"},
    "C, not coerced": {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "C, coerced": {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "1"},
    "C, CPython chooses": {"LC_ALL": "C", "PYTHONUTF8": ""},
    "C, in the mode of UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "1"},
    "UTF-8": {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"},
}
BASE = "\n> 5.1.3  retrieval      'http://ü/'\n  5.1.4  default        -\n\nhttp://ü/\n"
PARSED = 'path       "/%C3%BC"\n  segment  "%C3%BC"\nquery      undefined\nfragment   undefined\naccepted\n\n'
COMMANDS = {  # the arguments, the end of the output, the errors, the exit status
    "a reference": (("resolve", "ü", "--base", "http://a/"), "http://a/ü\n", "", 0),
    "a base": (("resolve", "x", "--base", "http://ü/"), "http://ü/x\n", "", 0),
    "a URL that is parsed": (("parse", "http://a/ü", "--rules", "whatwg"), PARSED, "", 0),
    "the URL of a page": (("base", "page.html", "--url", "http://ü/"), BASE, "", 0),
    "a reference that is not UTF-8": (
        ("resolve", "ü\udcff", "--base", "http://a/"),
        "",
        "absolutize: REFERENCE 'ü\\udcff': not UTF-8\n",
        2,
    ),
    "a base that is not UTF-8": (
        ("resolve", "x", "--base", "http://ü/\udcff"),
        "",
        "absolutize: --base 'http://ü/\\udcff': not UTF-8\n",
        2,
    ),
}


RUNS = [("C", command) for command in COMMANDS] + [  # few, as each starts a process
    (locale, command)
    for command in ("a reference", "a base that is not UTF-8")
    for locale in LOCALES
    if locale != "C"
]


@pytest.mark.parametrize(("locale", "command"), RUNS)
def test_urls_are_utf_8_in_every_locale(run: Runner, locale: str, command: str) -> None:
    arguments, end, err, status = COMMANDS[command]
    ran = run(*arguments, env=LOCALES[locale])
    assert (ran.status, ran.err.replace("\\xfc", "ü")) == (status, err)  # stderr is in the locale's encoding
    assert ran.out.decode().endswith(end)


@pytest.mark.parametrize("locale", [LOCALES["C"], LOCALES["UTF-8"]], ids=["C", "UTF-8"])
def test_a_url_of_a_file_of_options_is_text_in_every_locale(run: Runner, locale: dict[str, str]) -> None:
    run.write("pyproject.toml", '[tool.absolutize]\nurl = "http://ü/"\n'.encode())
    ran = run("base", "page.html", env=locale)
    base = BASE.replace("http://ü/", "http://ü/page.html")
    assert (ran.status, ran.err, ran.out.decode().endswith(base)) == (0, "", True)
