"""The scanner: bytes in, the spans of the values out that can hold a reference."""
