-- Once in a match, on their turn and not in the last three turns of a hand, players may swap their whole board with another's, whom they pay
-- 30 coins.
local house = {}

house.memory = {
    has_swapped = { each = "seat", max = 1 },
}

local swap = {
    label = "Swap boards, for 30 coins",
    tip = "Once in a match: all your stones for all of theirs.",
    targets = "seats",
}

function swap.when(ctx)
    local me = ctx.seat
    -- The player who answers an offer decides too, but it is not their turn.
    local my_turn = ctx.mover == me and ctx.turns_left > 3
    return my_turn and me ~= ctx.target and ctx.has_swapped[me] == 0 and ctx.coins[me] >= 30
end

function swap.play(ctx, effects)
    effects.give_coins(ctx.seat, ctx.target, 30)
    effects.swap_boards(ctx.seat, ctx.target)
    effects.remember("has_swapped", ctx.seat, 1)
end

house.actions = { swap = swap }

house.tests = {
    {
        name = "only once in a match",
        seed = 1,
        actions = { "Swap boards, for 30 coins: North" },
        expect = { illegal = "Swap boards, for 30 coins: North" },
    },
}

return house
