"""What the window is made of arrives without stopping it."""

import asyncio

from disputatio.faces.gui.shell import process


def test_others_have_their_turn_between_two_pieces():
    turns = 0

    async def other():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def both():
        task = asyncio.create_task(other())
        module = await process.arrive()
        task.cancel()
        return module

    assert hasattr(asyncio.run(both()), "ScreenFactory")
    assert turns >= len(process.PIECES)
