"""Is there any legal game that ends in this card? Exact answers, both ways."""
