-- The player who is behind scores a point more for each line.
local house = {}

function house.line_points(ctx, points)
    if ctx.scores[ctx.player] < ctx.best then
        return points + 1
    end
    return points
end

house.tests = {
    { name = "Black is behind", hook = "line_points", ctx = { player = "black", scores = { 3, 1 } }, value = 1, gives = 2 },
    { name = "White is not", hook = "line_points", ctx = { player = "white", scores = { 3, 1 } }, value = 1, gives = 1 },
}

return house
