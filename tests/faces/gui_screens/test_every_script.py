"""Other scripts, emoji and formulas in the real window: written with an input method, listed, found, exported, seen."""

import asyncio
import os

import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from disputatio.faces.gui.kit import theme
from disputatio.faces.gui.transcript.formulas import PICTURE

QUESTION = "日志应该留在 SQLite 里吗？🙂"
FORMULAS = r"""Is this the right prior for $5 a call?

$$
P(H \mid D) = \frac{P(D \mid H)\,P(H)}{\sum_i P(D \mid H_i)\,P(H_i)}
$$

With \(\lambda \geq 0\) and $x_{i+1} = x_i - \eta \nabla f(x_i)$ in a line, and `$code$` as it was."""


def compose(widget, preedit="", commit=""):
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(widget, event)


async def test_a_question_is_written_with_an_input_method_listed_found_and_exported(loop, opened):
    async with opened() as gui:
        await gui.converse(QUESTION)
        await gui.rested()
        asked = "\n".join(card.body.document().toPlainText() for card in gui.pane.transcript.live_cards().values())
        assert QUESTION in asked
        composer, turns = gui.pane.speaking.composer, len(gui.pane.live.history)
        compose(composer.text, "けっか")
        QTest.keyClick(composer.text, Qt.Key.Key_Return)
        assert len(gui.pane.live.history) == turns
        compose(composer.text, commit="結果は？")
        assert composer.draft() == "結果は？"
        field = gui.window.sidebar.field
        compose(field, "さ")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert field.text() == ""
        compose(field, commit="留")
        assert field.text() == "留"
        for words in ("日志应该", "留", "🙂", "SQLite 里吗"):
            assert await gui.app.search.find(words), words


@pytest.mark.may_block("the style sheet of the other theme names its icons")
async def test_formulas_stand_in_the_window_in_both_themes(loop, opened, qapp):
    async with opened() as gui:
        await gui.converse(FORMULAS)
        await gui.rested()
        transcript = gui.pane.transcript
        question = transcript.store[0].key

        def card():
            return transcript.live_cards()[question]

        def shown():
            # Only cards in sight are kept, and a narrower window may have left the question above.
            transcript.go_to(question)
            return question in transcript.live_cards() and drawn(card()) == 3

        for name, scheme in (("dark", Qt.ColorScheme.Dark), ("light", Qt.ColorScheme.Light)):
            qapp.styleHints().colorSchemeChanged.emit(scheme)
            assert theme.current().name == name
            for wide, tall in ((1480, 920), (1000, 700)):
                gui.window.resize(wide, tall)
                await gui.rested()
                await gui.until(shown)
                document = card().body.document()
                await gui.until(lambda: card().height() > card().body.document().size().height())
                assert document.toPlainText().count(PICTURE) == 3
                if folder := os.environ.get("PICTURES"):
                    await asyncio.sleep(0.5)
                    gui.window.grab().save(f"{folder}/formulas-{name}-{wide}.png")


def drawn(card):
    """How many formulas of a card are pictures."""
    document, found = card.body.document(), 0
    for place in range(document.characterCount()):
        if document.characterAt(place) == PICTURE:
            cursor = QTextCursor(document)
            cursor.setPosition(place + 1)
            shown = document.documentLayout().handlerForObject(cursor.charFormat().objectType())
            found += shown.intrinsicSize(document, place, cursor.charFormat()).width() > 0
    return found


async def test_nothing_moves_in_a_debate(loop, opened):
    async with opened() as gui:
        await gui.converse("Does anything move?")
        await gui.rested()
        gui.window.sidebar.field.setText("words")
        fading = [each for each in gui.window.findChildren(QAbstractAnimation) if each.state().name == "Running"]
        assert fading == []
