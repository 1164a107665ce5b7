"""Files read and written, and the record that undoes a rewrite."""
