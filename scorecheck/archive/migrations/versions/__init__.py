"""One step a file, named after its revision."""
