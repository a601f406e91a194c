-- Whoever wins must have at least 100 coins more than the next player.
local house = {}

function house.goal(ctx, goal)
    if ctx.best - ctx.next_best < 100 then
        return ctx.best + 1
    end
    return goal
end

return house
