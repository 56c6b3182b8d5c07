"""`python -m retprobe report RESULT…`: one HTML page, complete in itself, from any mix of result
files."""
