"""Files for corpora: what each kind gives, and what each bad one is told."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from pypdf import PageObject, PdfWriter

from disputatio.debate.errors import Refused
from disputatio.storage import corpus_files
from disputatio.storage import corpus_files as pdf_text
from disputatio.storage.corpus_files import read_source

ONE = "Error budgets are spent by releases.\nA post-\nmortem blames nobody."


def pdf(*pages: str) -> bytes:
    """A PDF with these lines of text on its pages."""
    kids = " ".join(f"{4 + 2 * place} 0 R" for place in range(len(pages)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for place, page in enumerate(pages):
        lines = "".join(f"({line}) Tj T* " for line in page.split("\n"))
        drawn = f"BT /F1 12 Tf 14 TL 72 720 Td {lines}ET"
        fonts = "/Resources << /Font << /F1 3 0 R >> >>"
        bodies.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] {fonts} /Contents {5 + 2 * place} 0 R >>")
        bodies.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{at:010d} 00000 n \n" for at in places)
    end = f"trailer << /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(made)}\n%%EOF\n"
    return made + f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}{end}".encode()


def write(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_pdf_is_read_by_pages_and_what_has_no_text_is_said(tmp_path: Path) -> None:
    path = write(tmp_path, "Handbook.PDF", pdf(ONE, "", "The second page with text."))
    found = read_source(path)
    assert (found.name, found.kind, found.pages) == ("Handbook.PDF", "pdf", 3)
    assert [(part.page, part.text.split(".")[0]) for part in found.parts] == [
        (1, "Error budgets are spent by releases"),
        (3, "The second page with text"),
    ]
    assert "postmortem blames" in found.parts[0].text, "hyphens at the ends of lines are undone"
    assert found.notes == ("no text (pictures?) on page 2",)
    assert found.digest == hashlib.sha256(path.read_bytes()).hexdigest()


def encrypted(tmp_path: Path, person: str, algorithm: str) -> Path:
    writer = PdfWriter(clone_from=write(tmp_path, "plain.pdf", pdf(ONE)))
    writer.encrypt(person, "owner", algorithm=algorithm)
    path = tmp_path / f"{algorithm}.pdf"
    writer.write(path)
    writer.close()
    return path


def test_a_pdf_with_a_password_is_refused_and_one_that_only_forbids_changes_is_read(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"is encrypted: it cannot be read without its password.*without a password"):
        read_source(encrypted(tmp_path, "secret", "RC4-128"))
    assert len(read_source(encrypted(tmp_path, "", "RC4-128")).parts) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (pdf(""), r"contains no text: its 1 page seems to be a scanned picture"),
        (pdf("", ""), r"contains no text: its 2 pages seem to be scanned pictures.*text recognition"),
        (b"", r"cannot be read as a PDF.*save or print it as a new PDF"),
        (b"%PDF-1.4\nrubbish" * 30, "cannot be read as a PDF"),
        (pdf(ONE)[:300], "cannot be read as a PDF|contains no text|is damaged"),
        (b"\x00" * 5_000, "cannot be read as a PDF"),
        (pdf(ONE).replace(b"/Kids [4 0 R]", b"/Kids [2 0 R]"), "cannot be read as a PDF|contains no text|is damaged"),
        (pdf(ONE).replace(b"/Contents 5 0 R", b"/Contents 4 0 R"), "contains no text|is damaged"),
    ],
)
def test_malformed_and_scanned_pdfs_are_told_apart_and_say_what_to_do(
    tmp_path: Path, content: bytes, said: str
) -> None:
    with pytest.raises(Refused, match=said):
        read_source(write(tmp_path, "x.pdf", content))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "handbook.txt",
            pdf(ONE),
            r"handbook\.txt is a PDF, whatever its name.*Give it a name that ends in \.pdf",
        ),
        ("handbook.html", b"\xef\xbb\xbf\n" + pdf(ONE), r"handbook\.html is a PDF"),
        ("letter.md", rb"{\rtf1\ansi Hello there}", r"is a document in RTF.*Save it as text"),
    ],
)
def test_a_file_under_the_name_of_another_kind_is_told(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_source(write(tmp_path, name, content))
    assert read_source(write(tmp_path, "note.txt", b"A PDF begins with %PDF-, and RTF with {\\rtf")).parts


def test_limits_on_pages_drawings_and_patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "x.pdf", pdf(ONE, "The second page with text.", "x" * 400))
    monkeypatch.setattr(pdf_text, "DRAWING", 300)
    assert read_source(path).notes == ("too large a drawing on page 3",)
    monkeypatch.setattr(pdf_text, "PAGES", 2)
    with pytest.raises(Refused, match=r"has 3 pages; the limit is 2\. Split it"):
        read_source(path)
    monkeypatch.setattr(pdf_text, "PAGES", 9)
    monkeypatch.setattr(pdf_text, "PATIENCE", -1.0)
    with pytest.raises(Refused, match="takes too long to read"):
        read_source(path)


def test_a_page_that_is_damaged_keeps_no_other_from_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = PageObject.extract_text

    def sometimes(page):
        if page.page_number == 0:
            raise KeyError("/Font")
        return whole(page)

    monkeypatch.setattr(PageObject, "extract_text", sometimes)
    found = read_source(write(tmp_path, "x.pdf", pdf(ONE, "The second page with text.")))
    assert [part.page for part in found.parts] == [2]
    assert found.notes == ("damaged: page 1",)
    with pytest.raises(Refused, match="is damaged: none of its 1 page can be read"):
        read_source(write(tmp_path, "y.pdf", pdf(ONE)))


def test_texts_and_pages_by_their_kinds(tmp_path: Path) -> None:
    assert [part.section for part in read_source(write(tmp_path, "a.md", "# A\nx\n# B\ny")).parts] == ["A", "B"]
    assert read_source(write(tmp_path, "a.txt", "# A\nx")).parts[0].text == "# A\nx"
    assert read_source(write(tmp_path, "a.htm", "<h1>A</h1><p>x")).parts[0].section == "A"


@pytest.mark.parametrize(
    "content",
    [
        '<meta charset="windows-1252"><p>caf\xe9'.encode("cp1252"),
        "<p>café".encode(),
        "\ufeff<p>café".encode(),
        "<p>café".encode("utf-16"),
        b"<meta charset=no-such-thing><p>caf\xc3\xa9",
        b'<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>caf\xe9',
        b"<meta charset=utf-8><p>caf\xe9",
    ],
)
def test_pages_are_read_in_their_own_encoding(tmp_path: Path, content: bytes) -> None:
    assert read_source(write(tmp_path, "a.html", content)).parts[0].text == "café"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.docx", "x", r"cannot be read for a corpus\. Use one of: \.txt"),
        ("a.txt", "", "contains no text"),
        ("a.md", "# only\n## headings", "contains no text"),
        ("a.html", "<script>x</script>", "contains no text"),
        ("a.txt", b"a\0b", "holds binary data"),
    ],
)
def test_what_gives_nothing_is_refused(tmp_path: Path, name: str, content: bytes | str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_source(write(tmp_path, name, content))


def test_sizes_are_limited_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "a.txt", "x" * 500)
    monkeypatch.setattr(corpus_files, "LONGEST", 400)
    with pytest.raises(Refused, match=r"too much text \(500 characters; the limit is 400\)"):
        read_source(path)
    monkeypatch.setitem(corpus_files.LIMITS, "text", 300)
    with pytest.raises(Refused, match=r"too large \(500 bytes; the limit is 300\)"):
        read_source(path)
    with pytest.raises(Refused, match="is not an ordinary file"):
        read_source(_folder(tmp_path))
    with pytest.raises(Refused, match="cannot be read: No such file"):
        read_source(tmp_path / "gone.txt")


def _folder(tmp_path: Path) -> Path:
    path = tmp_path / "folder.txt"
    path.mkdir()
    return path
