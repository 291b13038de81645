"""Nothing that the room writes can be read by another user of the machine, from the first byte on."""

import os
import stat
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from support.room_play import PATIENT, bet_all, database_file, opened, seated

from houseway.cli.serve import own_database
from houseway.errors import NotPrivate
from houseway.room import private_files
from houseway.room.private_files import mend, open_private, private_folder, write_private

NOBODY = 65534
READ_AS_ANOTHER = """
import os, sys
os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})
for path in sys.argv[1:]:
    try:
        open(path, "rb").read(1)
        print("read", path)
    except PermissionError:
        pass
"""


@pytest.fixture(autouse=True)
def usual_umask() -> object:
    """Most systems create files that everyone can read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_every_file_of_a_room_in_mid_round_is_private(tmp_path: Path) -> None:
    with opened(database_file(tmp_path), settings=PATIENT) as room:
        ann = room.guest()
        bet_all(seated(room, "pick-2-poker", {0: ann.id}))
        room.open_session(ann.id)
        found = modes(tmp_path)
    assert {"room.db", "room.db-wal", "room.db-shm", "room.db.lock"} <= set(found)
    assert set(found.values()) == {0o600}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_of_the_machine_reads_no_file_of_a_running_room() -> None:
    """In a folder that everyone can enter: that of pytest is closed to others, and would prove nothing."""
    with TemporaryDirectory(prefix="houseway-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with opened(database_file(folder), settings=PATIENT) as room:
            bet_all(seated(room, "pick-2-poker", {0: room.guest().id}))
            control = folder / "readable"
            control.write_text("by all")
            command = [sys.executable, "-I", "-S", "-c", READ_AS_ANOTHER.format(nobody=NOBODY)]
            files = sorted(map(str, folder.iterdir()))
            done = subprocess.run([*command, *files], capture_output=True, text=True, check=True, cwd="/")
    assert len(files) >= 7
    assert done.stdout.split() == ["read", str(control)]


def test_wider_modes_of_an_older_install_are_mended_and_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(database_file(tmp_path)) as room:
        room.guest()
    (tmp_path / "room.db").chmod(0o644)
    capsys.readouterr()
    with opened(database_file(tmp_path)):
        assert set(modes(tmp_path).values()) == {0o600}
    told = capsys.readouterr().err
    assert "room.db could be reached by other users of this machine (mode 644). Its mode is now 600" in told
    with opened(database_file(tmp_path)):
        assert not capsys.readouterr().err


def test_a_file_that_cannot_be_made_private_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(database_file(tmp_path)):
        pass
    (tmp_path / "room.db").chmod(0o640)

    def refuse(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with (
        pytest.raises(NotPrivate, match=r"room\.db: other users .*\(mode 640\).*chmod 600"),
        opened(database_file(tmp_path)),
    ):
        pass


def test_the_folder_of_the_default_database_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    (tmp_path / "share" / "houseway").mkdir(parents=True)
    assert own_database() == f"sqlite:///{tmp_path / 'share' / 'houseway' / 'room.sqlite'}"
    assert stat.S_IMODE((tmp_path / "share" / "houseway").stat().st_mode) == 0o700


def test_a_new_folder_a_new_file_and_a_replaced_file_are_private(tmp_path: Path) -> None:
    private_folder(tmp_path / "a" / "b")
    assert modes(tmp_path) == {"a": 0o700}
    os.close(open_private(tmp_path / "a" / "lock"))
    (tmp_path / "a" / "key").write_text("old")
    write_private(tmp_path / "a" / "key", b"new")
    assert modes(tmp_path / "a") == {"b": 0o700, "lock": 0o600, "key": 0o600}
    assert (tmp_path / "a" / "key").read_bytes() == b"new"


def test_a_private_file_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "read-only").touch(mode=0o400)
    mend([tmp_path / "read-only", tmp_path / "missing"])
    assert modes(tmp_path) == {"read-only": 0o400}
    assert not capsys.readouterr().err
    assert private_files.FILE_MODE == 0o600
