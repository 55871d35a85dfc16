"""The local web page on which a person settles what the reader left in doubt."""
