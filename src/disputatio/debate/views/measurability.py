"""Whether agreement can be measured in a debate, what counts as consensus there, and what it is worth: by its format,
its options and its models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from disputatio.debate.format import MESSAGES, Format
from disputatio.debate.ids import step_of
from disputatio.debate.log.seats import CLIPBOARD, SERVICES
from disputatio.debate.log.state import Debate
from disputatio.debate.ranges import blocks
from disputatio.debate.values import OptionValue
from disputatio.debate.views.labels import NO_AI, REPLAY
from disputatio.debate.wording import tr


def records_statements(format: Format) -> bool:
    """Return whether some step records statements, so that there is something to agree on."""
    return any(block.gives in ("assessment", "points", "ledger") for block in blocks(format.body))


def read_one_another(debate: Debate) -> bool:
    """Return whether participants are ever shown what others said, and not figures alone, before the result is written.
    Who ranks answers replies to them, where that is recorded and was not skipped."""
    asked = [block for block in blocks(debate.format.body) if block.ask and block.ask not in SERVICES]
    spoken = [block for block in asked if block.gives in MESSAGES and block.gives != "synthesis"]
    seen = {view for block in spoken for view in block.sees or ("all",)}
    if not seen or any(not view.startswith(("nothing", "own", "figure statistics")) for view in seen):
        return True
    recorded = any("rankings" in block.sees for block in blocks(debate.format.body))
    ranks = {block.name for block in asked if block.gives == "ranking"}
    return recorded and (not debate.over or any(step_of(path) in ranks for path in debate.replies))


def threshold(options: Mapping[str, OptionValue]) -> float:
    """Return the share of agreed points that counts as consensus."""
    found = options.get("threshold")
    return found / 100 if isinstance(found, int) and not isinstance(found, bool) else 0.85


def ends_at_consensus(debate: Debate) -> bool:
    """Return whether a loop of the format ends where the threshold is reached."""
    return any(until.startswith("consensus") for step in blocks(debate.format.body) for until in step.until)


def similar_models(debate: Debate) -> str:
    """Return a warning when all participants are one model: their agreement is worth little (SPEC FORMAT.2). In a
    rehearsal nobody thinks, and there is nothing to warn of; nor where the person does not want to be warned."""
    models = [seat.model for seat in debate.seats.values() if seat.taken and not seat.human]
    if not alike(models, debate.options):
        return ""
    if debate.context.example:
        return tr("All participants were one {models}: models that think alike agree easily.").format(
            models=tr(models[0].removeprefix(REPLAY))
        )
    return tr("All participants use {models}: models that think alike agree easily. Mix providers.").format(
        models=chat_or_model(models[0])
    )


def alike(models: Sequence[str], options: Mapping[str, OptionValue]) -> bool:
    """Return whether a person is to be warned that these are several seats of one model."""
    one = len(models) > 1 and len(set(models)) == 1 and not models[0].startswith(NO_AI)
    return one and bool(options.get("diversity", True))


def chat_or_model(model: str) -> str:
    """Return what answers: a model by its id, a chat that a person copies from by its name."""
    chat = model.removeprefix(CLIPBOARD)
    return model if chat == model else tr("the chat “{chat}”").format(chat=chat)
