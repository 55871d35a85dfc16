"""Made sheets and made photos, seeded: for samples, for training and for measuring."""
