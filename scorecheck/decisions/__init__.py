"""People's decisions on what stands in a cell: kept for ever, taken back, applied."""
