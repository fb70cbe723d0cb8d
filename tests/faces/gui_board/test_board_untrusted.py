"""What models name is shown as text: nothing of it is markup, and nothing of it is lost."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from disputatio.debate.views.participants import Participant
from disputatio.debate.views.places import Place
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem
from disputatio.faces.gui.board.claims import LedgerDetail
from disputatio.faces.gui.board.ledger_model import LedgerModel
from disputatio.faces.gui.debate.inspector import Links, linked_label
from disputatio.faces.gui.kit.avatars import Avatar
from disputatio.faces.gui.kit.buttons import TextButton
from disputatio.faces.gui.kit.labels import tip

EVIL = '<img src="file:///etc/passwd">R&D'
WHO = Participant(seat="a", name=EVIL, glyph="circle", colour="blue")
CLAIM = ClaimItem(
    key=EVIL,
    text=EVIL,
    sides=(WHO,),
    cells=(Cell(hold="holds", since=EVIL, path="p"),),
    messages=(Place(path="p", label=EVIL),),
)


def test_tool_tips_of_the_ledger_are_escaped(qapp):
    model = LedgerModel()
    model.show([WHO], [AspectItem(name=EVIL, cells=(AspectCell(position=EVIL),), claims=(CLAIM,))])
    top = model.index(0, 0)
    tips = [
        top.data(Qt.ItemDataRole.ToolTipRole),
        model.index(0, 0, top).data(Qt.ItemDataRole.ToolTipRole),
        model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole),
        model.index(0, 1, top).data(Qt.ItemDataRole.ToolTipRole),
        model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole),
    ]
    assert all("<img" not in tip and "&lt;img" in tip for tip in tips)


def test_no_label_of_a_claim_is_markup(qtbot):
    detail = LedgerDetail()
    qtbot.addWidget(detail)
    for item in (CLAIM, AspectItem(name=EVIL, cells=(AspectCell(position=EVIL, unanswered=(EVIL,)),))):
        detail.show_item(item, (WHO,))
        found = [label for label in detail.findChildren(QLabel) if EVIL in label.text()]
        assert found
        assert all(label.textFormat() == Qt.TextFormat.PlainText for label in found)


def test_only_an_address_is_markup_in_a_paragraph_with_links(qtbot):
    written = f"{EVIL} https://a.org/?x=1&y=2\"onclick=z <a href='https://b.org'>here</a>"
    label = linked_label(written, written)
    qtbot.addWidget(label)
    assert label.text().count("<a href=") == 1
    assert "<img" not in label.text()
    assert 'href="https://a.org/?x=1&amp;y=2"' in label.text()
    assert linked_label(EVIL, EVIL).textFormat() == Qt.TextFormat.PlainText


def test_an_ampersand_on_a_button_stays(qtbot):
    links = Links("", [Place(path="p", label="R&D · round 1")])
    qtbot.addWidget(links)
    assert links.findChild(TextButton).text() == "R&&D · round 1"


def test_names_are_shown_to_the_letter_in_tool_tips(qtbot):
    avatar = Avatar(EVIL, "circle", "blue")
    qtbot.addWidget(avatar)
    assert "&lt;img" in avatar.toolTip()
    assert tip("R&D") == "R&D"
