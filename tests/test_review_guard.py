"""Who may speak to the review page, and what it never does for anybody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorecheck.review.guard import MOST_WRONG
from scorecheck.review.pace import Pace
from tests.made_review import (
    TOKEN,
    Served,
    checked,
    desk_with,
    picture_of,
    served,
    two_games,
)

SHEET = f"/{TOKEN}/sheet/1-1"
DECISION = {"cell": "g1/ones/value", "text": "3", "by": "Åsa", "remark": ""}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Served]:
    desk = desk_with(tmp_path / "log.jsonl", checked("photo.jpg", two_games()))
    with served(desk, tmp_path, most_bytes=100_000, pace=Pace(5, 60)) as one:
        yield one


def kept(page: Served) -> int:
    return len(page.desk.entries()[0].sheets[0].decisions())


def test_the_page_itself_is_served_and_decisions_are_kept(page: Served) -> None:
    assert page.ask("GET", f"/{TOKEN}/")[0] == 200
    assert page.post("sheet/1-1/decide", DECISION)[0] == 200
    assert kept(page) == 1


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", f"/{TOKEN[:-1]}/", f"/{TOKEN}x/", "//", "/%C3%B6/"]
)
def test_a_wrong_token_opens_nothing(page: Served, path: str) -> None:
    status, answer, _ = page.ask("GET", path)
    assert status == 404
    assert TOKEN.encode() not in answer


def test_whoever_guesses_addresses_has_to_wait(page: Served) -> None:
    seen = [page.ask("GET", f"/guess-{n}/")[0] for n in range(40)]
    assert seen == [404] * MOST_WRONG + [429] * (40 - MOST_WRONG)


def test_whoever_has_the_address_is_not_kept_out_by_others_who_guess(page: Served) -> None:
    for n in range(40):
        page.ask("GET", f"/guess-{n}/")
    assert page.ask("GET", f"/{TOKEN}/")[0] == 200
    assert page.post("sheet/1-1/decide", DECISION)[0] == 200
    assert page.ask("GET", "/guess/")[0] == 429


def test_pages_of_other_origins_use_up_nobodys_tries(page: Served) -> None:
    for n in range(40):
        seen = page.ask("POST", f"/guess-{n}/", b"", Origin="http://evil.example")[0]
        assert seen == 403
        assert page.ask("GET", f"/guess-{n}/", Host="evil.example")[0] == 421
    assert page.ask("GET", "/guess/")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost", "evil.example:80", ""])
def test_a_name_that_was_made_to_point_here_is_refused(page: Served, host: str) -> None:
    assert page.ask("GET", f"/{TOKEN}/", Host=host)[0] in (400, 421)


def test_localhost_is_a_name_of_the_page(page: Served) -> None:
    assert page.ask("GET", f"/{TOKEN}/", Host=f"localhost:{page.port}")[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_a_page_of_another_origin_decides_nothing(page: Served, headers: dict[str, str]) -> None:
    body = json.dumps(DECISION).encode()
    more = {"Content_Type": "application/json", **headers}
    assert page.ask("POST", f"{SHEET}/decide", body, **more)[0] == 403
    assert kept(page) == 0


def test_a_page_of_another_site_sees_nothing(page: Served) -> None:
    status, answer, _ = page.ask("GET", f"{SHEET}/picture.jpg", Sec_Fetch_Site="cross-site")
    assert status == 403
    assert b"JFIF" not in answer


def test_a_form_cannot_decide(page: Served) -> None:
    body = json.dumps(DECISION).encode()
    assert page.ask("POST", f"{SHEET}/decide", body, Content_Type="text/plain")[0] == 415
    assert kept(page) == 0


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_other_methods_do_nothing(page: Served, method: str) -> None:
    assert page.ask(method, f"/{TOKEN}/")[0] == 405


@pytest.mark.parametrize(
    "path",
    [
        "static/../app.py",
        "static/..%2fapp.py",
        "static/%2e%2e/%2e%2e/errors.py",
        "static/....//app.py",
        "fonts/../../../../etc/passwd",
        "fonts/..%2f..%2fmodel%2fcell.onnx",
        "fonts/%2fetc%2fpasswd",
        "static/page.css%00.js",
        "../../../../etc/passwd",
        "sheet/..%2f..%2f1-1/picture.jpg",
    ],
)
def test_a_path_with_dots_leads_nowhere(page: Served, path: str) -> None:
    status, answer, _ = page.ask("GET", f"/{TOKEN}/{path}")
    assert status == 404
    assert b"root:" not in answer
    assert b"import" not in answer


def test_every_answer_forbids_what_comes_from_elsewhere(page: Served) -> None:
    for path in (f"/{TOKEN}/", SHEET, "/wrong", f"/{TOKEN}/static/sheet.js", f"/{TOKEN}/nothing"):
        _, _, headers = page.ask("GET", path)
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'")
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{", b"null", b'"x"', b"[" * 9000, json.dumps(DECISION | {"text": 3}).encode()],
)
def test_what_is_no_decision_is_refused(page: Served, body: bytes) -> None:
    status, answer, _ = page.ask("POST", f"{SHEET}/decide", body, Content_Type="application/json")
    assert status == 400
    assert json.loads(answer)["error"]["message"]
    assert kept(page) == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"by": " "}, "decision"),
        ({"by": "x" * 81}, "decision"),
        ({"text": "not a number"}, "decision-text"),
        ({"text": "9" * 12}, "decision-text"),
        ({"cell": "g9/ones/value"}, "unknown-cell"),
        ({"cell": "../../etc/passwd"}, "unknown-cell"),
        ({"remark": "x" * 2001}, "decision"),
    ],
)
def test_a_decision_that_cannot_be_kept_says_why(
    page: Served, change: dict[str, str], code: str
) -> None:
    status, answer = page.post("sheet/1-1/decide", DECISION | change)
    assert (status, answer["error"]["code"]) == (400, code)
    assert kept(page) == 0


def test_an_endless_decision_is_cut_off(page: Served) -> None:
    body = json.dumps(DECISION | {"remark": "x" * 100_000}).encode()
    assert page.ask("POST", f"{SHEET}/decide", body, Content_Type="application/json")[0] == 413


def test_a_sheet_that_is_not_there_is_said_so(page: Served) -> None:
    assert page.ask("GET", f"/{TOKEN}/sheet/9-9")[0] == 404
    assert page.post("sheet/9-9/decide", DECISION)[0] == 404
    assert page.ask("GET", f"{SHEET}/facts.json?round=7")[0] == 404


def test_a_script_in_a_name_stays_a_name(page: Served) -> None:
    name = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    assert page.post("sheet/1-1/decide", DECISION | {"by": name})[0] == 200
    _, answer, _ = page.ask("GET", SHEET)
    assert b"alert(1)" in answer
    assert b"<script>alert" not in answer
    assert b"<img src=x" not in answer
    _, listed, headers = page.ask("GET", f"{SHEET}/facts.json")
    assert headers["content-type"] == "application/json"
    cells = json.loads(listed)["cells"]
    assert next(c for c in cells if c["id"] == "g1/ones/value")["decided"]["by"] == name


def test_a_report_waits_for_a_second_review_that_has_begun(page: Served) -> None:
    assert page.ask("GET", f"{SHEET}/report.exe")[0] == 404
    status, answer, _ = page.ask("GET", f"{SHEET}/report.pdf")
    assert status == 400
    assert "photo.jpg does not exist" in json.loads(answer)["error"]["message"]
    assert page.post("sheet/1-1/decide?round=2", DECISION)[0] == 200
    assert page.ask("GET", f"{SHEET}/report.pdf")[0] == 409


@pytest.mark.parametrize(("kind", "begin"), [("pdf", b"%pdf-"), ("html", b"<!doctype html>")])
def test_a_report_is_a_file_to_keep(tmp_path: Path, kind: str, begin: bytes) -> None:
    sheet = two_games()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(picture_of(sheet).jpeg)
    width, height = 4 * 210.0, 4 * 297.0
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    desk = desk_with(tmp_path / "log.jsonl", checked(photo, replace(sheet, corners_px=corners)))
    with served(desk, tmp_path) as page:
        assert page.post("sheet/1-1/decide", DECISION | {"text": "4"})[0] == 200
        status, answer, headers = page.ask("GET", f"{SHEET}/report.{kind}?lang=de")
    assert status == 200
    assert answer.lstrip().lower().startswith(begin)
    assert headers["content-disposition"] == f'attachment; filename="scorecheck-yahtzee-1.{kind}"'
    if kind == "html":
        assert "Åsa".encode() in answer
        assert b"log.jsonl" in answer, "the command that computes it again names the decisions"
