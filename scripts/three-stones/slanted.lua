-- Diagonal lines count double.
local house = {}

function house.line_points(ctx, points)
    if ctx.direction == "diagonal" then
        return points * 2
    end
    return points
end

house.tests = {
    { name = "a diagonal", hook = "line_points", ctx = { direction = "diagonal" }, value = 1, gives = 2 },
    { name = "a line across", hook = "line_points", ctx = { direction = "across" }, value = 1, gives = 1 },
}

return house
