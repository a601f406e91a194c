-- At the start of each round the town crier proclaims what holds in it: pairs count nothing, runs count ten points more, nobody steals, nobody
-- breaks, everybody draws a card more, or nothing new. Chance chooses, and what was built in a round keeps the points that it had then.
local house = {}

house.knobs = knobs {
    run_points = { 10, min = 1, max = 100, doc = "Points more for a run, in a round in which runs count more." },
    more_cards = { 1, min = 1, max = 5, doc = "Cards more to draw, in a round in which all draw more." },
    quiet = { 1, min = 0, max = 10, doc = "How many times as often as each other news nothing new is proclaimed." },
}

local news = { "pairs count nothing", "runs count more", "nobody steals", "nobody breaks", "all draw more" }
for _ = 1, house.knobs.quiet do
    table.insert(news, "nothing new")
end

house.memory = {
    news = {
        values = { "nothing new", "pairs count nothing", "runs count more", "nobody steals", "nobody breaks", "all draw more" },
        label = "Town crier",
    },
}

house.rolls = {
    crier = {
        values = news,
        label = "Town crier",
        rolled = function(ctx, effects)
            effects.remember("news", ctx.value)
        end,
    },
}

function house.match_started(_, effects)
    effects.roll("crier")
end

function house.round_ended(ctx, effects)
    if ctx.phase ~= "over" then
        effects.roll("crier")
    end
end

function house.row_points(ctx, points)
    if ctx.news == "pairs count nothing" and ctx.kind == "set" and ctx.cards == 2 then
        return 0
    elseif ctx.news == "runs count more" and ctx.kind == "run" then
        return math.min(points + house.knobs.run_points, 1000)
    end
    return points
end

function house.may_steal(ctx, allowed)
    return allowed and ctx.news ~= "nobody steals"
end

function house.may_break(ctx, allowed)
    return allowed and ctx.news ~= "nobody breaks"
end

function house.draw_count(ctx, cards)
    if ctx.news == "all draw more" then
        return math.min(cards + house.knobs.more_cards, 10)
    end
    return cards
end

house.tests = {
    {
        name = "a pair is worth nothing",
        hook = "row_points",
        ctx = { news = "pairs count nothing", kind = "set", cards = 2 },
        value = 18,
        gives = 0,
    },
    { name = "a run is", hook = "row_points", ctx = { news = "pairs count nothing", kind = "run", cards = 3 }, value = 18, gives = 18 },
    { name = "a run is worth more", hook = "row_points", ctx = { news = "runs count more", kind = "run", cards = 3 }, value = 18, gives = 28 },
    { name = "nobody steals", hook = "may_steal", ctx = { news = "nobody steals" }, value = true, gives = false },
    { name = "but breaks", hook = "may_break", ctx = { news = "nobody steals" }, value = true, gives = true },
    { name = "nobody breaks", hook = "may_break", ctx = { news = "nobody breaks" }, value = true, gives = false },
    { name = "two cards", hook = "draw_count", ctx = { news = "all draw more" }, value = 1, gives = 2 },
    { name = "one card", hook = "draw_count", ctx = { news = "nothing new" }, value = 1, gives = 1 },
}

return house
