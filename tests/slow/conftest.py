"""More examples than in the quick tests."""

from hypothesis import settings

settings.load_profile("slow")
