"""Zip files, and WACZ: their structure, members and indexes."""
