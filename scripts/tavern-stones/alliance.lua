-- Once in a hand, on their turn, players may propose an alliance to another. Two who have proposed it to each other are allied to the end of
-- the match: when one of them wins, so does the other.
local house = {}

house.memory = {
    -- To whom each player has proposed last, and in which hand.
    asks = { each = "seat", min = -1, max = 4, start = -1 },
    asked_in = { each = "seat", max = 500 },
    -- With whom each player is allied: -1 is nobody.
    ally = { each = "seat", min = -1, max = 4, start = -1 },
}

local propose = {
    label = "Propose an alliance",
    tip = "When you both have proposed it, you win together.",
    targets = "seats",
}

function propose.when(ctx)
    local me, other = ctx.seat, ctx.target
    -- The player who answers an offer decides too, but it is not their turn.
    local my_turn = ctx.mover == me and ctx.asked_in[me] < ctx.hand
    return my_turn and me ~= other and ctx.ally[me] == -1 and ctx.ally[other] == -1
end

function propose.play(ctx, effects)
    local me, other = ctx.seat, ctx.target
    effects.remember("asked_in", me, ctx.hand)
    effects.remember("asks", me, other)
    if ctx.asks[other] == me then
        effects.remember("ally", me, other)
        effects.remember("ally", other, me)
        effects.say("{player} and {other} are allied.", me, other)
    end
end

house.actions = { propose = propose }

function house.wins(ctx, wins)
    local ally = ctx.ally[ctx.seat]
    return wins or (ally >= 0 and ctx.coins[ally] == ctx.best)
end

house.tests = {
    {
        name = "nobody is an ally of their own",
        seed = 1,
        expect = { illegal = "Propose an alliance: South" },
    },
}

return house
