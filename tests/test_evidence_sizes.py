"""Large messages: the fast way gives what the plain one gives."""

from __future__ import annotations

import numpy as np
import pytest

from scorecheck.evidence import messages


@pytest.mark.parametrize("seed", range(3))
def test_transforms_give_the_sums(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.random((2, 300)), rng.random((2, 120)) * (rng.random((2, 120)) < 0.8)
    a[:, ::3] *= 1e-7
    support = np.flatnonzero(b.any(axis=0))
    front = rng.random((2, 300 + 120 - 1))

    def results() -> list[np.ndarray]:
        return [
            messages._convolve(a, b, support),
            messages._correlate(front, b, support, 300),
            messages._overlaps(front, a, support),
        ]

    plain = results()
    monkeypatch.setattr(messages, "_MANY", 1)
    for fast, slow in zip(results(), plain, strict=True):
        np.testing.assert_allclose(fast, slow, atol=1e-12)
