"""`python -m retprobe report RESULT…`: one self-contained HTML page from any mix of result
files."""
