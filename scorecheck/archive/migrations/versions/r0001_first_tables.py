"""The first tables: the log that is only added to, the names beside it, and the projections."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables in an empty database."""
    op.create_table(
        "head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_head")),
    )
    op.create_table(
        "log",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("prev", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_log")),
    )
    op.create_table(
        "names",
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("commitment", name=op.f("pk_names")),
    )
    op.create_table(
        "photo_names",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", "name", name=op.f("pk_photo_names")),
    )
    op.create_table(
        "decisions",
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("page", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cell", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("decided_at", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("undoes", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_decisions_seq_log")),
        sa.PrimaryKeyConstraint("decision", name=op.f("pk_decisions")),
    )
    op.create_index(op.f("ix_decisions_seq"), "decisions", ["seq"], unique=False)
    op.create_index(op.f("ix_decisions_sha256"), "decisions", ["sha256"], unique=False)
    op.create_table(
        "events",
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ties", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_events_seq_log")),
        sa.PrimaryKeyConstraint("event", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_seq"), "events", ["seq"], unique=False)
    op.create_table(
        "forgotten",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("which", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_forgotten_seq_log")),
        sa.PrimaryKeyConstraint("seq", "what", "which", name=op.f("pk_forgotten")),
    )
    op.create_table(
        "photos",
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bytes", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ending", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_photos_seq_log")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_photos")),
    )
    op.create_index(op.f("ix_photos_seq"), "photos", ["seq"], unique=False)
    op.create_table(
        "readings",
        sa.Column("reading", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("page", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.Column("weights", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_readings_seq_log")),
        sa.PrimaryKeyConstraint("reading", name=op.f("pk_readings")),
    )
    op.create_index(op.f("ix_readings_identity"), "readings", ["identity"], unique=False)
    op.create_index(op.f("ix_readings_seq"), "readings", ["seq"], unique=False)
    op.create_index(op.f("ix_readings_sha256"), "readings", ["sha256"], unique=False)
    op.create_table(
        "samples",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("sheets", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_samples_seq_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_samples")),
    )
    op.create_table(
        "totals",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sum", sa.Text(), nullable=False),
        sa.Column("written", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("correct", sa.Integer(), autoincrement=False, nullable=True),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_totals_seq_log")),
        sa.PrimaryKeyConstraint("seq", "position", "sum", name=op.f("pk_totals")),
    )
    op.create_table(
        "checks",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sample", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sheet", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["sample"], ["samples.seq"], name=op.f("fk_checks_sample_samples")),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_checks_seq_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_checks")),
    )
    op.create_table(
        "players",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=True),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.event"], name=op.f("fk_players_event_events")),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_players_seq_log")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_players")),
    )
    op.create_index(op.f("ix_players_seq"), "players", ["seq"], unique=False)
    op.create_table(
        "sheets",
        sa.Column("sheet", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("columns", sa.Text(), nullable=False),
        sa.Column("identity", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.event"], name=op.f("fk_sheets_event_events")),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_sheets_seq_log")),
        sa.PrimaryKeyConstraint("sheet", name=op.f("pk_sheets")),
    )
    op.create_index(op.f("ix_sheets_seq"), "sheets", ["seq"], unique=False)
    op.create_table(
        "version_readings",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reading"], ["readings.reading"], name=op.f("fk_version_readings_reading_readings")
        ),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_version_readings_seq_log")),
        sa.PrimaryKeyConstraint("seq", "position", name=op.f("pk_version_readings")),
    )
    op.create_index(
        op.f("ix_version_readings_reading"), "version_readings", ["reading"], unique=False
    )
    op.create_table(
        "cards",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("column_name", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("texts", sa.Text(), nullable=False),
        sa.Column("open", sa.Text(), nullable=False),
        sa.Column("findings", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.player"], name=op.f("fk_cards_player_players")
        ),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_cards_seq_log")),
        sa.PrimaryKeyConstraint("seq", "position", name=op.f("pk_cards")),
    )
    op.create_index(op.f("ix_cards_player"), "cards", ["player"], unique=False)
    op.create_table(
        "conflicts",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("sheet", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("readings", sa.Text(), nullable=False),
        sa.Column("cells", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_conflicts_seq_log")),
        sa.ForeignKeyConstraint(
            ["sheet"], ["sheets.sheet"], name=op.f("fk_conflicts_sheet_sheets")
        ),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_conflicts")),
    )
    op.create_index(op.f("ix_conflicts_paper"), "conflicts", ["paper"], unique=False)
    op.create_table(
        "seats",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("sheet", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player"], ["players.player"], name=op.f("fk_seats_player_players")
        ),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_seats_seq_log")),
        sa.ForeignKeyConstraint(["sheet"], ["sheets.sheet"], name=op.f("fk_seats_sheet_sheets")),
        sa.PrimaryKeyConstraint("seq", "position", name=op.f("pk_seats")),
    )
    op.create_table(
        "versions",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.Text(), nullable=True),
        sa.Column("sheet", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("paper", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("decisions", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.event"], name=op.f("fk_versions_event_events")),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_versions_seq_log")),
        sa.ForeignKeyConstraint(["sheet"], ["sheets.sheet"], name=op.f("fk_versions_sheet_sheets")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_versions")),
        sa.UniqueConstraint("paper", "version", name=op.f("uq_versions_paper")),
        sa.UniqueConstraint("sheet", "version", name=op.f("uq_versions_sheet")),
    )
    op.create_index(op.f("ix_versions_paper"), "versions", ["paper"], unique=False)
    op.create_table(
        "settlements",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("conflict", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("take", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=True),
        sa.ForeignKeyConstraint(
            ["conflict"], ["conflicts.seq"], name=op.f("fk_settlements_conflict_conflicts")
        ),
        sa.ForeignKeyConstraint(["seq"], ["log.seq"], name=op.f("fk_settlements_seq_log")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_settlements")),
    )
    for statement in _only_added_to(op.get_bind().dialect.name):
        op.execute(statement)


def _only_added_to(dialect: str) -> list[str]:
    """Triggers that refuse to change the log or to delete from it."""
    refuse = "records of the log are never changed"
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER log_refuses_{what} BEFORE {what} ON log "
            f"BEGIN SELECT RAISE(ABORT, '{refuse}'); END"
            for what in ("update", "delete")
        ]
    return [
        "CREATE FUNCTION log_refuses() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{refuse}' USING ERRCODE = '23000'; END $$",
        "CREATE TRIGGER log_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON log "
        "FOR EACH STATEMENT EXECUTE FUNCTION log_refuses()",
    ]
