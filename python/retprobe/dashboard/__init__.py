"""A static site of a history of results: what got worse, where, and with which commit.

    python -m retprobe dashboard DIR [--out SITE]

model.py has the data that the site shows. reading.py reads them from a store or from result files.
encode.py writes them as small scripts, which register themselves (data.md describes the format).
site.py puts the site together. static/ has its pages, scripts and style sheet.
"""
