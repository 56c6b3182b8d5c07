"""Live probes in this process: Python callbacks, shadow stacks, stack traces, patched code."""
