-- Clear stones take the shine off: a line with one scores a point less, with two it scores nothing.
local house = {}

function house.line_points(ctx, points)
    return math.max(0, points - ctx.clear)
end

return house
