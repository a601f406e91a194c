-- The player who has stones of one kind only may end the hand on their turn.
local house = {}

local close = {
    label = "Close the hand",
    tip = "All your stones are alike: the hand is counted now.",
}

function close.when(ctx)
    return ctx.mover == ctx.seat and ctx.alike[ctx.seat] == ctx.stones_each
end

function close.play(ctx, effects)
    effects.end_hand()
end

house.actions = { close = close }

house.tests = {
    { name = "not with stones of several kinds", seed = 1, expect = { illegal = "Close the hand" } },
}

return house
