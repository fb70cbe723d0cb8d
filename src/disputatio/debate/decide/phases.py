"""The phases of the eight-phase protocol, and which of them make sense together (SPEC PHASE.1)."""

from __future__ import annotations

from collections.abc import Mapping

from disputatio.debate.values import OptionValue

PHASES = {
    "dehallucination": "dehallucination",
    "self-evolvement": "evolvement",
    "proposal": "proposal",
    "critique": "critique",
    "review": "review",
    "optimization": "optimization",
    "adversarial": "adversarial",
    "convergence": "convergence",
}
"""Each phase, in their order, with the option that switches it."""
PROPOSAL = "proposal"
LATER = ("critique", "review", "optimization", "adversarial", "convergence")
"""Phases that work on proposals."""


def senseless(options: Mapping[str, OptionValue], *, proposed: bool = False) -> tuple[str, str] | None:
    """Return why the phases that are on make no sense together, and the remedy; None where they do, or where there are
    none. `proposed`: there is a proposal already."""
    if not set(PHASES.values()) <= options.keys():
        return None
    on = [phase for phase, option in PHASES.items() if options[option]]
    if not on:
        return "All phases are off, so nothing would happen.", f"Leave one on: {', '.join(PHASES)}."
    idle = [phase for phase in LATER if phase in on]
    if idle and not proposed and PROPOSAL not in on:
        what = (
            f"Without a proposal, there is nothing for {' and '.join(filter(None, (', '.join(idle[:-1]), idle[-1])))}."
        )
        return what, f"Leave the phase {PROPOSAL} on, or switch the later ones off, too."
    return None
