"""Hosts that Chromium reads otherwise than the library for the URL Standard does.

It knows no other part of a URL. Used by `uri.rules.whatwg`.
"""
