"""Where a command's inputs come from and its outputs go."""
