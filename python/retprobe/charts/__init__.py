"""Charts of one result: the rows that each shows (figures), how they are drawn (marks, theme), all
of them (plot)."""
