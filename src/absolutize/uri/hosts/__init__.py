"""Hosts that Chromium reads differently from ada-url, the library for the URL Standard.

It knows no other part of a URL. Used by `uri.rules.whatwg`.
"""
