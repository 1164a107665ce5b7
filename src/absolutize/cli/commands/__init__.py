"""The commands, a file for each, called like the command."""
