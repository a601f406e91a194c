-- Rounds of twelve stones: the player who gains more points in a round gets its stakes, which are two points. On their turn, but not before the
-- first stone of a round, players may offer to double the stakes. The other player accepts, and is then the only one who may offer it next; or
-- gives the round up, and the stakes are paid as they were.
local house = {}

house.knobs = knobs {
    stones = { 12, min = 2, max = 60, doc = "Stones in a round." },
    stakes = { 2, min = 1, max = 50, doc = "Points for a round whose stakes were not doubled." },
    doublings = { 3, min = 1, max = 6, doc = "How often the stakes of a round can be doubled." },
}

house.memory = {
    stakes = { max = house.knobs.stakes * 2 ^ house.knobs.doublings, start = house.knobs.stakes, label = "Stakes" },
    may_double = { values = { "both", "white", "black" }, label = "May double" },
    -- Who has to answer an offer.
    asked = { values = { "nobody", "white", "black" } },
    -- Stones of the round, and how many more points White has gained in it than Black.
    stones = { max = 60 },
    ahead = { min = -1000000, max = 1000000 },
}

local function other(seat)
    return if seat == "white" then "black" else "white"
end

local function end_round(effects, winner, stakes)
    if winner then
        effects.say(if winner == "white" then "The round and its stakes are White's" else "The round and its stakes are Black's")
        effects.points(winner, stakes)
    else
        effects.say("Nobody has won the round")
    end
    effects.remember("stakes", house.knobs.stakes)
    effects.remember("may_double", "both")
    effects.remember("stones", 0)
    effects.remember("ahead", 0)
end

local function leader(ahead)
    return if ahead > 0 then "white" elseif ahead < 0 then "black" else nil
end

function house.stone_placed(ctx, effects)
    local gain = ctx.points - ctx.gift
    local ahead = ctx.ahead + (if ctx.player == "white" then gain else -gain)
    if ctx.stones + 1 < house.knobs.stones then
        effects.remember("stones", ctx.stones + 1)
        effects.remember("ahead", ahead)
    else
        end_round(effects, leader(ahead), ctx.stakes)
    end
end

-- The last round may be shorter.
function house.match_ended(ctx, effects)
    if ctx.stones > 0 then
        end_round(effects, leader(ctx.ahead), ctx.stakes)
    end
end

local double = {
    label = "Offer to double the stakes",
    tip = "The other player accepts, or gives the round up.",
    log = "offers to double the stakes",
    when = function(ctx)
        local mine = ctx.may_double == "both" or ctx.may_double == ctx.seat
        return mine and ctx.stones > 0 and ctx.stakes < house.knobs.stakes * 2 ^ house.knobs.doublings
    end,
    play = function(ctx, effects)
        effects.remember("asked", other(ctx.seat))
    end,
}

local accept = {
    label = "Accept the doubled stakes",
    tip = "Only you may double them again.",
    log = "accepts the doubled stakes",
    first = true,
    when = function(ctx)
        return ctx.asked == ctx.seat
    end,
    play = function(ctx, effects)
        effects.remember("asked", "nobody")
        effects.remember("stakes", ctx.stakes * 2)
        effects.remember("may_double", ctx.seat)
    end,
}

local give_up = {
    label = "Give the round up",
    tip = "The other player gets the stakes as they are, and the next round begins.",
    log = "gives the round up",
    first = true,
    when = function(ctx)
        return ctx.asked == ctx.seat
    end,
    play = function(ctx, effects)
        effects.remember("asked", "nobody")
        end_round(effects, other(ctx.seat), ctx.stakes)
    end,
}

house.actions = { double = double, accept = accept, give_up = give_up }

house.tests = {
    {
        name = "nothing is doubled before the first stone",
        knobs = { pouch = false },
        expect = { illegal = "Offer to double the stakes" },
    },
    {
        name = "White has to answer",
        knobs = { pouch = false },
        actions = { "white to D4", "Offer to double the stakes" },
        expect = { to_act = "White", illegal = "white to E4", legal = "Give the round up, 2 points for Black" },
    },
    {
        name = "White gives up, and it is still Black's turn",
        knobs = { pouch = false },
        actions = { "white to D4", "Offer to double the stakes", "Give the round up, 2 points for Black" },
        expect = { scores = { 0, 2 }, to_act = "Black", illegal = "Offer to double the stakes" },
    },
    {
        name = "a doubled round pays double",
        knobs = { pouch = false },
        rule_knobs = { stones = 3 },
        actions = {
            "white to D4",
            "Offer to double the stakes",
            "Accept the doubled stakes",
            "white to E4",
            "white to F4, 5 points for White",
        },
        expect = { scores = { 5, 0 } },
    },
    {
        name = "the player who accepted may double next, and nobody else",
        knobs = { pouch = false },
        actions = { "white to D4", "Offer to double the stakes", "Accept the doubled stakes" },
        expect = { to_act = "Black", illegal = "Offer to double the stakes" },
    },
}

return house
