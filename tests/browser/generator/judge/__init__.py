"""What Chromium makes of a document before and after, what differs, and for which reason."""
