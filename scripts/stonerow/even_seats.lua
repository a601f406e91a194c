-- The player who moves earlier has more points at the end, so that every seat of four wins as often.
local SOUTH = 17
local WEST = 13
local NORTH = 6

local points = { [0] = SOUTH, [1] = WEST, [2] = NORTH }
local house = {}

function house.final_score(ctx, score)
    return math.min(score + (points[ctx.seat] or 0), 100000)
end

house.tests = {
    { name = "South moves first", hook = "final_score", ctx = { seat = 0 }, value = 50, gives = 67 },
    { name = "East moves last", hook = "final_score", ctx = { seat = 3 }, value = 50, gives = 50 },
}

return house
