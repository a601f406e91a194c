-- The player who moves earlier has more points at the end, so that every seat of four wins as often.
local house = {}

house.knobs = knobs {
    south = { 17, min = 0, max = 100, doc = "Points for South, who moves first." },
    west = { 13, min = 0, max = 100, doc = "Points for West, who moves second." },
    north = { 6, min = 0, max = 100, doc = "Points for North, who moves third." },
}

function house.final_score(ctx, score)
    local points = if ctx.seat == 0
        then house.knobs.south
        elseif ctx.seat == 1 then house.knobs.west
        elseif ctx.seat == 2 then house.knobs.north
        else 0
    return math.min(score + points, 100000)
end

house.tests = {
    { name = "South moves first", hook = "final_score", ctx = { seat = 0 }, value = 50, gives = 67 },
    { name = "West gets other points", rule_knobs = { west = 2 }, hook = "final_score", ctx = { seat = 1 }, value = 50, gives = 52 },
    { name = "East moves last", hook = "final_score", ctx = { seat = 3 }, value = 50, gives = 50 },
}

return house
