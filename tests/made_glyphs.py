"""A small folder of drawn glyphs in the form of the real ones, so that no test needs those."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np


def drawn(sign: str, rng: np.random.Generator) -> np.ndarray:
    """One sign in a plotter font, dark on light, (60, 60) uint8."""
    image = np.full((60, 60), 255, np.uint8)
    scale, thick = rng.uniform(1.1, 1.6), int(rng.integers(2, 4))
    cv2.putText(image, sign, (14, 46), cv2.FONT_HERSHEY_SIMPLEX, scale, 0, thick, cv2.LINE_AA)
    return image


def write_folder(folder: Path, per_sign: int = 10) -> Path:
    """Write swiss_numbers.npz (digits of six writers) and handwritten62.npz (digits, letters)."""
    rng = np.random.default_rng(5)
    digits = [(d, drawn(d, rng), f"w{k:02d}") for k in range(6) for d in "0123456789"]
    save_signs(folder / "swiss_numbers.npz", [(label, image) for label, image, _ in digits],
          writer=np.array([writer for *_, writer in digits]))  # fmt: skip
    letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    save_signs(
        folder / "handwritten62.npz", [(s, drawn(s, rng)) for s in letters for _ in range(per_sign)]
    )
    return folder


def save_signs(path: Path, signs: list[tuple[str, np.ndarray]], **extra: np.ndarray) -> None:
    """Write images with their labels, and what else is known of each, as one file."""
    images = [image for _, image in signs]
    np.savez_compressed(
        path,
        labels=np.array([label for label, _ in signs]),
        flat=np.concatenate([image.ravel() for image in images]),
        shapes=np.array([image.shape for image in images]),
        offsets=np.cumsum([0] + [image.size for image in images]),
        **extra,
    )
