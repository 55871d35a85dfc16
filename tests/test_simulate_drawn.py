"""Drawn writers: signs that differ from writer to writer and are the same hand's within one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scorecheck.simulate.drawn import draw, drawn_writers, habits


def test_the_same_seed_draws_the_same_writers() -> None:
    first, second = (drawn_writers(2, np.random.default_rng(5), each=1) for _ in range(2))
    assert len(first) == len(second) > 40
    for one, other in zip(first, second, strict=True):
        assert (one.char, one.writer) == (other.char, other.writer)
        assert np.array_equal(one.ink, other.ink)


def test_every_sign_of_a_number_and_a_power_word_is_drawn() -> None:
    signs = {glyph.char for glyph in drawn_writers(1, np.random.default_rng(1), each=1)}
    assert signs == set("0123456789") | set("DOUBLEFREEZEPOWER")


def test_a_flag_makes_the_one_wider_and_a_bar_the_seven_heavier() -> None:
    writer = replace(habits(np.random.default_rng(2)), foot=False, unsteady=0.1)

    def mean(sign: str, **changes: object) -> float:
        changed = replace(writer, **changes)  # type: ignore[arg-type]
        inks = [draw(sign, changed, np.random.default_rng(n)) for n in range(8)]
        return float(np.mean([ink.shape[1] if sign == "1" else (ink > 100).sum() for ink in inks]))

    assert mean("1", flag=0.4) > 1.5 * mean("1", flag=0.0)
    assert mean("7", bar=True) > 1.1 * mean("7", bar=False)
