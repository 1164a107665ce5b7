"""The scanner: bytes in, the spans of the values that can hold a reference out.

It does not know URIs or encodings. Used by many layers.
"""
