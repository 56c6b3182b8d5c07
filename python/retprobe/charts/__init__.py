"""Charts of one result.

figures.py chooses the rows of each chart, marks.py and theme.py draw them, plot.py has all
charts."""
