"""Many files on a Dask cluster of two workers: the same results, also when workers die."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorecheck import __version__, cluster, cluster_run, pipeline
from scorecheck.archive.add import FileOutcome, State, add_files
from scorecheck.archive.opening import create_archive, open_archive
from scorecheck.archive.photos import PhotoStore
from scorecheck.archive.store import Archive
from scorecheck.batch import check_files
from scorecheck.cluster import Cluster
from scorecheck.cluster_work import do, identity
from scorecheck.crew import HERE, Crew
from scorecheck.errors import ClusterError, MissingToolError, UsageError
from scorecheck.measure.stub_photos import read_stub, write_photo
from scorecheck.photo.elsewhere import FarFile
from scorecheck.report.json import check_document
from scorecheck.resume import Finished
from tests.cli_runner import Runner
from tests.made_decisions import catalogue
from tests.made_sheets import CLEAN, WRONG_SUM, KnowingReader, kit_for, make_sheet

distributed = pytest.importorskip(
    "distributed", reason="dask.distributed is not installed: the extra cluster"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def started(workers: int, *, processes: bool = True) -> Any:
    """A cluster on this machine; who kills a worker is found out at once."""
    import dask  # noqa: PLC0415

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            host="127.0.0.1",
            protocol="tcp",
            dashboard_address=":0",
        )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with started(2) as local:
        yield local.scheduler_address


@pytest.fixture
def workers(address: str) -> Iterator[Cluster]:
    with Cluster(address) as crew:
        yield crew


@dataclass(frozen=True)
class Naming:
    """Work on files that are told apart by what they hold; `folder` is seen by all."""

    folder: Path

    def __call__(self, path: Path) -> str:
        content = path.read_bytes().decode() if path.is_file() else "missing"
        if content == "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
        with (self.folder / "log").open("a") as stream:
            stream.write(f"{path.name} {os.getpid()}\n")
        return f"{path.name}: {content}"

    def known(self, path: Path) -> str | None:
        return f"{path.name}: known" if path.read_bytes() == b"known" else None

    def lost(self, path: Path) -> str:
        return f"{path.name}: lost"

    @property
    def read(self) -> dict[str, str]:
        """Who read what."""
        return dict(line.split() for line in (self.folder / "log").read_text().splitlines())


def made(folder: Path, *contents: str) -> list[Path]:
    paths = [folder / f"{number}.jpg" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_text(content)
    return paths


def test_each_file_comes_once_and_is_read_by_workers(workers: Cluster, tmp_path: Path) -> None:
    work = Naming(tmp_path)
    paths = [*made(tmp_path, *"abcdef", "known"), tmp_path / "none.jpg", tmp_path]
    found = list(workers.each(work, paths))
    assert sorted(number for number, _ in found) == list(range(len(paths)))
    told = dict(found)
    assert told[0] == "0.jpg: a"
    assert told[6] == "6.jpg: known"
    assert told[7] == "none.jpg: missing"
    assert str(os.getpid()) not in {work.read[f"{number}.jpg"] for number in range(6)}
    assert work.read["none.jpg"] == str(os.getpid())  # there is nothing to send
    assert "6.jpg" not in work.read


def test_a_file_at_which_workers_die_stops_no_other(workers: Cluster, tmp_path: Path) -> None:
    work = Naming(tmp_path)
    paths = made(tmp_path, "a", "deadly", "b", "c")
    found = list(workers.each(work, paths))
    assert len(found) == len(paths)
    contents = ["a", "lost", "b", "c"]
    assert dict(found) == {n: f"{n}.jpg: {one}" for n, one in enumerate(contents)}


def pids(address: str) -> list[int]:
    with distributed.Client(address, set_as_default=False) as client:
        return list(client.run(os.getpid).values())


def test_where_a_worker_is_killed_the_others_take_up_its_files(
    workers: Cluster, address: str, tmp_path: Path
) -> None:
    work = Naming(tmp_path)
    paths = made(tmp_path, *"abcdefghijklmnop")
    found = []
    for one in workers.each(work, paths):
        found.append(one)
        if len(found) == 3:
            os.kill(pids(address)[0], signal.SIGKILL)
    assert len(found) == len(paths)
    assert dict(found) == {n: f"{n}.jpg: {one}" for n, one in enumerate("abcdefghijklmnop")}


def test_a_check_gives_what_one_process_gives(workers: Cluster, tmp_path: Path) -> None:
    sheet = make_sheet(cards={"g1": WRONG_SUM})
    (tmp_path / "text.jpg").write_text("bread, milk")
    paths = [sheet.save(tmp_path / "a.png"), tmp_path / "text.jpg", tmp_path / "none.jpg"]
    kit = kit_for(KnowingReader(sheet.texts))
    expected = check_document(check_files(paths, kit))

    def finished() -> Finished:
        return Finished(tmp_path / "done", "check", {}, kit.catalogue)

    told: list[tuple[str, bool]] = []
    for _ in range(2):
        batch = check_files(
            paths, kit, lambda path, worked: told.append((path.name, worked)), workers, finished()
        )
        assert check_document(batch) == expected
    assert sorted(told[:3]) == [("a.png", True), ("none.jpg", True), ("text.jpg", True)]
    assert sorted(told[3:]) == [("a.png", False), ("none.jpg", True), ("text.jpg", False)]


def add(folder: Path, paths: list[Path], crew: Crew) -> list[FileOutcome]:
    with open_archive(folder) as archive:
        return list(add_files(archive, paths, read_stub, catalogue(), crew=crew))


def bodies(archive: Archive) -> list[tuple[str, Any]]:
    return [(record.kind, record.body) for record in archive.records()]


def test_only_this_station_writes_in_the_archive(workers: Cluster, tmp_path: Path) -> None:
    cards = [CLEAN, WRONG_SUM, CLEAN, CLEAN]
    paths = [
        write_photo(tmp_path / f"{n}.jpg", {"g1": card}, sheet=1 + n // 2, nonce=str(n))
        for n, card in enumerate(cards)
    ]
    create_archive(tmp_path / "alone")
    create_archive(tmp_path / "many")
    assert [one.state for one in add(tmp_path / "many", paths, workers)] == [State.ADDED] * 4
    add(tmp_path / "alone", paths, HERE)
    with open_archive(tmp_path / "alone") as one, open_archive(tmp_path / "many") as other:
        assert bodies(one) == bodies(other)
    again = add(tmp_path / "many", paths, workers)
    assert [one.state for one in again] == [State.KNOWN] * 4


def put(name: str, data: bytes) -> None:
    """Put a file into a worker's memory."""
    import fsspec  # noqa: PLC0415

    fsspec.filesystem("memory").pipe(name, data)


