"""Train the reader's network: `python -m scorecheck.reading.training.train DIGITS -o OUT.onnx`.

DIGITS is the folder of handwriting (`scorecheck.simulate.glyphs`). Half of every batch is composed
anew, the other half are cells that come again (`again`). The weights kept are the running average
over the last steps.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from scorecheck.reading.alphabet import encode
from scorecheck.reading.training.again import Waiting
from scorecheck.reading.training.batches import Batch, make_batch, stream
from scorecheck.reading.training.export import export_onnx
from scorecheck.reading.training.network import CellNetwork, grow
from scorecheck.simulate.glyphs import GlyphBook

_AVERAGE = 0.999
_RECENT = 40
"""Batches from which the averaged network's norms are taken."""


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("digits", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument(
        "--start",
        type=Path,
        help="go on from a .pt file written beside OUT, also a smaller network's",
    )
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    network = CellNetwork()
    if args.start:
        state = torch.load(args.start)
        if state.keys() == network.state_dict().keys():
            network.load_state_dict(state)
        else:
            grow(network, state)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    train(network, args)


def train(network: CellNetwork, args: argparse.Namespace) -> None:
    """Run all steps; every now and then, and at the end, the averaged network is written."""
    optimizer = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, args.rate, total_steps=args.steps, pct_start=0.06, final_div_factor=300
    )
    average = copy.deepcopy(network).eval()
    check = make_batch(GlyphBook(args.digits, "tune"), 2048, (args.seed, 1, 1))
    fresh = stream(args.digits, "train", args.batch // 2, args.seed)
    waiting = Waiting(np.random.default_rng(args.seed))
    recent: deque[NDArray[np.float16]] = deque(maxlen=_RECENT)
    started, losses = time.time(), []
    for step in range(args.steps):
        batch = next(fresh)
        again = waiting.take(args.batch - len(batch[1]))
        loss = _learn(
            network,
            optimizer,
            np.concatenate([batch[0], again[0]]) if again[1] else batch[0],
            [*batch[1], *again[1]],
            np.concatenate([np.ones(len(batch[1]), np.float32), again[2]]),
        )
        first = loss[: len(batch[1])]
        waiting.keep(batch, first)
        recent.append(batch[0])
        losses.append(first.mean())
        schedule.step()
        _blend(average, network, min(_AVERAGE, (step + 1) / (step + 10)))
        if step % 500 == 499 or step + 1 == args.steps:
            kept = _settle(average, recent)
            print(
                f"step {step + 1} loss {np.mean(losses[-500:]):.4f} "
                f"unseen writers {accuracy(kept, check):.4f} waiting {len(waiting)} "
                f"{time.time() - started:.0f} s",
                flush=True,
            )
            torch.save(kept.state_dict(), args.out.with_suffix(".pt"))
            export_onnx(kept, args.out)


def _learn(
    network: CellNetwork,
    optimizer: torch.optim.Optimizer,
    ink: NDArray[np.float16],
    texts: list[str],
    weights: NDArray[np.float32],
) -> NDArray[np.float32]:
    """One step; returns each cell's loss in nats."""
    network.train()
    with torch.autocast("cpu", torch.bfloat16):
        logits = network(_tensor(ink))
    chances = logits.float()[:, :, 0].permute(2, 0, 1).log_softmax(-1)
    lengths = torch.tensor([len(text) for text in texts])
    targets = torch.tensor([sign for text in texts for sign in encode(text)])
    places = torch.full((len(texts),), chances.shape[0])
    # The loss of a whole text, not per sign: a long text counts as one reading.
    each = functional.ctc_loss(chances, targets, places, lengths, reduction="none")
    loss = (each * torch.from_numpy(weights)).mean()
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimizer.step()
    return np.asarray(each.detach().numpy())


def _tensor(ink: NDArray[np.float16]) -> torch.Tensor:
    x = torch.from_numpy(ink.astype(np.float32))[:, None]
    return x.contiguous(memory_format=torch.channels_last)


def _settle(average: CellNetwork, recent: Sequence[NDArray[np.float16]]) -> CellNetwork:
    """The averaged network with the norms of cells as they are composed: learning met more hard
    ones, and their mean and variance are others."""
    settled = copy.deepcopy(average).train()
    settled.dropout.eval()
    for norm in settled.norms:
        assert isinstance(norm, torch.nn.BatchNorm2d)
        norm.reset_running_stats()
        norm.momentum = None
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for ink in recent:
            settled(_tensor(ink))
    return settled.eval()


def _blend(average: CellNetwork, network: CellNetwork, keep: float) -> None:
    with torch.no_grad():
        for mine, other in zip(
            average.state_dict().values(), network.state_dict().values(), strict=True
        ):
            if mine.dtype.is_floating_point:
                mine.mul_(keep).add_(other, alpha=1 - keep)
            else:
                mine.copy_(other)


def accuracy(network: CellNetwork, batch: Batch) -> float:
    """Share of whole texts that the best path gives right."""
    from scorecheck.reading.alphabet import SIGNS  # noqa: PLC0415

    ink, texts, _ = batch
    network.eval()
    with torch.no_grad():
        best = network(torch.from_numpy(ink.astype(np.float32))[:, None])[:, :, 0].argmax(1).numpy()
    right = 0
    for path, text in zip(best, texts, strict=True):
        signs = [k for i, k in enumerate(path) if k and (i == 0 or path[i - 1] != k)]
        right += "".join(SIGNS[k - 1] for k in signs) == text
    return right / len(texts)


if __name__ == "__main__":
    main()
