-- It costs 10 coins to force a player. The player who has not as many cannot.
local house = {}

function house.force_cost(ctx, cost)
    return cost + 10
end

house.tests = {
    { name = "ten coins", hook = "force_cost", ctx = {  }, value = 0, gives = 10 },
}

return house
