"""The commands of the command line, and play in a terminal."""
