"""`scorecheck check` and `read`: outputs, exit codes, and files that cannot be read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scorecheck import pipeline
from scorecheck.errors import InputError
from scorecheck.photo.flatten import FlatSheet
from scorecheck.reading.types import Reading
from scorecheck.sheet.layout import Layout
from tests.cli_runner import Runner
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, MadeSheet, kit_for, make_sheet


@pytest.fixture(scope="module")
def clean() -> MadeSheet:
    return make_sheet(cards={"g1": CLEAN}, sheet=7)


@pytest.fixture(scope="module")
def wrong() -> MadeSheet:
    return make_sheet(cards={"g1": WRONG_SUM}, sheet=8)


class Bench(Runner):
    """A runner whose reader knows what is on one sheet."""

    reader = KnowingReader({})

    def knows(self, sheet: MadeSheet, doubts: dict[str, dict[str, float]] | None = None) -> None:
        """From now on cells say what is on `sheet`."""
        self.reader = KnowingReader(sheet.texts, doubts or {})


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench(capsys, monkeypatch)
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit_for(bench.reader))
    return bench


def test_a_clean_card_ends_with_0(run: Bench, clean: MadeSheet, tmp_path: Path) -> None:
    run.knows(clean)
    ended = run("check", clean.save(tmp_path / "a.png"))
    assert ended.code == 0
    assert "all right" in ended.out
    assert ended.err == ""


def test_findings_end_with_1_and_fill_the_json(
    run: Bench, wrong: MadeSheet, tmp_path: Path
) -> None:
    run.knows(wrong)
    path = wrong.save(tmp_path / "a.png")
    ended = run("check", path, "--json")
    assert ended.code == 1
    (file,) = ended.json("check-1")["files"]
    (sheet,) = file["sheets"]
    assert (file["file"], file["error"], sheet["sheet_number"]) == (str(path), None, 8)
    card, blank = sheet["cards"]
    assert (card["column"], card["status"], card["verdict"]) == ("g1", "final", "findings")
    assert (blank["status"], blank["verdict"]) == ("blank", "clean")
    assert card["totals"]["upper_sum"] == {"written": 62, "correct": 63}
    found = {finding["at"]: finding for finding in card["findings"]}
    assert found["upper_sum"]["name"] == "sum-wrong"
    assert not found["upper_sum"]["carried"]
    assert found["bonus"]["name"] == "bonus-wrong"
    assert found["bonus"]["carried"]
    cells = {cell["cell"]: cell for cell in card["cells"]}
    struck = cells["g1/large_straight/value"]
    assert (struck["text"], struck["value"], struck["strike"]) == ("X", 0, True)


def test_cells_lie_where_they_were_drawn(run: Bench, clean: MadeSheet, tmp_path: Path) -> None:
    run.knows(clean)
    document = run("check", clean.save(tmp_path / "a.png"), "--json").json("check-1")
    (sheet,) = document["files"][0]["sheets"]
    left, top = sheet["corners_px"][0]
    assert abs(left - 40) < 3
    assert abs(top - 50) < 3
    cell = next(c for c in clean.layout.cells if c.cell == "g1/sixes/value")
    read = next(c for c in sheet["cards"][0]["cells"] if c["cell"] == cell.cell)
    assert read["box_px"][0] == pytest.approx([40 + cell.x * 6, 50 + cell.y * 6], abs=3)


def test_turned_photos_read_alike(run: Bench, wrong: MadeSheet, tmp_path: Path) -> None:
    run.knows(wrong)
    paths = [wrong.save(tmp_path / f"{turns}.png", turns=turns) for turns in range(4)]
    document = run("check", *paths, "--json").json("check-1")
    findings = [file["sheets"][0]["cards"][0]["findings"] for file in document["files"]]
    assert findings == [findings[0]] * 4
    assert {note["code"] for note in document["notes"]} == {"same-sheet"}


def test_doubt_ends_with_1_and_shows_the_candidates(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    run.knows(clean, {"g1/chance/value": {"?": 0.7, "18": 0.2}})
    path = clean.save(tmp_path / "a.png")
    ended = run("check", path)
    assert ended.code == 1
    assert "Chance" in ended.out
    assert "not legible" in ended.out
    card = run("check", path, "--json").json("check-1")["files"][0]["sheets"][0]["cards"][0]
    assert card["verdict"] == "doubt"
    assert all(finding["rests_on"] for finding in card["findings"])


def test_one_bad_file_stops_no_other(run: Bench, clean: MadeSheet, tmp_path: Path) -> None:
    run.knows(clean)
    good = clean.save(tmp_path / "a.png")
    files = {
        "text.jpg": b"no photo\n" * 20,
        "empty.jpg": b"",
        "torn.png": good.read_bytes()[:4000],
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    names = [*files, "a.png", "missing.jpg"]
    ended = run("check", *[tmp_path / name for name in names], "--json")
    assert ended.code == 3
    read = ended.json("check-1")["files"]
    assert [Path(file["file"]).name for file in read] == names
    assert [bool(file["error"]) for file in read] == [True, True, True, False, True]
    assert len({file["error"]["code"] for file in read if file["error"]}) == 4
    for name in (*files, "missing.jpg"):
        assert name in ended.err
    assert "a.png" not in ended.err


def test_why_a_file_was_not_read_is_told_once(run: Bench, tmp_path: Path) -> None:
    """It stood on both streams, which a terminal shows as one."""
    path = tmp_path / "letter\nplayer 1, final: all right.jpg"
    path.write_text("Dear all, this is no photo at all.\n")
    run.knows(make_sheet())
    for command in ("check", "read"):
        ended = run(command, path)
        assert (ended.code, ended.out.strip()) == (3, "")
        assert "all right.jpg" in ended.err
        assert not any(line.startswith("player 1") for line in ended.err.splitlines())
    sheet = make_sheet(cards={"g1": CLEAN})
    run.knows(sheet)
    several = run("check", path, sheet.save(tmp_path / "a.png"))
    assert several.code == 3
    assert several.out.count("not read") == 1 and "a.png" in several.out
    (said,) = [line for line in several.err.splitlines() if line.startswith("scorecheck:")]
    reason = said.rpartition(": ")[2]
    assert reason not in several.out


def test_a_picture_without_a_sheet_says_what_to_do(run: Bench, tmp_path: Path) -> None:
    sheet = make_sheet()
    sheet.picture[:] = 120
    ended = run("check", sheet.save(tmp_path / "desk.png"))
    assert ended.code == 3
    assert "no score sheet" in ended.err
    assert "photograph" in ended.err


def test_a_fault_of_our_own_ends_with_70_and_the_rest_goes_on(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    class Broken(KnowingReader):
        def __call__(self, *args: object) -> object:  # type: ignore[override]
            raise ZeroDivisionError("oh")

    run.reader = Broken({})
    good = clean.save(tmp_path / "a.png")
    ended = run("check", good, tmp_path / "missing.jpg", "--json")
    assert ended.code == 70
    assert [f["error"]["code"] for f in ended.json("check-1")["files"]] == ["internal", "missing"]


def test_the_same_file_twice_is_reported(run: Bench, clean: MadeSheet, tmp_path: Path) -> None:
    run.knows(clean)
    first = clean.save(tmp_path / "a.png")
    second = clean.save(tmp_path / "b.png")
    document = run("check", first, second, "--json").json("check-1")
    (note,) = document["notes"]
    assert (note["code"], note["files"]) == ("same-file", [str(first), str(second)])
    assert "more than once" in run("check", first, second).out


def test_report_and_pictures_are_written(run: Bench, wrong: MadeSheet, tmp_path: Path) -> None:
    run.knows(wrong)
    paths = [wrong.save(tmp_path / "å 1.png"), wrong.save(tmp_path / "2.png", turns=1)]
    report, picture = tmp_path / "out å.pdf", tmp_path / "out.png"
    ended = run("check", *paths, "--report", report, "--picture", picture)
    assert ended.code == 1
    assert report.read_bytes().startswith(b"%PDF")
    for number in (1, 2):
        assert (tmp_path / f"out-{number}.png").read_bytes().startswith(b"\x89PNG")
    assert "wrote" in ended.err
    assert "wrote" not in ended.out


def test_an_unwritable_output_is_found_before_reading(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    path = clean.save(tmp_path / "a.png")
    ended = run("check", path, "--report", tmp_path / "no" / "r.pdf")
    assert ended.code == 3
    assert "cannot write" in ended.err
    assert run("check", path, "--picture", path).code == 2
    assert run.reader.calls == 0


def test_debug_pictures_show_each_step(
    run: Bench, clean: MadeSheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = KnowingReader(clean.texts)
    kits = lambda folders, options, watchers: pipeline.Kit(  # noqa: E731
        kit_for(reader).catalogue, reader, {}, watchers
    )
    monkeypatch.setattr(pipeline, "make_kit", kits)
    run("check", clean.save(tmp_path / "a.png"), "--debug", tmp_path / "steps" / "deep")
    names = sorted(path.name for path in (tmp_path / "steps" / "deep").iterdir())
    assert [name.rsplit("_", 2)[1] for name in names] == ["01", "02", "03", "04"]


def test_every_page_of_a_pdf_is_read(run: Bench, clean: MadeSheet, tmp_path: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - only here

    run.knows(clean)
    sheet = Image.fromarray(clean.picture[:, :, ::-1])
    empty = Image.new("RGB", sheet.size, (240, 240, 240))
    path = tmp_path / "scan.pdf"
    sheet.save(path, save_all=True, append_images=[empty, sheet], resolution=6 * 25.4)
    ended = run("check", path, "--json")
    (file,) = ended.json("check-1")["files"]
    assert [sheet["page"] for sheet in file["sheets"]] == [1, 3]
    assert file["error"] is None
    assert file["notes"] == ["page 2: no sheet on it"]
    assert ended.code == 0


def test_read_gives_the_blind_readings_only(run: Bench, wrong: MadeSheet, tmp_path: Path) -> None:
    run.knows(wrong)
    path = wrong.save(tmp_path / "a.png")
    ended = run("read", path, "--json")
    assert ended.code == 0
    card = ended.json("read-1")["files"][0]["sheets"][0]["cards"][0]
    assert "findings" not in card
    text = {cell["cell"]: cell["text"] for cell in card["cells"]}
    assert text["g1/upper_sum/sum"] == "62"
    assert "62" in run("read", path).out


def test_no_colour_reaches_a_pipe(run: Bench, wrong: MadeSheet, tmp_path: Path) -> None:
    run.knows(wrong)
    assert "\x1b" not in run("check", wrong.save(tmp_path / "a.png")).out


def test_one_bad_sheet_in_a_photo_stops_no_other(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    class Picky(KnowingReader):
        def __call__(self, flat: FlatSheet, layout: Layout) -> Reading:
            if self.calls == 0:
                self.calls += 1
                raise InputError("the sheet is too blurred", code="too-blurred")
            return super().__call__(flat, layout)

    run.reader = Picky(clean.texts)
    both = replace(clean, picture=np.hstack([clean.picture, clean.picture]))
    ended = run("check", both.save(tmp_path / "a.png"), "--json")
    assert ended.code == 3
    (file,) = ended.json("check-1")["files"]
    assert len(file["sheets"]) == 1
    assert file["error"]["code"] == "too-blurred"


def test_a_sheet_whose_marks_are_covered_is_named_beside_the_others(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    run.knows(clean)
    covered = clean.picture.copy()
    covered[: covered.shape[0] // 4] = 90  # both upper marks
    both = replace(clean, picture=np.hstack([clean.picture, covered]))
    ended = run("check", both.save(tmp_path / "a.png"), "--json")
    assert ended.code == 3
    (file,) = ended.json("check-1")["files"]
    assert len(file["sheets"]) == 1
    assert file["error"]["code"] == "marks-missing"
    assert "top left and top right" in file["error"]["message"]


def test_numbered_pictures_are_not_drawn_over_the_photos(
    run: Bench, clean: MadeSheet, tmp_path: Path
) -> None:
    run.knows(clean)
    photos = [clean.save(tmp_path / f"out-{number}.png") for number in (2, 1)]
    before = [photo.read_bytes() for photo in photos]
    ended = run("check", *photos, "--json", "--picture", tmp_path / "out.png")
    assert ended.code == 2
    assert len(ended.json("check-1")["files"]) == 2
    assert "is one of the photos to read" in ended.err
    assert [photo.read_bytes() for photo in photos] == before


def test_debug_pictures_of_photos_of_one_name_stand_side_by_side(
    run: Bench, clean: MadeSheet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = KnowingReader(clean.texts)
    kits = lambda folders, options, watchers: pipeline.Kit(  # noqa: E731
        kit_for(reader).catalogue, reader, {}, watchers
    )
    monkeypatch.setattr(pipeline, "make_kit", kits)
    photos = [tmp_path / folder / ("å" * 120 + ".png") for folder in ("a", "b")]
    for photo in photos:
        photo.parent.mkdir()
        clean.save(photo)
    run("check", *photos, "--debug", tmp_path / "steps")
    assert len(list((tmp_path / "steps").iterdir())) == 8
