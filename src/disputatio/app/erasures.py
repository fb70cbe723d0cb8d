"""Deleting parts for good: what would be erased is said first, by every face in the same words; then exactly that goes
(SPEC MEMORY.5)."""

from __future__ import annotations

from disputatio.app.application import Application
from disputatio.app.debates.branches import BranchView
from disputatio.debate.values import value
from disputatio.debate.wording import plural, tr
from disputatio.library.corpus import Source
from disputatio.library.persona import Persona
from disputatio.library.workspace import Note


@value
class Erasure:
    """What would be erased for good: `refs` are its ids, `means` what else comes of it, a sentence each. `insights`:
    how many were learnt from it; they stay unless a person says otherwise."""

    what: str
    refs: tuple[str, ...]
    means: tuple[str, ...] = ()
    insights: int = 0
    verb: str = "Delete"

    @property
    def question(self) -> str:
        return tr("{verb} {what} for good?").format(verb=self.verb, what=self.what)

    @property
    def choice(self) -> str:
        """What can be chosen along with it; "" where there is nothing to choose."""
        return tr("Forget {learnt}, too").format(learnt=_learnt(self.insights)) if self.insights else ""


def _learnt(insights: int) -> str:
    return (
        tr("the insight learnt from it")
        if insights == 1
        else tr("the {insights} insights learnt from it").format(insights=insights)
    )


async def of_debates(app: Application) -> Erasure:
    """Return what emptying the bin of debates would erase. One that some process still drives is left there."""
    driven = await app.sessions.driven_debates()
    binned = await app.catalogue.all(deleted=True)
    running = [entry for entry in binned if entry.status == "running" and entry.id in driven]
    ids = tuple(entry.id for entry in binned if entry not in running)
    insights = sum([len(await app.insights.of_debate(id)) for id in ids])
    notes = sum(note.debate in ids for note in await app.library.all(Note))
    logs, them = (tr("Its log is"), "it") if len(ids) == 1 else (tr("Their logs are"), "them")
    means = [
        tr("{logs} erased, with everything that was said and sent in {them}. You cannot undo this.").format(
            logs=logs, them=them
        )
    ]
    if insights:
        means.append(
            plural(
                "{count} insight learnt from {them} will be kept, unless you choose otherwise.",
                "{count} insights learnt from {them} will be kept, unless you choose otherwise.",
                insights,
            ).format(them=them)
        )
    if notes:
        means.append(
            plural(
                "{count} note made from {them} will be kept, without a link to the debate.",
                "{count} notes made from {them} will be kept, without a link to the debate.",
                notes,
            ).format(them=them)
        )
    if running:
        means.append(
            plural(
                "{count} debate still running in another process will stay in the bin.",
                "{count} debates still running in another process will stay in the bin.",
                len(running),
            )
        )
    return Erasure(
        what=plural("{count} debate", "{count} debates", len(ids)), refs=ids, means=tuple(means), insights=insights
    )


async def erase_debates(app: Application, erasure: Erasure, *, insights: bool = False) -> int:
    """Erase what was asked about, and nothing that came into the bin since; returns how many debates."""
    return len(await app.catalogue.purge(erasure.refs, insights=insights))


async def of_library(app: Application) -> Erasure:
    """Return what emptying the bin of the library would erase."""
    binned = await app.library.bin()
    things = sum(len(each.items) for each in binned)
    personas = sum(isinstance(item, Persona) for each in binned for item in each.items)
    means = [tr("You cannot undo this.")]
    if personas:
        means.append(
            plural(
                "The corpora of {count} persona are erased too.",
                "The corpora of {count} personas are erased too.",
                personas,
            )
        )
    refs = tuple(each.id for each in binned)
    return Erasure(
        what=plural("{count} thing from the bin of the library", "{count} things from the bin of the library", things),
        refs=refs,
        means=tuple(means),
    )


async def erase_library(app: Application, erasure: Erasure) -> int:
    """Erase what was asked about; returns how many deletions."""
    return await app.library.purge(erasure.refs)


async def of_repository(app: Application, path: str) -> Erasure:
    """Return what forgetting a repository would erase. Its debates stay, and so does the repository, unless it is a
    copy that was fetched into the data folder."""
    means = [tr("Its index, vectors and summaries are erased. Making them again may cost money.")]
    if app.repositories.is_clone(path):
        means.append(tr("The copy in the data folder is erased too. Its debates stay as they are."))
    else:
        means.append(tr("The repository itself and its debates stay as they are."))
    return Erasure(what=tr("the data kept about {path}").format(path=path), refs=(path,), means=tuple(means))


async def of_vectors(app: Application) -> Erasure:
    """Return what forgetting the vectors of embedding models that are not in use any more would erase."""
    found = await app.memory.status()
    unused = sum(count for space, count in found.spaces if not space.name.startswith(f"{found.model}@"))
    means = (
        tr(
            "The texts themselves stay. To use one of those models again, you will have to pay for embedding them "
            "again."
        ),
    )
    what = plural(
        "{count} vector of models that are not in use", "{count} vectors of models that are not in use", unused
    )
    return Erasure(what=what, refs=("unused",) if unused else (), means=means)


def of_branch(branch: BranchView) -> Erasure:
    """Return what deleting the branch of a debate would erase."""
    what = plural("{branch} with {count} commit", "{branch} with {count} commits", len(branch.log)).format(
        branch=branch.name
    )
    means = (
        tr(
            "It will be deleted from {repository}. No new branch is made unless you ask, and the debate stays as it is."
        ).format(repository=branch.repository),
    )
    return Erasure(what=what, refs=(branch.name,), means=means)


def of_source(persona: Persona, source: Source) -> Erasure:
    """Return what taking a source out of a corpus would erase."""
    means = (tr("{persona} will no longer quote it. Quotations in past debates stay.").format(persona=persona.name),)
    return Erasure(
        what=tr("“{source}” from the corpus").format(source=source.name),
        refs=(source.id,),
        means=means,
        verb=tr("Remove"),
    )


def of_key(provider: str) -> Erasure:
    """Return what forgetting a key would erase."""
    means = (tr("It will be removed from the keyring. To use the provider again, you will need the key again."),)
    return Erasure(what=tr("the key of {provider}").format(provider=provider), refs=(provider,), means=means)
