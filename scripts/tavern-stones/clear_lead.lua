-- The player who wins must have at least 100 coins more than the next player.
local house = {}

function house.goal(ctx, goal)
    if ctx.best - ctx.next_best < 100 then
        return ctx.best + 1
    end
    return goal
end

house.tests = {
    { name = "fifty more are not enough", hook = "goal", ctx = { best = 1000, next_best = 950 }, value = 1000, gives = 1001 },
    { name = "a hundred are", hook = "goal", ctx = { best = 1050, next_best = 950 }, value = 1000, gives = 1000 },
}

return house
