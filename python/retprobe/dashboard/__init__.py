"""A static site over a history of results: did anything get worse, where, and with which commit.

    python -m retprobe dashboard DIR [--out SITE]

model.py has what the site shows, reading.py gets it from a store or from result files, encode.py
writes it as small scripts that register themselves (data.md has the format), site.py puts the site
together; static/ is the site itself.
"""
