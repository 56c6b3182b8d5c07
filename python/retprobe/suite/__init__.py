"""The suite: the bundled command line as a child process, what it can select, and what it runs as
functions."""
