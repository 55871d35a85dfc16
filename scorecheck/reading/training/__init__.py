"""Training of the reader's network; needs the `train` extra, reading never does."""
