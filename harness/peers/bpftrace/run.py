#!/usr/bin/env python3
# bpftrace's way to start a program is one string. usage: run.py return SCRATCH GLOB PROGRAM WORD…
import os
import resource
import shlex
import sys

_, scratch, glob, program = sys.argv[1:5]
words = sys.argv[4:]
# Its maps are locked memory on old kernels. Where that may not be raised bpftrace says so itself, and newer kernels do not mind.
try:
    resource.setrlimit(resource.RLIMIT_MEMLOCK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except (OSError, ValueError) as error:
    print(f"RLIMIT_MEMLOCK stays as it is: {error}", file=sys.stderr)
# An apostrophe in a path would end a word of bpftrace's.
path = os.path.realpath(program)
probe = f"uretprobe:{path}:{glob} {{ @exits = count(); }}"
words = " ".join(shlex.quote(word) for word in [path, *words[1:]])
os.execvp("bpftrace", ["bpftrace", "-o", scratch + "/map", "-e", probe, "-c", words])
