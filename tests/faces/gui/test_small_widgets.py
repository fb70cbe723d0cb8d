from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextDocumentFragment
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QStyleOptionButton,
    QToolTip,
    QWidget,
)

from disputatio.app.debates.needs import Need
from disputatio.debate.log.seats import Seat
from disputatio.debate.views.labels import ATTACKS, FORMERLY, POINTS
from disputatio.debate.views.participants import Participant
from disputatio.debate.views.statements import AspectCell, AspectItem, Cell, ClaimItem, PointItem
from disputatio.debate.views.workshop import AttackRow
from disputatio.faces import gui
from disputatio.faces.gui.board.ledger_head import ANOTHER
from disputatio.faces.gui.board.ledger_tree import LedgerTree
from disputatio.faces.gui.debate.points import PointsCard, PointsView
from disputatio.faces.gui.debate.run_inspector import RunCard, RunFigures
from disputatio.faces.gui.kit import phrases, theme
from disputatio.faces.gui.kit.avatars import Avatar
from disputatio.faces.gui.kit.buttons import IconButton, LinkButton, TextButton, YieldingButton
from disputatio.faces.gui.kit.cards import TitledCard
from disputatio.faces.gui.kit.colours import DARK, LIGHT
from disputatio.faces.gui.kit.composer import Composer
from disputatio.faces.gui.kit.empty_state import EmptyState
from disputatio.faces.gui.kit.inputs import ask_place
from disputatio.faces.gui.kit.labels import Chip, ElidedLabel, FittingLabel, breakable, chip_width, tip
from disputatio.faces.gui.kit.layouts import FlowLayout
from disputatio.faces.gui.kit.lists import Row, RowItem, RowList
from disputatio.faces.gui.kit.notices import Toast
from disputatio.faces.gui.kit.whole_texts import show_whole, whole_texts
from disputatio.faces.gui.kit.wrapped_rows import RowsView
from disputatio.faces.gui.phases.attack_list import AttackLine
from disputatio.faces.gui.shell.needs import NeedRow
from disputatio.faces.gui.transcript.message_items import MessageItem
from disputatio.faces.gui.transcript.search import FindBar
from disputatio.faces.gui.transcript.view import Transcript
from disputatio.testing.boards import debate_of


