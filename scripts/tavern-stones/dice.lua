-- Once in a hand, on their turn, players may throw a die for 10 coins: a five or a six brings 30.
local house = {}

house.memory = {
    -- The hand in which each player has thrown it last.
    thrown_in = { each = "seat" },
}

house.rolls = {
    die = {
        each = "seat",
        sides = 6,
        label = "Die",
        rolled = function(ctx, effects)
            if ctx.value >= 5 then
                effects.points(ctx.seat, 30)
            end
        end,
    },
}

local throw = {
    label = "Throw a die, for 10 coins",
    tip = "Once in a hand: a five or a six brings 30 coins.",
    log = "throws a die for 10 coins",
}

function throw.when(ctx)
    local me = ctx.seat
    -- The player who answers an offer decides too, but it is not their turn.
    return ctx.mover == me and ctx.thrown_in[me] < ctx.hand and ctx.coins[me] >= 10
end

function throw.play(ctx, effects)
    effects.remember("thrown_in", ctx.seat, ctx.hand)
    effects.points(ctx.seat, -10)
    effects.roll("die", ctx.seat)
end

house.actions = { throw = throw }

house.tests = {
    {
        name = "only once in a hand",
        knobs = { starting_coins = { 175, 175, 175, 175, 175 } },
        actions = { "Throw a die, for 10 coins" },
        expect = { illegal = "Throw a die, for 10 coins" },
    },
}

return house
