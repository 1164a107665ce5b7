"""Generated documents, judged by Chromium: what it makes of each before and after a rewrite."""