@pytest.fixture
def room(qtbot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_icons_change_with_the_theme(room, qapp):
    button = IconButton("copy", "Copy", parent=room)
    light = button.icon().pixmap(18).toImage()
    theme.apply(qapp, DARK)
    dark = button.icon().pixmap(18).toImage()
    assert light != dark
    theme.apply(qapp, LIGHT)
    assert button.icon().pixmap(18).toImage() == light
    button.setEnabled(False)
    assert button.icon().pixmap(18).toImage() != light
    button.set_icon("check")
    assert (button.accessibleName(), button.toolTip()) == ("Copy", "Copy")


def test_a_button_takes_its_icon_once_for_each_theme(room, qapp, monkeypatch):
    taken = []

    class Counting(TextButton):
        def setIcon(self, icon):
            taken.append(icon)
            super().setIcon(icon)

    button = Counting("Copy", icon="copy", parent=room)
    button.show()
    assert len(taken) == 1
    theme.apply(qapp, DARK)
    assert len(taken) == 2, "Qt tells of palette and style, several times each"
    button.setParent(None)
    button.setParent(room)
    assert len(taken) == 2
    theme.apply(qapp, LIGHT)
    assert len(taken) == 3


def test_a_link_gives_way_and_says_the_whole(room):
    words = "Should R&D <b>move</b> to the trunk, and what would it cost?"
    link = LinkButton(words, icon="chat")
    link.setParent(room)
    link.show()
    whole = link.sizeHint().width()
    link.resize(whole, 24)
    assert link.toolTip() == ""
    link.resize(120, 24)
    assert link.sizeHint().width() == whole, "it asks for the room that it would need"
    assert link.minimumSizeHint().width() < 120
    shown = QStyleOptionButton()
    link.initStyleOption(shown)
    assert shown.text.endswith("…")
    assert "&lt;b&gt;" in link.toolTip(), "nothing of it is markup"
    link.set_words("R&D")
    link.resize(whole, 24)
    link.initStyleOption(shown)
    assert (shown.text, link.words, link.toolTip()) == ("R&&D", "R&D", "")


def test_a_button_that_wishes_for_more_room_is_cut_only_where_its_words_do_not_fit(room):
    button = YieldingButton("openai:gpt")
    button.setParent(room)
    button.show()
    words = button.sizeHint().width()
    button.wished = words + 100
    assert button.sizeHint().width() == words + 100
    shown = QStyleOptionButton()
    for width, cut in ((words + 100, False), (words, False), (words - 20, True)):
        button.resize(width, 24)
        button.initStyleOption(shown)
        assert shown.text.endswith("…") is cut
    button.set_words("gpt")
    button.initStyleOption(shown)
    assert shown.text == "gpt", "other words, measured anew"


@pytest.mark.parametrize("kind", ["", "primary", "danger", "quiet"])
def test_text_buttons_of_every_kind_follow_the_theme(room, qapp, kind):
    button = TextButton("Go", icon="play", kind=kind, parent=room)
    theme.apply(qapp, DARK)
    assert not button.icon().isNull()
    theme.apply(qapp, LIGHT)


@pytest.mark.parametrize("kind", ["", "primary", "danger", "quiet"])
def test_the_icon_of_a_disabled_button_is_dim(room, qapp, kind):
    button = TextButton("Go", icon="play", kind=kind, parent=room)
    live = button.icon().cacheKey()
    button.setEnabled(False)
    assert button.icon().cacheKey() != live
    button.setEnabled(True)
    assert button.icon().cacheKey() == live


def test_a_toast_says_and_undoes(room, qtbot):
    toast = Toast(room)
    assert not toast.isVisible()
    toast.say("Saved")
    assert toast.isVisible()
    assert not toast.undo.isVisible()
    edges = toast.layout().contentsMargins()
    assert edges.left() == edges.right(), "its words stand in the middle"
    heard: list[str] = []
    toast.undone.connect(heard.append)
    toast.say("Debate moved to the bin", undo="d7")
    qtbot.mouseClick(toast.undo, Qt.MouseButton.LeftButton)
    assert heard == ["d7"]
    assert not toast.isVisible()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    qtbot.keyClick(room, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    toast.say("Debate moved to the bin", undo="d8")
    qtbot.keyClick(room, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["d7", "d8"], "only while it is offered"
    composer = Composer("Say")
    composer.setParent(room)
    composer.show()
    field = composer.text
    field.setFocus()
    toast.say("Debate moved to the bin", undo="d9")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert heard[2:] == ["d9"], "nothing was typed that could be taken back"
    qtbot.keyClicks(field, "typed")
    toast.say("Debate moved to the bin", undo="d10")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (heard[3:], field.toPlainText()) == ([], "")


def test_a_toast_goes_by_itself_and_stays_at_the_edge(room, qtbot, monkeypatch):
    monkeypatch.setattr("disputatio.faces.gui.kit.notices.SHOWN", 30)
    toast = Toast(room)
    toast.say("Saved")
    room.resize(900, 500)
    assert abs(toast.geometry().center().x() - 450) < 3
    assert room.rect().contains(toast.geometry())
    qtbot.waitUntil(lambda: not toast.isVisible())


def test_a_toast_keeps_clear_of_where_one_types(room, qtbot):
    field, far = QLineEdit(room), QLineEdit(room)
    field.setGeometry(0, room.height() - 90, room.width(), 80)
    far.setGeometry(0, 0, 10, 10)
    field.show()
    toast = Toast(room, lambda: [field, far])
    toast.say("Saved")
    assert not toast.geometry().intersects(field.geometry())
    assert toast.geometry().bottom() < field.y()
    assert room.rect().contains(toast.geometry())
    field.setGeometry(0, room.height() - 160, room.width(), 150)
    qtbot.waitUntil(lambda: not toast.geometry().intersects(field.geometry()))
    field.hide()
    qtbot.waitUntil(lambda: toast.geometry().bottom() > field.y())


def test_an_empty_state_offers_ways_on(room, qtbot):
    state = EmptyState("Nothing here", "Yet.", icon="note", parent=room)
    state.add_button("new", "Make one", icon="plus", primary=True)
    other = state.add_button("import", "Import")
    heard: list[str] = []
    state.chosen.connect(heard.append)
    other.click()
    assert heard == ["import"]
    state.set_text("Something else")
    assert not state.words.isVisibleTo(state)


def shown(card: RunCard) -> list[str]:
    """The figures that can be seen, as they are read aloud."""
    return [
        label.accessibleName() for label in card.findChildren(QLabel) if label.isVisible() and label.accessibleName()
    ]


def test_the_run_shows_what_is_known(qtbot):
    card = RunCard()
    qtbot.addWidget(card)
    card.show()
    bar = card.findChild(QProgressBar)
    assert not bar.isVisible()
    assert shown(card) == []
    card.set_figures(RunFigures(tokens="48,210", cost="$0.41", spent=0.5))
    assert shown(card) == ["Tokens: 48,210", "Cost: $0.41"]
    assert bar.value() == 50
    for spent, level in ((0.5, ""), (0.8, "near"), (1.3, "over")):
        card.set_figures(RunFigures(spent=spent))
        assert (bar.property("level") or "") == level
    assert bar.value() == 100


def test_enter_presses_the_button_with_the_focus_and_nothing_that_deletes(room, qtbot):
    heard = []
    for kind in ("", "primary", "danger"):
        button = TextButton("Go", kind=kind, parent=room)
        button.clicked.connect(lambda _checked=False, kind=kind: heard.append(kind))
        qtbot.keyClick(button, Qt.Key.Key_Return)
        qtbot.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert heard == ["", "primary"]
    icon = IconButton("copy", "Copy", parent=room)
    icon.clicked.connect(lambda: heard.append("icon"))
    qtbot.keyClick(icon, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    icon.setEnabled(False)
    qtbot.keyClick(icon, Qt.Key.Key_Enter)
    assert heard == ["", "primary", "icon"]


def test_buttons_flow_into_the_next_line(room):
    holder = QWidget(room)
    flow = FlowLayout(spacing=6)
    holder.setLayout(flow)
    labels = [QLabel(f"label number {number}") for number in range(6)]
    for label in labels:
        flow.addWidget(label)
    holder.resize(2_000, 400)
    holder.show()
    assert len({label.y() for label in labels}) == 1
    narrow = labels[0].sizeHint().width() * 2 + 10
    assert flow.heightForWidth(narrow) > 2 * flow.heightForWidth(2_000)
    holder.resize(narrow, 400)
    flow.activate()
    assert len({label.y() for label in labels}) == 3
    labels[0].hide()
    flow.activate()
    assert flow.takeAt(99) is None
    assert flow.itemAt(-1) is None
    assert flow.minimumSize().width() == max(label.sizeHint().width() for label in labels[1:])


def test_a_centred_flow_stands_in_the_middle(room):
    holder = QWidget(room)
    flow = FlowLayout(centred=True)
    holder.setLayout(flow)
    label = QLabel("x")
    flow.addWidget(label)
    holder.resize(400, 50)
    holder.show()
    assert abs(label.geometry().center().x() - 200) < 3


def test_a_long_title_is_shortened_and_whole_in_its_tip(room):
    label = ElidedLabel("A long title that needs room " * 4, look="title")
    label.setParent(room)
    label.show()
    label.setGeometry(0, 0, 120, 30)
    assert label.toolTip() == label.text()
    label.setText("Short")
    assert label.toolTip() == ""
    label.setText("Another long title that needs room")
    assert label.toolTip() == label.text(), "also where its size stays"
    label.resize(4_000, 30)
    assert label.toolTip() == ""
    assert not label.grab().isNull()


def test_what_is_cut_off_around_the_keyboard_is_told_whole(room):
    def beside(text, *, parent, wide=60):
        label = ElidedLabel(text)
        label.setParent(parent)
        label.setGeometry(0, 0, wide, 30)
        label.show()

    near, far = QWidget(room), QWidget(room)
    for part in (near, far):
        part.setGeometry(0, 0, 300, 300)
        part.show()
    long, model = "Should the event log stay in SQLite, or move to a <server>?", "claude-opus-4-5-20251101"
    beside(long, parent=near)
    beside("Short", parent=near, wide=200)
    beside("Another part of the window, which is cut, too", parent=far)
    choice = YieldingButton(model)
    choice.setParent(near)
    choice.setGeometry(0, 40, 40, 30)
    choice.show()
    rows = QListWidget(near)
    rows.addItem("What a row shows of it")
    rows.item(0).setToolTip(tip(f"All of <it>: {long}"))
    rows.show()
    assert set(whole_texts(choice)) == {long, model}
    assert whole_texts(rows)[0] != f"All of <it>: {long}", "no row is chosen"
    rows.setCurrentRow(0)
    assert whole_texts(rows)[0] == f"All of <it>: {long}"
    QApplication.sendEvent(choice, QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), choice.mapToGlobal(QPoint(5, 5))))
    assert model in QToolTip.text(), "the pointer gets it, too"
    about = "Asks what it costs, who pays, and who is not asked"
    row = RowList("Personas")
    row.show_rows([Row(key="a", title="Economist", subtitle=about)])
    list_ = RowsView("Claims")
    list_.show_rows([RowItem(key="a", text=long, note="round 2")])
    row.setParent(room)
    list_.setParent(room)
    told = [view.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole) for view in (row, list_)]
    assert about in told[0]
    assert QTextDocumentFragment.fromHtml(told[1]).toPlainText() == long
    near.resize(0, 0)
    near.hide()
    assert whole_texts(room) == ["Another part of the window, which is cut, too"], "what is not seen is not told"
    show_whole(room)
    assert "which is cut, too" in QToolTip.text()
    far.hide()
    show_whole(room)
    assert "Nothing is cut off here." in QToolTip.text()
    QToolTip.hideText()


def test_titles_of_cards_are_their_names(room):
    card = TitledCard("Run")
    card.setParent(room)
    card.set_title("Run · 2")
    assert card.accessibleName() == "Run · 2"


@pytest.mark.parametrize("width", [400, 600])
def test_a_defence_stands_below_its_attack_where_there_is_little_room_from_the_first_moment(room, width):
    one = AttackRow(
        id="A1",
        title="An endless iterator",
        text="",
        by="Red",
        path="p",
        label=ATTACKS["closed"],
        defence="It refuses it.",
    )
    line = AttackLine(one)
    line.setParent(room)
    line.setGeometry(0, 0, width, 120)
    line.show()
    line.layout().activate()
    title, defence = (
        next(label for label in line.findChildren(QLabel) if label.text() == text) for text in (one.title, one.defence)
    )
    assert (defence.y() > title.y()) is (width == 400)


def test_avatars_and_chips_say_what_they_are(room):
    avatar = Avatar("Critic", "triangle", "#8B5CF6")
    other = Avatar("Analyst", "diamond", "#3B82F6")
    assert (avatar.accessibleName(), other.accessibleName()) == ("Critic", "Analyst")
    assert avatar.grab().toImage() != other.grab().toImage()
    assert Chip("<b>x</b>").textFormat() == Qt.TextFormat.PlainText
    assert chip_width("longer") > chip_width("long")


def test_the_find_bar_finds_counts_and_closes(room, qtbot):
    transcript = Transcript(room)
    transcript.resize(500, 300)
    transcript.set_items(
        [MessageItem(key=str(n), author="A", text=f"needle {n}" if n % 2 else "hay") for n in range(6)]
    )
    transcript.show()
    bar = FindBar(transcript.search, transcript)
    bar.setParent(room)
    transcript.go_to("3")
    bar.open()
    qtbot.keyClicks(bar.field, "needle")
    assert bar.count.text() == "in 3 messages"
    assert transcript.search.key == "3", "the first from where one reads, without another key"
    assert room.focusWidget() is bar.field
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert transcript.search.key == "5"
    bar.next()
    assert transcript.search.key == "1"
    bar.previous()
    assert transcript.search.key == "5"
    bar.field.setText("needle 3")
    assert (bar.count.text(), transcript.search.key) == ("in 1 message", "3")
    bar.field.setText("nothing")
    assert bar.count.text() == "not found"
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not bar.isVisible()
    assert transcript.search.needle == ""


def test_a_file_is_asked_for_at_home_or_where_one_was_chosen_last(room, tmp_path):
    """The program may have been started in a folder that is nobody's."""
    taken = []
    ask_place(room, "Save", "one.md", taken.append)
    (dialog,) = room.findChildren(QFileDialog)
    assert dialog.directory().absolutePath() != str(Path.cwd())
    dialog.filesSelected.emit([str(tmp_path / "one.md")])
    dialog.reject()
    assert taken == [tmp_path / "one.md"]
    ask_place(room, "Save", "two.md", taken.append)
    again = room.findChildren(QFileDialog)[-1]
    assert again.directory().absolutePath() == str(tmp_path)
    asking = {
        file.name for file in Path(gui.__file__).parent.rglob("*.py") if "QFileDialog(" in file.read_text("utf-8")
    }
    assert asking == {"inputs.py"}, "everything that asks for a file asks so"
    again.reject()


def test_a_name_of_two_words_has_two_lines_in_the_head_of_the_ledger(qtbot):
    tree = LedgerTree()
    qtbot.addWidget(tree)
    tree.resize(300, 200)
    people = [Participant(seat=f"s{number}", name=name) for number, name in enumerate(("Traffic planner", "Cyclist"))]
    tree.show_ledger(people[1:], ())
    low = tree.header().height()
    tree.show_ledger(people, ())
    tree.header().resizeSection(1, 64)
    assert tree.header().height() > low
    tree.header().resizeSection(1, 300)
    assert tree.header().height() == low
    tree.show_ledger([Participant(seat="s1", name="Cost-counting economist"), *people], ())
    tree.header().resizeSection(1, 70)
    assert tree.header().height() == low + 2 * ANOTHER, "a name is broken at its hyphen, too"
    tree.resize(300, 200)
    tree.show()
    tree.show_ledger([Participant(seat=f"s{number}", name=f"Councillor {number}") for number in range(4)], ())
    assert tree.header().length() <= tree.viewport().width(), "the fourth of them is not cut off"
    assert tree.header().height() == low + ANOTHER, "and each is named whole"
    cells = (*(Cell(hold="holds"),) * 4, Cell())
    claim = ClaimItem(key="P1", text="A claim.", cells=cells)
    aspect = AspectItem(name="", cells=(AspectCell(),) * 5, claims=(claim,))
    five = [Participant(seat=f"s{number}", name=f"Councillor {number}") for number in range(4)]
    tree.show_ledger([*five, Participant(seat="chair", name="Chair")], (aspect,))
    assert [tree.isColumnHidden(column) for column in range(6)] == [False] * 5 + [True], "who says nothing gives way"
    tree.resize(500, 200)
    assert not tree.isColumnHidden(5)


def test_of_more_participants_than_columns_have_room_for_each_claim_says_below_it_who_says_what(qtbot):
    def height():
        qtbot.wait(20)
        return tree.visualRect(tree.ledger.index(0, 0)).height()

    tree = LedgerTree()
    qtbot.addWidget(tree)
    tree.resize(320, 300)
    tree.show()
    names = [f"Councillor {number}" for number in range(12)]
    cells = [Cell(hold="disputes"), *(Cell(hold="holds") for _ in names[2:]), Cell()]
    claim = ClaimItem(key="P1", text="A claim.", cells=tuple(cells))
    aspect = AspectItem(name="", cells=(AspectCell(),) * 12, claims=(claim,))
    people = [Participant(seat=f"s{number}", name=name) for number, name in enumerate(names)]
    tree.show_ledger(people, (aspect,))
    assert tree.horizontalScrollBar().maximum() == 0
    assert all(tree.isColumnHidden(column) for column in range(1, 13))
    row, lines = tree.ledger.index(0, 0), height()
    spoken = row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith(f"disputes: Councillor 0. holds: {', '.join(names[1:11])}. nothing recorded: Councillor 11")
    assert "disputes: Councillor 0" in row.data(Qt.ItemDataRole.ToolTipRole)
    tree.setCurrentIndex(row)
    tree.resize(900, 300)
    assert not any(tree.isColumnHidden(column) for column in range(13)), "there is room for them now"
    assert height() < lines
    assert spoken.startswith(row.data(Qt.ItemDataRole.AccessibleTextRole))


def test_who_debates_is_said_as_long_as_there_is_room_and_whole_in_the_tip(room):
    label = FittingLabel()
    label.setParent(room)
    label.show()
    label.resize(400, 20)
    forms = ["Dual debate: Analyst · Critic (one model)", "Dual debate: 2 participants", "Dual debate"]
    label.set_forms(forms)
    assert (label.text(), label.toolTip()) == (forms[0], "")
    for form in forms[1:]:
        label.resize(label.fontMetrics().horizontalAdvance(form) + 2, 20)
        assert (label.text(), label.toolTip(), label.accessibleName()) == (form, forms[0], forms[0])


def test_a_model_of_all_is_named_once():
    seats = {id: Seat(id=id, part=id, name=id.title(), model="openai:gpt-5.2") for id in ("ada", "ben")}
    whole, names, many, *_ = phrases.who_debates(replace(debate_of("ada", "ben"), seats=seats))
    assert whole.endswith(": Ada · Ben (gpt-5.2)")
    assert names.endswith(": Ada · Ben")
    assert many.endswith(": 2 participants")
    seats["ben"] = replace(seats["ben"], model="anthropic:opus")
    assert phrases.who_debates(replace(debate_of("ada", "ben"), seats=seats))[0].endswith(
        ": Ada (gpt-5.2) · Ben (opus)"
    )


def test_rows_of_the_ledger_are_as_high_as_their_words_after_names_took_another_width(qtbot):
    def ledger(name):
        cells = (Cell(hold="holds"),)
        claim = ClaimItem(key="P1", text="A claim of some length. " * 6, cells=cells)
        aspect = AspectItem(name="What it costs over twenty years", cells=(AspectCell(),), claims=(claim,))
        other = AspectItem(name="Else", cells=(AspectCell(),))
        tree.show_ledger([Participant(seat="s", name=name)], (aspect, other))
        qtbot.wait(20)
        return [
            tree.visualRect(tree.ledger.index(0, 0)).height(),
            tree.sizeHintForIndex(tree.ledger.index(0, 0)).height(),
        ]

    tree = LedgerTree()
    qtbot.addWidget(tree)
    tree.resize(264, 300)
    tree.show()
    short, needed = ledger("Ada")
    assert short == needed
    tall, needed = ledger("Paediatrician")
    assert tall == needed > short


def test_what_needs_the_person_is_no_wider_for_a_long_name(qapp):
    def width(title):
        row = NeedRow(Need(debate="d", title=title, kind="gate", what="May it begin?", since=0.0), "26 min left")
        row.ensurePolished()
        return row.minimumSizeHint().width()

    long = "Add stop_after_failures_within(count_of_failed_attempts) to src/tenacity/stop.py"
    assert width(long) < 220, "the sidebar is that wide"


def test_a_fault_that_needs_the_person_pushes_no_debate_out_of_sight_and_is_whole_in_tip_and_name(qapp):
    def row(what):
        return NeedRow(Need(debate="d", title="Move or stay?", kind="failure", what=what, since=0.0), "")

    fault = "Critic failed: LM Studio could not be reached at http://127.0.0.1:1234/v1. " * 4
    short, long = row("Critic failed."), row(fault)
    for each in (short, long):
        each.ensurePolished()
    assert long.heightForWidth(220) < 3 * short.heightForWidth(220)
    assert fault.strip() in long.toolTip()
    assert fault.strip() in long.accessibleName()
    assert short.toolTip() == "Move or stay?"


def test_a_note_that_has_no_room_beside_the_state_of_a_statement_stands_below_it(qtbot):
    who = Participant(seat="s", name="Ada")
    items = [
        PointItem(key=str(number), text="It is so.", label=label, author=who, note="by argument, round 2, reworded")
        for number, label in enumerate((POINTS["agreed"], FORMERLY))
    ]
    card = PointsCard()
    qtbot.addWidget(card)
    card.resize(340, 400)
    card.show()
    card.set_points(items)
    (view,) = card.findChildren(PointsView)
    beside, below = (view.sizeHintForIndex(view.model().index(row, 0)).height() for row in range(2))
    assert below > beside


def test_a_path_may_go_on_in_the_next_line_and_a_figure_may_not():
    assert breakable("src/a_b.py at 4.0 bar (1.5)").split("\u200b") == ["src/", "a_", "b.", "py at 4.0 bar (", "1.5)"]
