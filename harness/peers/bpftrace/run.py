#!/usr/bin/env python3
# Starts a program under bpftrace, which takes the program and its arguments as one string.
# usage: run.py return SCRATCH GLOB PROGRAM WORD…
import os
import resource
import shlex
import sys

_, scratch, glob, program = sys.argv[1:5]
words = sys.argv[4:]
# On old kernels bpftrace's maps are locked memory. Where the limit cannot be raised, bpftrace
# reports it itself. Newer kernels do not need it.
try:
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except (OSError, ValueError) as error:
    print(f"RLIMIT_MEMLOCK stays as it is: {error}", file=sys.stderr)
# An apostrophe in the path would end a word of bpftrace's language.
path = os.path.realpath(program)
probe = f"uretprobe:{path}:{glob} {{ @exits = count(); }}"
words = " ".join(shlex.quote(word) for word in [path, *words[1:]])
os.execvp("bpftrace", ["bpftrace", "-o", scratch + "/map", "-e", probe, "-c", words])
