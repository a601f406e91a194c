-- Everybody has a calling, which chance deals before the match, for all to see. Stones of their own kind are worth 3 coins more to a Goldsmith, a
-- Silversmith and a Jeweller; a Merchant gets 8 coins a hand, and a Bailiff a second force stone.
local house = {}

house.knobs = knobs {
    stone = { 3, min = 0, max = 100, doc = "Coins more that a stone of their kind is worth to a Goldsmith, a Silversmith and a Jeweller." },
    hand = { 8, min = 0, max = 1000, doc = "Coins that a Merchant gets for each hand." },
}

local callings = { "Goldsmith", "Silversmith", "Jeweller", "Merchant", "Bailiff" }
local kinds = { Goldsmith = "gold", Silversmith = "silver", Jeweller = "jewel" }

house.memory = {
    calling = { each = "seat", values = callings, label = "Calling" },
}

house.rolls = {
    calling = {
        each = "seat",
        values = callings,
        label = "Calling",
        rolled = function(ctx, effects)
            effects.remember("calling", ctx.seat, ctx.value)
            -- The force stones of the first hand are dealt already.
            if ctx.value == "Bailiff" then
                effects.give_force_stone(ctx.seat)
            end
        end,
    },
}

function house.match_started(ctx, effects)
    for seat = 0, ctx.players - 1 do
        effects.roll("calling", seat)
    end
end

function house.stone_worth(ctx, coins)
    if kinds[ctx.calling[ctx.seat]] == ctx.kind then
        return math.min(coins + house.knobs.stone, 10000)
    end
    return coins
end

function house.hand_coins(ctx, coins)
    if ctx.calling[ctx.seat] == "Merchant" then
        return math.min(coins + house.knobs.hand, 1000000)
    end
    return coins
end

function house.force_stones(ctx, stones)
    if ctx.hand > 1 and ctx.calling[ctx.seat] == "Bailiff" then
        return math.min(stones + 1, 3)
    end
    return stones
end

house.tests = {
    {
        name = "gold is worth more to a Goldsmith",
        hook = "stone_worth",
        ctx = { seat = 0, kind = "gold", calling = { "Goldsmith", "Merchant", "Bailiff", "Jeweller" } },
        value = 6,
        gives = 9,
    },
    {
        name = "and to nobody else",
        hook = "stone_worth",
        ctx = { seat = 3, kind = "gold", calling = { "Goldsmith", "Merchant", "Bailiff", "Jeweller" } },
        value = 6,
        gives = 6,
    },
    {
        name = "a Merchant gets eight coins",
        hook = "hand_coins",
        ctx = { seat = 1, calling = { "Goldsmith", "Merchant", "Bailiff", "Jeweller" } },
        value = 40,
        gives = 48,
    },
    {
        name = "a Bailiff gets a second force stone",
        hook = "force_stones",
        ctx = { seat = 2, hand = 2, calling = { "Goldsmith", "Merchant", "Bailiff", "Jeweller" } },
        value = 1,
        gives = 2,
    },
}

return house
