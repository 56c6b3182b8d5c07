"""The suite as functions: the bundled command line run as a child process, and what it lists."""
