-- The lucky dip: once in a hand, on their turn, players may pay 10 coins and exchange a stone in front of them for one drawn from the bag.
local house = {}

house.knobs = knobs {
    price = { 10, min = 0, max = 1000, doc = "Coins that it costs." },
}

house.memory = {
    -- The hand in which each player has dipped last.
    dipped_in = { each = "seat" },
}

local dip = {
    label = "Exchange a stone with the bag",
    tip = "Once in a hand, for coins: a stone drawn from the bag takes its place.",
    log = "exchanges a stone with the bag",
    targets = "front_stones",
}

function dip.when(ctx)
    local me = ctx.seat
    local my_turn = ctx.owner == me and ctx.mover == me and ctx.asked < 0
    return my_turn and ctx.dipped_in[me] < ctx.hand and ctx.coins[me] >= house.knobs.price and ctx.bag > 0
end

function dip.play(ctx, effects)
    effects.remember("dipped_in", ctx.seat, ctx.hand)
    effects.points(ctx.seat, -house.knobs.price)
    effects.draw_from_bag(ctx.seat, ctx.place)
end

house.actions = { dip = dip }

return house
