-- The shop: once a turn, after the draw, players may buy one thing with their points. A card of the Quarry costs 5, the Brickyard's top card 10,
-- and the repair of their first broken StoneRow 8. It is closed in team play.
local house = {}

house.knobs = knobs {
    card = { 5, min = 1, max = 100, doc = "Points that a card of the Quarry costs." },
    top_card = { 10, min = 1, max = 100, doc = "Points that the Brickyard's top card costs." },
    repair = { 8, min = 1, max = 100, doc = "Points that a repair costs." },
}

house.memory = {
    -- The turn in which each player has bought last.
    bought_in = { each = "seat" },
}

-- The one target of each action is its price, so that the button shows it.
local card = {
    label = "Buy a card of the Quarry",
    tip = "Once a turn, paid with points.",
    log = "buys a card of the Quarry",
    targets = { house.knobs.card },
    when = function(ctx)
        local me = ctx.seat
        local my_turn = ctx.phase == "act" and ctx.mover == me and not ctx.teams
        return my_turn and ctx.bought_in[me] < ctx.turn and ctx.scores[me] >= ctx.target and ctx.quarry_cards > 0
    end,
    play = function(ctx, effects)
        effects.remember("bought_in", ctx.seat, ctx.turn)
        effects.points(ctx.seat, -ctx.target)
        effects.draw(ctx.seat, 1)
    end,
}

local top_card = {
    label = "Buy the Brickyard's top card",
    tip = "Once a turn, paid with points.",
    log = "buys the Brickyard's top card",
    targets = { house.knobs.top_card },
    when = function(ctx)
        local me = ctx.seat
        local my_turn = ctx.phase == "act" and ctx.mover == me and not ctx.teams
        return my_turn and ctx.bought_in[me] < ctx.turn and ctx.scores[me] >= ctx.target and ctx.brickyard_cards > 0
    end,
    play = function(ctx, effects)
        effects.remember("bought_in", ctx.seat, ctx.turn)
        effects.points(ctx.seat, -ctx.target)
        effects.take_top(ctx.seat)
    end,
}

local repair = {
    label = "Buy a repair",
    tip = "Once a turn, paid with points. Your first broken StoneRow is whole again.",
    log = "buys a repair",
    targets = { house.knobs.repair },
    when = function(ctx)
        local me = ctx.seat
        local my_turn = ctx.phase == "act" and ctx.mover == me and not ctx.teams
        return my_turn and ctx.bought_in[me] < ctx.turn and ctx.scores[me] >= ctx.target and ctx.broken_row[me] >= 0
    end,
    play = function(ctx, effects)
        effects.remember("bought_in", ctx.seat, ctx.turn)
        effects.points(ctx.seat, -ctx.target)
        effects.repair_row(ctx.broken_row[ctx.seat])
    end,
}

house.actions = { card = card, top_card = top_card, repair = repair }

-- South has built a pair of Surveyors, and it is South's next turn.
local second_turn = {
    "draw from the Quarry",
    "build blue Surveyor, yellow Surveyor",
    "draw from the Quarry",
    "discard the green 6",
    "draw from the Quarry",
    "discard the red 1",
    "draw from the Quarry",
    "discard the blue 2",
}

local function after_these(...)
    return table.move({ ... }, 1, select("#", ...), #second_turn + 1, table.clone(second_turn))
end

house.tests = {
    {
        name = "nothing is sold to a player without points",
        seed = 1,
        actions = { "draw from the Quarry" },
        expect = { illegal = "Buy a card of the Quarry: 5" },
    },
    {
        name = "nor before the draw",
        seed = 1,
        actions = second_turn,
        expect = { to_act = "South", illegal = "Buy a card of the Quarry: 5" },
    },
    {
        name = "a card for five points, and nothing more in this turn",
        seed = 1,
        actions = after_these("draw from the Quarry", "Buy a card of the Quarry: 5"),
        expect = { to_act = "South", scores = { 15, 0, 0, 0 }, illegal = "Buy the Brickyard's top card: 10" },
    },
    {
        name = "at another price",
        seed = 1,
        rule_knobs = { top_card = 4 },
        actions = after_these("draw from the Quarry", "Buy the Brickyard's top card: 4"),
        expect = { scores = { 16, 0, 0, 0 } },
    },
}

return house
