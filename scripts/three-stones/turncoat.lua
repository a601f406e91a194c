-- Turncoats: once in a match, on their turn, players may pay three points and turn a stone of the other colour into a clear one. Lines that come about score.
local house = {}

house.knobs = knobs {
    price = { 3, min = 0, max = 20, doc = "Points that it costs." },
}

house.memory = {
    turned = { each = "seat", max = 1 },
}

local turn = {
    label = "Turn a stone clear",
    tip = "Once in a match, for points: a stone of the other colour becomes a clear one.",
    log = "turns a stone clear",
    targets = "board",
}

function turn.when(ctx)
    local other = if ctx.seat == "white" then "black" else "white"
    return ctx.pocket == other and ctx.turned[ctx.seat] == 0 and ctx.scores[ctx.seat] >= house.knobs.price
end

function turn.play(ctx, effects)
    effects.remember("turned", ctx.seat, 1)
    effects.points(ctx.seat, -house.knobs.price)
    effects.recolour("clear", ctx.row, ctx.column)
end

house.actions = { turn = turn }

house.tests = {
    {
        name = "a black stone for White, once",
        knobs = { pouch = false },
        rule_knobs = { price = 0 },
        actions = { "white to D4", "black to E4", "Turn a stone clear: E4", "white to E5", "black to D5" },
        expect = { scores = { 0, 0 }, to_act = "White", illegal = "Turn a stone clear: D5" },
    },
    {
        name = "a line with the clear stone scores for both",
        knobs = { pouch = false },
        rule_knobs = { price = 0 },
        actions = { "white to D4", "black to E4", "white to F4", "black to F1", "Turn a stone clear: E4, 1 point for White" },
        expect = { scores = { 1, 0 } },
    },
    {
        name = "not without the points",
        knobs = { pouch = false },
        actions = { "white to D4", "black to E4" },
        expect = { illegal = "Turn a stone clear: E4" },
    },
    {
        name = "not the player's own",
        knobs = { pouch = false },
        rule_knobs = { price = 0 },
        actions = { "white to D4", "black to E4" },
        expect = { illegal = "Turn a stone clear: D4" },
    },
}

return house