def test_workers_fetch_files_at_addresses(workers: Cluster, address: str, tmp_path: Path) -> None:
    data = write_photo(tmp_path / "a.jpg", {"g1": CLEAN}).read_bytes()
    with distributed.Client(address, set_as_default=False) as client:
        client.run(put, "/club/a.jpg", data)
    paths: list[Path] = [FarFile("memory://club/a.jpg"), FarFile("memory://club/none.jpg")]
    create_archive(tmp_path / "archive")
    assert not paths[0].exists()  # not in this process: only a worker can have read it
    added, missing = add(tmp_path / "archive", paths, workers)
    assert (added.state, str(added.path)) == (State.ADDED, "memory://club/a.jpg")
    store = PhotoStore(tmp_path / "archive")
    assert store.path(str(added.sha256), ".jpg").read_bytes() == data
    assert missing.state is State.NOT_READ
    here = tmp_path / "here.jpg"
    here.write_bytes(data)
    assert add(tmp_path / "archive", [FarFile(f"file://{here}")], workers)[0].state is State.KNOWN


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("scorecheck.cluster_work.__version__", f"has scorecheck {__version__}, and here is 9.9"),
        ("scorecheck.reading.recognise.model_sha256", "other weights"),
    ],
)
def test_another_scorecheck_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    monkeypatch.setattr(name, "9.9" if "version" in name else lambda: "others")
    with pytest.raises(ClusterError, match=said) as refused:
        Cluster(address)
    assert refused.value.exit_code == 4


