-- Clear stones take the shine off: a line with one scores a point less, with two it scores nothing.
local house = {}

function house.line_points(ctx, points)
    return math.max(0, points - ctx.clear)
end

house.tests = {
    { name = "with one clear stone", hook = "line_points", ctx = { clear = 1 }, value = 1, gives = 0 },
    { name = "without", hook = "line_points", ctx = { clear = 0 }, value = 1, gives = 1 },
}

return house
