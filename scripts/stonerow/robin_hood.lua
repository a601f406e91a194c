-- A Highwayman steals only from the player who has most points.
local house = {}

function house.may_steal(ctx, allowed)
    return allowed and ctx.scores[ctx.owner] == ctx.best
end

house.tests = {
    { name = "West leads", hook = "may_steal", ctx = { owner = 1, scores = { 10, 30, 20, 0 } }, value = true, gives = true },
    { name = "North does not", hook = "may_steal", ctx = { owner = 2, scores = { 10, 30, 20, 0 } }, value = true, gives = false },
}

return house