def test_a_worker_that_comes_later_is_looked_at_too(tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match="other weights"):
        do(Naming(tmp_path), tmp_path / "a.jpg", b"a", identity() | {"weights": "w"})


def nowhere() -> str:
    """An address at which nobody listens."""
    import socket  # noqa: PLC0415

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{one.getsockname()[1]}"


def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.2)
    with pytest.raises(ClusterError, match="cannot be reached") as refused:
        Cluster(nowhere())
    assert refused.value.exit_code == 4


@pytest.mark.parametrize("address", ["club", "127.0.0.1:8786", "tcp://club", "http://club:1"])
def test_an_address_says_how_and_where(address: str) -> None:
    with pytest.raises(UsageError, match="expected tcp://HOST:PORT"):
        Cluster(address)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingToolError, match="package distributed") as refused:
        Cluster("tcp://127.0.0.1:8786")
    assert "python3 -m pip install '.[cluster]'" in refused.value.help


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 0.2)
    monkeypatch.setattr(cluster_run, "EMPTY_S", 0.0)
    with started(0, processes=False) as local:
        with pytest.raises(ClusterError, match="has no workers"):
            Cluster(local.scheduler_address)
        with distributed.Client(local, set_as_default=False) as client:
            run = cluster_run.Run(distributed, client, Naming(tmp_path), identity())
            with pytest.raises(ClusterError, match="lost all its workers"):
                list(run.results(made(tmp_path, "a")))
            run.release()


def test_a_cluster_that_goes_is_said(tmp_path: Path) -> None:
    local = started(1, processes=False)
    crew = Cluster(local.scheduler_address)
    results = crew.each(Naming(tmp_path), made(tmp_path, *"abcdefgh"))
    next(results)
    local.close()
    with pytest.raises(ClusterError) as ended:
        list(results)
    assert "give the same command again" in ended.value.help
    crew.close()


def test_the_commands_use_a_cluster(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    sheet = make_sheet(cards={"g1": CLEAN})
    kit = kit_for(KnowingReader(sheet.texts))
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit)
    monkeypatch.chdir(tmp_path)
    run = Runner(capsys, monkeypatch)
    path = sheet.save(tmp_path / "a.png")
    for command in ("check", "read"):
        alone = run(command, path, "--json")
        assert run(command, path, "--json", "--cluster", address) == alone
    assert alone.code == 0
    refused = run("check", path, "--cluster", address, "--debug", tmp_path / "steps")
    assert refused.code == 2
    assert "--debug" in refused.err
    assert run("archive", "new").code == 0
    added = run("archive", "add", path, "--cluster", address)
    assert (added.code, added.err) == (0, "1 added\n")
    assert run("archive", "verify").code == 0


def test_an_interrupt_leaves_the_cluster_and_the_archive_as_they_should_be(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    sheets = [make_sheet(cards={"g1": CLEAN}, sheet=number) for number in (1, 2, 3)]
    kit = kit_for(KnowingReader(sheets[0].texts))
    monkeypatch.setattr(pipeline, "make_kit", lambda *args: kit)
    monkeypatch.chdir(tmp_path)
    run = Runner(capsys, monkeypatch)
    paths = [sheet.save(tmp_path / f"{n}.png") for n, sheet in enumerate(sheets)]
    assert run("archive", "new").code == 0

    def interrupted(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    for command in (("check",), ("archive", "add")):
        with monkeypatch.context() as patch:
            patch.setattr("scorecheck.cli.countdown.Countdown.tick", interrupted)
            ended = run(*command, *paths, "--cluster", address)
        assert ended.code == 130
        assert len(ended.err.splitlines()) <= 2, ended.err
        assert tasks(address) == 0, "nothing of it is left there"
    assert ended.err.startswith("stopped: 1 added\n")
    assert run("archive", "verify").code == 0
    again = run("archive", "add", *paths, "--cluster", address)
    assert (again.code, again.err) == (0, "2 added, 1 file skipped\n")


def tasks(address: str) -> int:
    """How much work a cluster still knows of, once it has had time to forget."""
    with distributed.Client(address, set_as_default=False) as client:
        for _ in range(100):
            left = client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))
            if not left:
                break
            time.sleep(0.1)
        return int(left)
