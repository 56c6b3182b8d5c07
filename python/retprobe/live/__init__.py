"""Live probes in this process: with Python callbacks, their shadow stacks and unwinders, the code
they patch."""
