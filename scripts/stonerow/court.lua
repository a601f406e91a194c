-- Characters count double: StoneRows of nothing but Apprentices, Surveyors, Architects and Guild Masters are worth twice their points.
local house = {}

function house.row_points(ctx, points)
    -- What follows a character is a character.
    if ctx.character then
        return points * 2
    end
    return points
end

house.tests = {
    { name = "a pair of characters", hook = "row_points", ctx = { kind = "set", cards = 2, rank = 11, character = true }, value = 20, gives = 40 },
    { name = "a pair of nines", hook = "row_points", ctx = { kind = "set", cards = 2, rank = 9 }, value = 18, gives = 18 },
}

return house
