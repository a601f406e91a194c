-- Diagonal lines count double.
local house = {}

function house.line_points(ctx, points)
    if ctx.direction == "diagonal" then
        return points * 2
    end
    return points
end

return house
