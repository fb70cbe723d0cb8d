"""Every option of a format that has no field of its own: phases, who hears whom, thresholds, caps. What a field is
comes from the value that it has, so the options of a person's own formats are here as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from disputatio.debate.decide.options import CHOICES, PHASES, bounds, reads
from disputatio.debate.format import Format
from disputatio.debate.hooks import OPTION as HOOKS
from disputatio.debate.ranges import blocks
from disputatio.debate.values import OptionValue
from disputatio.debate.views.ballot_lines import RULE_NAMES
from disputatio.debate.views.labels import RULES
from disputatio.debate.wording import Words, tr
from disputatio.faces.gui.kit.inputs import DecimalBox, DropDown, LineField, NumberBox
from disputatio.faces.gui.kit.labels import caption
from disputatio.faces.gui.kit.layouts import FlowLayout

if TYPE_CHECKING:
    from disputatio.debate.log.events import DebateOpened

ELSEWHERE: Final = frozenset(
    {"rounds", "max_cost", "effort", "auto_continue", "tools", "aspects", "release", "gates", *RULES}
)
"""Options that have a place of their own."""
TITLES: Final = {
    "threshold": tr("Consensus threshold, in percent"),
    "tolerance": tr("Figures count as equal within"),
    "topology": tr("Who hears whom"),
    "planning": tr("Order of planning"),
    "complexity": tr("How complex the task is"),
    "rubric": tr("What reviewers score"),
    "evolvement": tr("Self-evolvement"),
    "cases": tr("Generate more test cases"),
    "reflexion": tr("Fix failing programs"),
    "keep": tr("Messages kept word for word"),
    "condense": tr("Condense after this many messages"),
    "max_tokens": tr("Maximum tokens"),
    "max_turns": tr("Maximum turns"),
    "max_minutes": tr("Maximum minutes"),
    "branch": tr("Commit to a branch of its own"),
    HOOKS: tr("Check proposals"),
    "minirounds": tr("Rounds per aspect"),
    "vote": tr("How votes are counted"),
    "verdict": tr("How arguments are weighed"),
    "choices": tr("What is voted on"),
    "lessons": tr("Lessons from failing programs"),
}
WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "planning": Words({"adaptive": "Adaptive", "cpde": "One plans for all (CPDE)", "dpde": "Each plans a part (DPDE)"}),
    "topology": Words({"mesh": "Mesh", "star": "Star", "chain": "Chain", "tree": "Tree"}),
    "complexity": Words({"estimated": "Estimated by a planner", "complex": "Complex", "simple": "Simple"}),
    "vote": Words({"fitting": "By the number of voters"}),
    "lessons": Words({"context": "Of the same context", "everywhere": "Of all debates", "off": "None"}),
    "verdict": Words(
        {
            "confidence": "Confidence",
            "evidence": "Evidence",
            "majority": "Majority",
            "argumentation": "Argumentation",
            "df-quad": "DF-QuAD",
        }
    ),
}
"""What the values of an option are called, where they are a few words."""
LINES, BY_HAND = "lines", "by-hand"
NO_COMMANDS: Final = tr(
    "Run the project's commands on each proposal. If it has none (Settings › Checks), programs are run with their "
    "own tests."
)
NO_CAP: Final = tr("no cap")
BETWEEN: Final = "; "
"""What stands between the texts of an option that is a list."""
LARGEST: Final = 2_000_000_000
LIST: Final = 360
"""Pixels of a field with a list of texts."""
WIDEST: Final = 430
"""Pixels of a label with its field."""


def title_of(name: str, value: OptionValue = None) -> str:
    """Return what people call an option; a threshold that is no percentage is one of confidence."""
    if name == "threshold" and isinstance(value, float):
        return tr("Sufficient confidence")
    return TITLES.get(name) or tr(name.replace("_", " ").replace("-", " ").capitalize())


def _called(name: str, value: str) -> str:
    """Return what a value of an option is called."""
    return WORDS.get(name, {}).get(value) or RULE_NAMES.get(value) or tr(value.capitalize())


class MoreOptions(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, QWidget] = {}
        self._form: tuple[str, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._filling = False

    def fill(self, opened: DebateOpened) -> None:
        """Show the options of a debate that would be started, as far as they mean something to its format."""
        found = {name: kind for name, value in opened.options.items() if (kind := _kind(opened, name, value))}
        form = (opened.format.name, *(f"{name}:{kind}" for name, kind in found.items()))
        self._filling = True
        if form != self._form:
            self._form = form
            self._build(opened.format, {name: opened.options[name] for name in found})
        for name, field in self.fields.items():
            _show(field, opened.options[name])
            if name == HOOKS:
                _tell_commands(field, opened.options[name])
        self._filling = False
        self.setVisible(bool(self.fields))

    def chosen_options(self) -> dict[str, OptionValue]:
        """Return all of them as options of a debate."""
        return {name: _value(name, field) for name, field in self.fields.items()}

    def _build(self, format: Format, options: Mapping[str, OptionValue]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {name: self._field(format, name, value) for name, value in options.items()}
        rows: dict[str, list[QWidget]] = {"phases": [], "switches": [], "fields": []}
        for name, field in self.fields.items():
            switch = isinstance(field, QCheckBox)
            where = "fields" if not switch else "phases" if name in PHASES.values() else "switches"
            rows[where].append(field if switch else _beside(title_of(name, options[name]), field))
        if rows["phases"]:
            self._column.addWidget(caption(tr("Phases"), "section"))
        for widgets in filter(None, rows.values()):
            row, holder = FlowLayout(spacing=(16, 8)), QWidget()
            holder.setLayout(row)
            for widget in widgets:
                row.addWidget(widget)
            _align(holder)
            self._column.addWidget(holder)

    def _field(self, format: Format, name: str, value: OptionValue) -> QWidget:
        field: QWidget
        if isinstance(value, bool) or name == HOOKS:
            field = box = QCheckBox(title_of(name).replace("&", "&&"))
            box.clicked.connect(lambda _: box.setProperty(BY_HAND, True))
            box.toggled.connect(self._tell)
        elif isinstance(value, str):
            field = combo = DropDown()
            for each in _choices(format, name):
                combo.addItem(_called(name, each), each)
            combo.currentIndexChanged.connect(self._tell)
        elif isinstance(value, list):
            field = texts = LineField()
            texts.setMinimumWidth(LIST)
            texts.setToolTip(tr("Separate them with semicolons."))
            texts.textEdited.connect(self._tell)
        elif isinstance(value, float) and not name.startswith("max_"):
            field = decimal = DecimalBox()
            decimal.setRange(0, 1 if 0 <= value <= 1 else LARGEST)
            decimal.setSingleStep(0.05 if 0 <= value <= 1 else 1)
            decimal.valueChanged.connect(self._tell)
        else:
            field = number = NumberBox()
            number.setRange(0, LARGEST)
            number.setGroupSeparatorShown(True)
            if name.startswith("max_"):
                number.setSpecialValueText(NO_CAP)
            number.valueChanged.connect(self._tell)
        field.setAccessibleName(title_of(name, value))
        return field

    def _tell(self) -> None:
        if not self._filling:
            self.changed.emit()


def _kind(opened: DebateOpened, name: str, value: OptionValue) -> str:
    """Return what kind of field an option has here; "" for none."""
    format = opened.format
    if name in ELSEWHERE or name in bounds(format.body) or not reads(format, name):
        return ""
    if name == "branch" and opened.context.kind != "repository":
        return ""
    if isinstance(value, str):
        return "word" if len(_choices(format, name)) > 1 else ""
    return "bool" if name == HOOKS else type(value).__name__


def _choices(format: Format, name: str) -> tuple[str, ...]:
    """Return the words that an option can be: those known to the rules, or those that steps of the format ask for."""
    if name in CHOICES:
        return CHOICES[name]
    asked = (condition.split() for block in blocks(format.body) for condition in (*block.when, *block.unless))
    return tuple(dict.fromkeys(words[2] for words in asked if words[:2] == ["is", name] and len(words) > 2))


def _show(field: QWidget, value: OptionValue) -> None:
    if isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, QComboBox):
        field.setCurrentIndex(max(0, field.findData(value)))
    elif isinstance(field, QLineEdit) and not field.hasFocus():
        field.setText(BETWEEN.join(value) if isinstance(value, list) else "")
        field.setCursorPosition(0)  # one reads a list from its beginning
    elif isinstance(field, NumberBox):
        field.setValue(int(value) if isinstance(value, (int, float)) else 0)
    elif isinstance(field, DecimalBox):
        field.setValue(float(value) if isinstance(value, (int, float)) else 0.0)


def _tell_commands(field: QWidget, value: OptionValue) -> None:
    """Say which commands a debate would run; those that a configuration names stay what they are, and whoever ticks the
    box wants those of the project, whatever they are by then."""
    lines = value if isinstance(value, list) else []
    field.setProperty(LINES, [] if field.property(BY_HAND) else lines)
    field.setToolTip("\n".join(lines) or NO_COMMANDS)


def _value(name: str, field: QWidget) -> OptionValue:
    if isinstance(field, QCheckBox):
        listed = field.property(LINES) if name == HOOKS else None
        return field.isChecked() and (listed or True)
    if isinstance(field, QComboBox):
        return str(field.currentData())
    if isinstance(field, QLineEdit):
        return [each for part in field.text().split(BETWEEN.strip()) if (each := " ".join(part.split()))]
    assert isinstance(field, (NumberBox, DecimalBox)), "there are no other fields"
    return (field.value() or None) if name.startswith("max_") else field.value()


def _align(holder: QWidget) -> None:
    """Let fields stand below one another, whatever their labels say."""
    labels = [label for label in holder.findChildren(QLabel) if label.buddy() is not None]
    for label in labels:
        label.setMinimumWidth(max(each.sizeHint().width() for each in labels))
    numbers = [field for label in labels if isinstance(field := label.buddy(), (NumberBox, DecimalBox))]
    for field in numbers:
        field.setMinimumWidth(max(each.sizeHint().width() for each in numbers))
    pairs = [pair for label in labels if (pair := label.parentWidget()) is not None]
    widest = max((pair.sizeHint().width() for pair in pairs), default=0)
    for pair in pairs:
        pair.setMinimumWidth(min(widest, WIDEST))


def _beside(title: str, field: QWidget) -> QWidget:
    label = QLabel(title)
    label.setBuddy(field)
    pair = QWidget()
    line = FlowLayout(spacing=8)
    pair.setLayout(line)
    line.addWidget(label)
    line.addWidget(field)
    return pair
