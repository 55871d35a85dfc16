"""Shows why: one legal game that ends in a card, or the entries that cannot stand together."""
