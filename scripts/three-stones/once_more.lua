-- The player who scores with a stone plays again.
local house = {}

function house.plays_again(ctx, again)
    return again or ctx.points > 0
end

house.tests = {
    { name = "who scores plays again", hook = "plays_again", ctx = { points = 1 }, value = false, gives = true },
    { name = "who does not, does not", hook = "plays_again", ctx = { points = 0 }, value = false, gives = false },
}

return house
