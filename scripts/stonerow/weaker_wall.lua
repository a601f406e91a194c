-- A team counts for twice the points of its weaker partner, and its shares in rows of others.
local house = {}

function house.team_points(ctx, points)
    return 2 * math.min(ctx.first, ctx.second) + ctx.shares
end

house.tests = {
    { name = "the weaker partner counts twice", hook = "team_points", ctx = { first = 60, second = 30, shares = 5 }, value = 95, gives = 65 },
}

return house
