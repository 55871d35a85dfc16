"""What standings need of each version on one line, made from the versions in the log."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"
branch_labels = None
depends_on = None

_AT_ONCE = 500


def upgrade() -> None:
    """Add the table and fill it."""
    results = op.create_table(
        "results",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_results_seq_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_results")),
    )
    connection, after = op.get_bind(), 0
    log = sa.table("log", sa.column("seq", sa.Integer), sa.column("kind"), sa.column("body"))
    versions = sa.select(log.c.seq, log.c.body).where(log.c.kind == "version").order_by(log.c.seq)
    while page := connection.execute(
        versions.where(log.c.seq > after).limit(_AT_ONCE)
    ).all():  # fmt: skip
        rows = [{"seq": seq, "cards": line} for seq, body in page if (line := _line(body))]
        if rows:
            connection.execute(sa.insert(results), rows)
        after = page[-1].seq


def _line(body: str) -> str | None:
    """The line of a version; None where the record is damaged, as `verify` then says."""
    try:
        told = [_told(card) for card in json.loads(body)["cards"]]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)


def _told(card: dict[str, Any]) -> Any:
    """Just the points where the game is finished, clean and rightly added."""
    written, correct = card["totals"].get("grand_total", (None, None))
    points, marks = correct or 0, (len(card["open"]), len(card["findings"]))
    told = [card["status"], card["verdict"], points, written, *marks]
    return points if told == ["final", "clean", points, points, 0, 0] else told
