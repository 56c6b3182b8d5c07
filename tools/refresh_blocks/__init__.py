"""What tools/refresh puts into the pages: see `tools/refresh --help`."""
